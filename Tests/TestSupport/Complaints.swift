/// What a table test has to say: how much is wrong, and the first few lines of it.
package struct Complaints: CustomStringConvertible {
    private let lines: [String]
    private let total: Int

    package init(_ lines: [String], of total: Int) {
        self.lines = lines
        self.total = total
    }

    package var description: String {
        let shown = self.lines.prefix(12).map { "\n  " + $0 }.joined()
        return "\(self.lines.count) of \(self.total) wrong" + shown + (self.lines.count > 12 ? "\n  …" : "")
    }
}
