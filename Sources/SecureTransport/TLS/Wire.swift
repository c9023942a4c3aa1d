internal import COpenSSL

/// The bytes between an engine and its peer, which OpenSSL reads and writes.
///
/// OpenSSL's own memory BIO never shrinks, and each reset clears its whole buffer. A wire is used by only one engine,
/// and the engine cannot be copied. So there is no concurrent access.
final class Wire {
    /// The bytes from the peer. OpenSSL has taken the bytes before `next`.
    @exclusivity(unchecked) private var arrived: [UInt8] = []
    @exclusivity(unchecked) private var next = 0
    /// The bytes for the peer. The bytes before `sent` were handed over.
    @exclusivity(unchecked) private var departing: [UInt8] = []
    @exclusivity(unchecked) private var sent = 0

    /// The number of bytes that OpenSSL has taken since the beginning.
    @exclusivity(unchecked) private(set) var consumed = 0

    /// The storage for the first bytes that arrived. An array would need one more allocation for each connection.
    @exclusivity(unchecked) private var openingWords: (UInt64, UInt64) = (0, 0)
    @exclusivity(unchecked) private var openingKept = 0
    static let openingCount = 11

    /// The first bytes that arrived, which are used to recognise other protocols.
    var opening: [UInt8] {
        withUnsafeBytes(of: self.openingWords) { Array($0.prefix(self.openingKept)) }
    }

    var unread: Int { self.arrived.count - self.next }
    var unsent: Int { self.departing.count - self.sent }

    func accept(_ bytes: UnsafeRawBufferPointer) {
        if self.openingKept < Self.openingCount {
            let count = min(bytes.count, Self.openingCount - self.openingKept)
            withUnsafeMutableBytes(of: &self.openingWords) { words in
                let rest = UnsafeMutableRawBufferPointer(rebasing: words[self.openingKept...])
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            }
            self.openingKept += count
        }
        Self.compact(&self.arrived, &self.next)
        self.arrived += bytes
    }

    /// Drops unread bytes, which are no longer needed.
    func discard() {
        self.arrived = []
        self.next = 0
    }

    /// Passes the bytes to send to `body`, which returns how many of them it sent.
    func send(_ body: (UnsafeRawBufferPointer) -> Int) {
        guard self.unsent > 0 else { return }
        let count = self.departing.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[self.sent...])) }
        precondition((0...self.unsent).contains(count), "more was sent than there was")
        self.sent += count
        if self.unsent == 0 { Self.empty(&self.departing, &self.sent) }
    }

    /// Empties the array but keeps its memory: allocating it for each burst would take twice as long.
    private static func empty(_ bytes: inout [UInt8], _ place: inout Int) {
        bytes.removeAll(keepingCapacity: true)
        place = 0
    }

    /// Frees memory after bursts.
    func releaseRoom() {
        if self.unread == 0 { (self.arrived, self.next) = ([], 0) }
        if self.unsent == 0 { (self.departing, self.sent) = ([], 0) }
    }

    /// Drops processed bytes once they outnumber the rest, so that each byte is moved at most once.
    private static func compact(_ bytes: inout [UInt8], _ place: inout Int) {
        guard place > 0, place >= bytes.count - place else { return }
        bytes.removeSubrange(..<place)
        place = 0
    }

    fileprivate func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, self.unread)
        guard count > 0 else { return 0 }
        let taken = self.next..<self.next + count
        self.arrived.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken])) }
        self.next += count
        self.consumed += count
        if self.unread == 0 { Self.empty(&self.arrived, &self.next) }
        return count
    }

    fileprivate func write(_ source: UnsafeRawBufferPointer) {
        Self.compact(&self.departing, &self.sent)
        self.departing += source
    }

    /// Creates a BIO that reads and writes this wire. The wire must outlive the BIO.
    func makeBIO() -> OpaquePointer? {
        guard let bio = BIO_new(Self.method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    // Created once before any other thread can access it, and only read afterwards.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire")
        BIO_meth_set_read_ex(method) { bio, bytes, count, done in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY)
            guard let bytes, let done, let wire = BIO_get_data(bio) else { return 0 }
            done.pointee = Unmanaged<Wire>.fromOpaque(wire)._withUnsafeGuaranteedRef {
                $0.read(UnsafeMutableRawBufferPointer(start: bytes, count: count))
            }
            if done.pointee == 0 { BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY) }
            return done.pointee > 0 ? 1 : 0
        }
        BIO_meth_set_write_ex(method) { bio, bytes, count, done in
            guard let bytes, let done, let wire = BIO_get_data(bio) else { return 0 }
            Unmanaged<Wire>.fromOpaque(wire)._withUnsafeGuaranteedRef {
                $0.write(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            done.pointee = count
            return 1
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }()
}
