/// What a file is that is no text in UTF-8, as far as its first line tells.
enum ForeignBytes {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Why nothing can be read of what begins so, and what to do; nil where nothing speaks against it.
    static func reason(_ line: [UInt8]) -> String? {
        if self.isWide(line.prefix(4)) { return "this is UTF-16: make UTF-8 of it first, as iconv -f UTF-16 does" }
        if line.starts(with: [0x1F, 0x8B]) { return "this is compressed: unpack it first, as gunzip does" }
        return nil
    }

    /// Without the mark that some editors put in front of UTF-8; nil where there is none.
    static func withoutMark(_ line: [UInt8]) -> [UInt8]? {
        line.starts(with: self.byteOrderMark) ? Array(line.dropFirst(self.byteOrderMark.count)) : nil
    }

    /// Two bytes for each letter, with a mark in front or without.
    private static func isWide(_ start: ArraySlice<UInt8>) -> Bool {
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
        let zeros = start.map { $0 == 0 }
        return zeros.count > 1 && zip(zeros, zeros.dropFirst()).allSatisfy { $0 != $1 }
    }
}
