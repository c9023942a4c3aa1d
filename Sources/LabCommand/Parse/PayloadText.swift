/// The bytes of one payload on their way in. What is absurdly long is counted, not kept.
struct PayloadText: Equatable, Sendable {
    /// Far more than any push service takes; the rest of a payload cannot change its verdict.
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

    /// Takes back the last byte, which must be known to be there.
    mutating func removeLast() {
        if self.kept.count == self.byteCount { self.kept.removeLast() }
        self.byteCount -= 1
    }
}
