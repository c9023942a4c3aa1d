/// Where a run of plain string bytes ends, found in blocks instead of bytes.
///
/// A byte ends the run when it is a quote, a backslash, a control character or not ASCII. Each test leaves its
/// answer in the byte's top bit; borrows only run upwards from a byte that is a hit, so the lowest hit is exact.
extension Span where Element == UInt8 {
    /// The stop within the eight bytes at `offset`, if there is one.
    @inline(__always)
    func stringStop(inWordAt offset: Int) -> Int? {
        let hits = stops(in: self.word(at: offset))
        return hits != 0 ? offset &+ hits.trailingZeroBitCount &>> 3 : nil
    }

    @inline(__always)
    func stringStop(from start: Int) -> Int {
        var offset = start
        while offset &+ 16 <= self.count {
            let block = self.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            let hits = unsafeBitCast(stops(in: block), to: SIMD2<UInt64>.self)
            let low = UInt64(littleEndian: hits[0])
            if low != 0 { return offset &+ low.trailingZeroBitCount &>> 3 }
            let high = UInt64(littleEndian: hits[1])
            if high != 0 { return offset &+ 8 &+ high.trailingZeroBitCount &>> 3 }
            offset &+= 16
        }
        while true {
            if let stop = self.stringStop(inWordAt: offset) { return stop }
            offset &+= 8
        }
    }
}

@inline(__always)
private func stops(in word: UInt64) -> UInt64 {
    let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
    let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
    let controls = word &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
}

// The comparison operators of SIMD types compile to lane-by-lane code; arithmetic does not.
@inline(__always)
private func stops(in block: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let one = SIMD16<UInt8>(repeating: 1)
    let quotes = (block ^ SIMD16(repeating: 0x22)) &- one
    let backslashes = (block ^ SIMD16(repeating: 0x5C)) &- one
    let controls = block &- SIMD16(repeating: 0x20)
    return (quotes | backslashes | controls | block) & SIMD16(repeating: 0x80)
}
