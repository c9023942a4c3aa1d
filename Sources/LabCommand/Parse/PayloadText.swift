/// The bytes of one payload as they arrive.
///
/// Bytes beyond a limit are counted but not kept.
struct PayloadText: Equatable, Sendable {
    /// The maximum number of bytes that are kept. It is far more than any push service accepts, so the remaining bytes
    /// cannot change the verdict.
    static let mostKept = 1 << 20

    private(set) var kept: [UInt8] = []
    private(set) var byteCount = 0
    /// The line of a JSON-lines source, counted from one.
    var line: Int?

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, keeping limit: Int = Self.mostKept) {
        self.byteCount += bytes.count
        let room = limit - self.kept.count
        if room > 0 { self.kept.append(contentsOf: bytes.prefix(room)) }
    }

    /// Removes the last byte.
    ///
    /// There must be at least one byte.
    mutating func removeLast() {
        if self.kept.count == self.byteCount { self.kept.removeLast() }
        self.byteCount -= 1
    }
}
