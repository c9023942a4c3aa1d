extension Sequence<UInt8> {
    /// Lends the bytes as one type: code for any sequence is slow when it is called from another module.
    @inline(__always)
    func withSpan<Result>(_ read: (Span<UInt8>) -> Result) -> Result {
        if let result = self.withContiguousStorageIfAvailable({ read($0.span) }) { return result }
        return read(Array(self).span)
    }
}

extension Span<UInt8> {
    /// Whether both are the same bytes.
    func isSame(as other: Span<UInt8>) -> Bool {
        guard self.count == other.count else { return false }
        for index in self.indices where self[index] != other[index] { return false }
        return true
    }
}
