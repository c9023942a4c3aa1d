/// Recognises a file that is not UTF-8 text by the first line of the file.
enum ForeignBytes {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// If a file that begins with this line cannot be read, returns the reason and the remedy. Otherwise returns nil.
    static func reason(_ line: [UInt8]) -> String? {
        if self.isWide(line.prefix(4)) {
            return "this is UTF-16; convert it to UTF-8, for example with iconv -f UTF-16"
        }
        if line.starts(with: [0x1F, 0x8B]) { return "this is compressed; unpack it, for example with gunzip" }
        return nil
    }

    /// Returns the line without its UTF-8 byte-order mark. Returns nil if the line has no such mark.
    static func withoutMark(_ line: [UInt8]) -> [UInt8]? {
        line.starts(with: self.byteOrderMark) ? Array(line.dropFirst(self.byteOrderMark.count)) : nil
    }

    /// Whether the start of a line looks like UTF-16, with or without a byte-order mark.
    private static func isWide(_ start: ArraySlice<UInt8>) -> Bool {
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
        let zeros = start.map { $0 == 0 }
        return zeros.count > 1 && zip(zeros, zeros.dropFirst()).allSatisfy { $0 != $1 }
    }
}
