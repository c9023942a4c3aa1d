internal import COpenSSL

/// Bytes that nobody can foretell.
package enum RandomBytes {
    package static func make(_ count: Int) -> [UInt8] {
        // All empty arrays are one piece of memory, into which filling an array writes also if it is empty.
        if count == 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            // Without them there are no secrets, so there is nothing left to do.
            precondition(RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "the system gives no random bytes")
            written = count
        }
    }
}
