internal import COpenSSL

/// Unpredictable random bytes.
package enum RandomBytes {
    package static func make(_ count: Int) -> [UInt8] {
        // All empty arrays share one block of memory. Filling an empty array would write to it.
        if count == 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            // Without random bytes there are no secrets, so the process cannot continue.
            precondition(RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "the system gives no random bytes")
            written = count
        }
    }
}
