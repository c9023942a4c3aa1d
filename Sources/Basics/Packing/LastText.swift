/// The latest text that was packed or unpacked for one column of a table. Usually the next row has the same text in
/// this column.
package struct LastText: Sendable {
    var number: UInt32?

    /// - Parameter number: The number of a text that is packed before all rows, and that the first row probably has.
    package init(number: UInt32? = nil) { self.number = number }
}

extension Packer {
    /// Writes one bit that says whether the text is the same as the last one. If it is not, also writes the text.
    package mutating func write(_ text: String, orAgain last: inout LastText) {
        let isAgain = last.number.map { self.holds($0, text) } ?? false
        self.write(isAgain)
        if !isAgain { last.number = self.enter(text) }
    }
}

extension Unpacker {
    package mutating func text(orAgain last: inout LastText) -> String {
        if !self.flag() { last.number = self.textNumber() }
        guard let number = last.number else { preconditionFailure("something else was packed") }
        return self[number]
    }
}
