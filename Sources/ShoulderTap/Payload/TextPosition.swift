/// A line and column in a text, counted from one.
public struct TextPosition: Hashable, Sendable {
    /// The line, counted from one; lines end with a line feed.
    public let line: Int
    /// The column, counted from one in Unicode scalars; UTF-8 continuation bytes do not count.
    public let column: Int

    /// Creates the position of `offset` in `bytes`. An offset beyond the end gives the position just after the end.
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
