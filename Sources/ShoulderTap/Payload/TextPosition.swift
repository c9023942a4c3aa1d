/// A place in a text as people count it: from one, in lines and in Unicode scalars.
public struct TextPosition: Hashable, Sendable {
    /// The line, counted from one; lines end with a line feed.
    public let line: Int
    /// The column, counted from one in Unicode scalars; UTF-8 continuation bytes do not count.
    public let column: Int

    /// The place of `offset` in `bytes`; an offset behind the end is the place just behind the end.
    ///
    /// - Complexity: O(`offset`).
    public init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(offset, 0)) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}
