/// A body that is being sent over HTTP/2.
struct OutgoingBody {
    private var waiting: ByteQueue
    private var isFinished: Bool
    /// Whether the body is sent in one DATA frame.
    ///
    /// Some clients of Apple's service read only one DATA frame.
    private let isWhole: Bool

    private static let largestFrame = 16_384

    /// Creates a complete body.
    init(_ bytes: [UInt8]) {
        self.waiting = ByteQueue()
        self.waiting.append(bytes)
        (self.isFinished, self.isWhole) = (true, bytes.count <= Self.largestFrame)
    }

    /// Creates a body whose bytes come later.
    init() { (self.waiting, self.isFinished, self.isWhole) = (ByteQueue(), false, false) }

    var unsentCount: Int { self.waiting.count }

    mutating func append(_ bytes: [UInt8]) { self.waiting.append(bytes) }

    mutating func finish() { self.isFinished = true }

    /// Fills a buffer with the next bytes.
    ///
    /// The buffer is as large as both flow control windows allow.
    ///
    /// A body that is sent in one frame waits for the window of the connection, but not for the window of its stream.
    /// If the stream's window is too small for the body, the peer expects several frames.
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer, streamWindow: Int) -> HTTP2BodyPiece {
        let mayBeWhole = self.isWhole && streamWindow >= self.waiting.count
        if mayBeWhole, buffer.count < self.waiting.count { return .none }
        var count = 0
        self.waiting.take { bytes in
            count = min(bytes.count, buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        let isLast = self.isFinished && self.waiting.isEmpty
        return count == 0 && !isLast ? .none : .bytes(count, isLast: isLast)
    }
}
