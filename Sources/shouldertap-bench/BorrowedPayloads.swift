/// The payloads of a set, borrowed one by one.
///
/// A loop over an array of arrays counts a reference to each payload. This is an atomic operation on uncached memory,
/// and its time would be measured as time of the reader. A value that cannot be copied is borrowed, so no reference is
/// counted.
final class BorrowedPayloads {
    struct Payload: ~Copyable {
        let bytes: [UInt8]
    }

    /// The payloads. Read them in place: passing a payload as an argument, even to a closure, counts a reference again.
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
