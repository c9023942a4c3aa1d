/// Variants of the engine's methods that use arrays. For example, links inside the lab use these variants.
extension TLSEngine {
    package mutating func receive(_ bytes: [UInt8], _ events: inout [TLSEvent]) -> Int {
        bytes.withUnsafeBytes { self.receive($0, &events) }
    }

    package mutating func write(_ bytes: [UInt8]) throws(TLSWriteError) -> Int {
        try bytes.withUnsafeBufferPointer { (bytes) throws(TLSWriteError) in
            try self.write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Returns all bytes that wait to be sent, and counts them as sent.
    package mutating func takeUnsent(_ events: inout [TLSEvent]) -> [UInt8] {
        var all: [UInt8] = []
        while self.unsentCount > 0 {
            self.send(&events) { bytes in
                all += bytes
                return bytes.count
            }
        }
        return all
    }

    /// Reads the next plaintext, at most `limit` bytes; empty when there is none.
    package mutating func read(atMost limit: Int, _ events: inout [TLSEvent]) -> [UInt8] {
        // All empty arrays share one block of memory. Filling an empty array would write to it.
        if limit == 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = self.read(into: UnsafeMutableRawBufferPointer(buffer), &events)
        }
    }
}
