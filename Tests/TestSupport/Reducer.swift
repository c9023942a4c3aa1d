/// Cuts bytes away from a failing input as long as it keeps failing.
package enum Reducer {
    /// The smallest input that cutting out ranges leads to; one more cut of any single byte would pass.
    package static func reduce(_ bytes: [UInt8], while fails: ([UInt8]) -> Bool) -> [UInt8] {
        var smallest = bytes
        var length = max(1, bytes.count / 2)
        while true {
            var progressed = false
            var start = 0
            while start < smallest.count {
                var candidate = smallest
                candidate.removeSubrange(start..<min(start + length, smallest.count))
                if fails(candidate) {
                    smallest = candidate
                    progressed = true
                } else {
                    start += length
                }
            }
            if length == 1 && !progressed { return smallest }
            if !progressed { length = max(1, length / 2) }
        }
    }
}
