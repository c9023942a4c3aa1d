/// The payloads of a set, lent one by one.
///
/// A loop over an array of arrays counts a reference to each payload: an atomic operation on memory that is not in the
/// cache, for which the reader under test would be timed. A value that cannot be copied is lent without it.
final class BorrowedPayloads {
    struct Payload: ~Copyable {
        let bytes: [UInt8]
    }

    /// To be read in place: what takes a payload as an argument, a closure too, counts a reference again.
    let payloads: UnsafeMutableBufferPointer<Payload>

    init(_ arrays: [[UInt8]]) {
        self.payloads = .allocate(capacity: arrays.count)
        for (index, bytes) in arrays.enumerated() {
            self.payloads.initializeElement(at: index, to: Payload(bytes: bytes))
        }
    }

    deinit {
        for index in self.payloads.indices { (self.payloads.baseAddress! + index).deinitialize(count: 1) }
        self.payloads.deallocate()
    }
}
