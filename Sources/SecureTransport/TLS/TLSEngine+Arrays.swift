/// The same for those who have arrays, such as a link inside the lab.
extension TLSEngine {
    package mutating func receive(_ bytes: [UInt8], _ events: inout [TLSEvent]) -> Int {
        bytes.withUnsafeBytes { self.receive($0, &events) }
    }

    package mutating func write(_ bytes: [UInt8]) throws(TLSWriteError) -> Int {
        try bytes.withUnsafeBufferPointer { (bytes) throws(TLSWriteError) in
            try self.write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// All that waits to be sent, which counts as sent.
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

    /// The next plaintext, at most `limit` bytes; none when there is none.
    package mutating func read(atMost limit: Int, _ events: inout [TLSEvent]) -> [UInt8] {
        // All empty arrays are one piece of memory, into which filling an array writes also if it is empty.
        if limit == 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = self.read(into: UnsafeMutableRawBufferPointer(buffer), &events)
        }
    }
}
