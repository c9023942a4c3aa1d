/// A queue of bytes: they are appended at the end and taken from the front.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var taken = 0

    var count: Int { self.bytes.count - self.taken }
    var isEmpty: Bool { self.count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        self.compact()
        self.bytes.append(contentsOf: more)
    }

    mutating func append(_ more: [UInt8]) {
        self.compact()
        self.bytes += more
    }

    /// Passes the front to a closure, which returns the number of bytes that it has consumed.
    mutating func take(_ body: (UnsafeRawBufferPointer) -> Int) {
        guard self.count > 0 else { return }
        let start = self.taken
        let done = self.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        precondition((0...self.count).contains(done), "more was taken than there was")
        self.taken += done
        if self.count == 0 { self.empty() }
    }

    /// Removes and returns up to `limit` bytes.
    mutating func pop(atMost limit: Int) -> [UInt8] {
        let piece = Array(self.bytes[self.taken..<self.taken + min(limit, self.count)])
        self.taken += piece.count
        if self.count == 0 { self.empty() }
        return piece
    }

    mutating func removeAll() { self = ByteQueue() }

    /// Empties the queue. Keeps the capacity after small bursts, and releases it after large ones.
    private mutating func empty() {
        self.bytes.removeAll(keepingCapacity: self.bytes.capacity <= 64 * 1_024)
        self.taken = 0
    }

    /// Removes the consumed bytes when at least half of all bytes are consumed. So each byte moves at most once.
    private mutating func compact() {
        guard self.taken > 0, self.taken >= self.count else { return }
        self.bytes.removeSubrange(..<self.taken)
        self.taken = 0
    }
}
