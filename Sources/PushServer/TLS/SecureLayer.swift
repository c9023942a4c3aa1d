import SecureTransport

/// The TLS engine of one connection, with the queues on both sides.
struct SecureLayer: ~Copyable {
    /// A result of processing a peer's bytes.
    enum Step {
        case opened(TLSFacts)
        /// Plaintext in the buffer. The value is the number of bytes.
        case plaintext(Int)
        case session(TLSSession)
        case closed
        case failed(TLSFailure)
    }

    private var engine: TLSEngine
    private var events: [TLSEvent] = []
    private var isReadable = false
    /// The received bytes for which the engine had no room.
    private var arrived = ByteQueue()
    /// Plaintext that is not encrypted yet.
    private var plain = ByteQueue()
    private(set) var isOpen = false

    init(_ engine: consuming TLSEngine) { self.engine = engine }

    /// The number of bytes that wait to be sent, encrypted or not.
    var unsentCount: Int { self.plain.count + self.engine.unsentCount }

    /// Whether reading has to pause because the engine has no room left.
    var isFull: Bool { !self.arrived.isEmpty }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard self.arrived.isEmpty else { return self.arrived.append(bytes) }
        let taken = self.engine.receive(bytes, &self.events)
        if taken < bytes.count { self.arrived.append(UnsafeRawBufferPointer(rebasing: bytes[taken...])) }
    }

    mutating func receiveEnd() { self.engine.receiveEnd(&self.events) }

    /// Returns the next step. Returns nil if there is no further step until more bytes arrive or pending bytes are
    /// sent.
    mutating func step(into buffer: UnsafeMutableRawBufferPointer) -> Step? {
        while true {
            if self.isReadable {
                let count = self.engine.read(into: buffer, &self.events)
                if count < buffer.count { self.isReadable = false }
                if count > 0 { return .plaintext(count) }
            }
            guard self.events.isEmpty else {
                switch self.events.removeFirst() {
                case .plaintext: self.isReadable = true
                case .opened(let facts):
                    self.isOpen = true
                    return .opened(facts)
                case .session(let session): return .session(session)
                case .closed: return .closed
                case .failed(let failure): return .failed(failure)
                }
                continue
            }
            guard !self.arrived.isEmpty, self.takeMore() else { return nil }
        }
    }

    private mutating func takeMore() -> Bool {
        var count = 0
        var arrived = ByteQueue()
        swap(&arrived, &self.arrived)
        arrived.take { bytes in
            count = self.engine.receive(bytes, &self.events)
            return count
        }
        swap(&arrived, &self.arrived)
        return count > 0
    }

    mutating func write(_ bytes: [UInt8]) { self.plain.append(bytes) }
    mutating func write(_ bytes: UnsafeRawBufferPointer) { self.plain.append(bytes) }

    /// Encrypts pending bytes as far as the engine has room. Passes the result to a closure that returns the number of
    /// bytes it sent.
    mutating func send(_ body: (UnsafeRawBufferPointer) -> Int) {
        if self.isOpen {
            var plain = ByteQueue()
            swap(&plain, &self.plain)
            plain.take { bytes in
                // The engine reports a failure as an event. The remaining bytes are then not needed.
                (try? self.engine.write(bytes)) ?? bytes.count
            }
            swap(&plain, &self.plain)
        }
        if self.engine.unsentCount > 0 { self.engine.send(&self.events, body) }
    }

    /// Reports to the peer that no more bytes follow.
    mutating func close() { self.engine.close() }

    /// Releases memory that is no longer needed after bursts.
    mutating func releaseRoom() { self.engine.releaseRoom() }
}
