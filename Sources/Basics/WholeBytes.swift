extension Sequence<UInt8> {
    /// Passes the bytes to `read` as a concrete type: generic code is slow when called from another module.
    @inline(__always)
    func withSpan<Result>(_ read: (Span<UInt8>) -> Result) -> Result {
        if let result = self.withContiguousStorageIfAvailable({ read($0.span) }) { return result }
        return read(Array(self).span)
    }
}

extension Span<UInt8> {
    /// Compares two byte sequences for equality.
    @inline(__always)
    func isSame(as other: Span<UInt8>) -> Bool {
        guard self.count == other.count else { return false }
        var offset = 0
        while offset < self.count {
            guard self.word(at: offset) == other.word(at: offset) else { return false }
            offset &+= 8
        }
        return true
    }

    /// Returns eight bytes as a little-endian word. Bytes after the end are zero.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= self.count &- 8 else { return self.lastWord(at: offset) }
        // The guard above checks the bounds.
        return UInt64(littleEndian: self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private func lastWord(at offset: Int) -> UInt64 {
        let left = self.count &- offset
        guard offset >= 0, left > 0 else { return 0 }
        if self.count >= 8 {
            let word = self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: self.count &- 8, as: UInt64.self)
            return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left)
        }
        var word: UInt64 = 0
        var index = self.count
        while index > offset {
            index &-= 1
            word = word &<< 8 | UInt64(self[index])
        }
        return word
    }
}
