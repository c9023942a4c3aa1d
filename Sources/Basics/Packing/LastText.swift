/// The text that stood last in a column of rows, where the next row mostly has it again.
package struct LastText: Sendable {
    var number: UInt32?

    /// - Parameter number: Of a text that stands in front, if one of them is likely to be the first.
    package init(number: UInt32? = nil) { self.number = number }
}

extension Packer {
    /// One bit for the text that stood here last.
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
