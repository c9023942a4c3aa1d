/// The latest text in a column of rows. The next row usually has the same text.
package struct LastText: Sendable {
    var number: UInt32?

    /// - Parameter number: The number of the text that is likely to occur first, if that text is packed before all
    ///   rows.
    package init(number: UInt32? = nil) { self.number = number }
}

extension Packer {
    /// Writes one bit. Also writes the text if it differs from the last one.
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
