/// One bit for each byte of a text, set for quotes, backslashes and control characters.
///
/// At these bytes, a string ends or needs a closer look. All bits after the end of the text are set, so every search
/// ends. The bits are computed for the whole text before the walk, because blocks do not depend on each other. The walk
/// then finds the end of a string in a few cycles instead of waiting for its bytes. The words are little-endian.
typealias StopBits = Span<UInt64>

extension Span where Element == UInt8 {
    /// Calls `body` with the stops of this text (its quotes, backslashes and control characters), and with a flag that
    /// tells whether all of the text is UTF-8.
    ///
    /// The bits are on the stack, so the size of a text is limited.
    @inline(__always)
    func withStops<Value, Failure: Error>(
        _ body: (_ stops: StopBits, _ isUTF8: Bool) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        precondition(self.count <= Verdict.sizeLimit, "a text over the limit is refused before it is read")
        return try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Verdict.sizeLimit / 64 + 2) {
            (words: UnsafeMutableBufferPointer<UInt64>) throws(Failure) -> Value in
            let isUTF8 = self.findStops(words)
            return try body(words.span, isUTF8)
        }
    }

    /// Calls `body` with the stops of a text of any length.
    ///
    /// This method is separate so that the method for short texts uses stack memory of a fixed size.
    @inline(never)
    func withStopsAtAnyLength<Value, Failure: Error>(
        _ body: (_ stops: StopBits, _ isUTF8: Bool) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: self.count / 64 + 2) {
            (words: UnsafeMutableBufferPointer<UInt64>) throws(Failure) -> Value in
            let isUTF8 = self.findStops(words)
            return try body(words.span, isUTF8)
        }
    }

    /// Sets the bits of `words`, and returns whether all of the text is UTF-8.
    private func findStops(_ words: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        guard self.count >= 64 else { return self.findStopsOfShortText(words) }
        var seen = SIMD16<UInt8>()
        var offset = 0
        while offset &+ 64 <= self.count {
            words[offset &>> 6] = self.stops(inWordAt: offset, &seen).littleEndian
            offset &+= 64
        }
        // The remaining bytes are read with a word that overlaps the previous one. All bits after the end are set.
        let rest = UInt64(truncatingIfNeeded: self.count &- offset)
        let last = self.stops(inWordAt: self.count &- 64, &seen)
        words[offset &>> 6] = (rest == 0 ? ~0 : last &>> (64 &- rest) | ~0 &<< rest).littleEndian
        words[offset &>> 6 &+ 1] = ~0  // a search looks one word ahead
        return seen.isASCII || self.isUTF8
    }

    /// Returns the stops of 64 bytes, and combines the bytes with `seen` by a bitwise OR.
    @inline(__always)
    func stops(inWordAt offset: Int, _ seen: inout SIMD16<UInt8>) -> UInt64 {
        precondition(offset >= 0 && offset &+ 64 <= self.count)
        let (first, second) = (self.block(atChecked: offset), self.block(atChecked: offset &+ 16))
        let (third, fourth) = (self.block(atChecked: offset &+ 32), self.block(atChecked: offset &+ 48))
        seen |= first | second | third | fourth
        return ShoulderTap.stops(in: first, second, third, fourth)
    }

    @inline(never)
    private func findStopsOfShortText(_ words: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        var seen = SIMD16<UInt8>()
        words[0] = self.stopsAcrossEnd(at: 0, &seen).littleEndian
        words[1] = ~0
        return seen.isASCII || self.isUTF8
    }

    /// Returns the stops of 64 bytes, the last of which are after the end of the text. Every byte after the end is a
    /// stop.
    @inline(never)
    func stopsAcrossEnd(at start: Int, _ seen: inout SIMD16<UInt8>) -> UInt64 {
        // Bytes after the end are zero, and zero is a stop.
        func block(_ offset: Int) -> SIMD16<UInt8> {
            let (low, high) = (self.word(at: start &+ offset), self.word(at: start &+ offset &+ 8))
            return unsafeBitCast(SIMD2(low.littleEndian, high.littleEndian), to: SIMD16<UInt8>.self)
        }
        let (first, second, third, fourth) = (block(0), block(16), block(32), block(48))
        seen |= first | second | third | fourth
        return ShoulderTap.stops(in: first, second, third, fourth)
    }
}

extension Span where Element == UInt64 {
    /// Returns the first stop at or after `start`. The offset `start` must be in the text or at its end.
    @inline(__always)
    func stop(from start: Int) -> Int {
        // A word that begins at any byte contains at least 57 bits from `start`, so one load is usually enough.
        let offset = start &>> 3
        precondition(offset >= 0 && offset &+ 8 <= self.count &* 8)
        let bits = self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        let window = UInt64(littleEndian: bits) &>> UInt64(truncatingIfNeeded: start & 7)
        if window != 0 { return start &+ window.trailingZeroBitCount }
        return self.farStop(from: offset &+ 8)
    }

    @inline(never)
    private func farStop(from offset: Int) -> Int {
        var index = offset &>> 3
        let passed = UInt64(truncatingIfNeeded: offset & 7) &<< 3
        var bits = (UInt64(littleEndian: self[index]) &>> passed) &<< passed
        while bits == 0 {
            index &+= 1
            bits = UInt64(littleEndian: self[index])
        }
        return index &<< 6 &+ bits.trailingZeroBitCount
    }
}

/// Returns a bit for each quote, backslash and control character of 64 bytes.
@inline(__always)
private func stops(
    in first: SIMD16<UInt8>, _ second: SIMD16<UInt8>, _ third: SIMD16<UInt8>, _ fourth: SIMD16<UInt8>
) -> UInt64 {
    // Shifts by 16-bit lanes, because shifts by 64-bit lanes compile to scalar code. Only top bits are set, so no bit
    // is lost.
    var pairs = stops(in: first)
    pairs = pairs &>> SIMD8(repeating: 2) | stops(in: second)
    pairs = pairs &>> SIMD8(repeating: 2) | stops(in: third)
    pairs = pairs &>> SIMD8(repeating: 2) | stops(in: fourth)
    let halves = unsafeBitCast(pairs, to: SIMD2<UInt64>.self)
    // Bit j of byte i is now the stop of byte i in the j-th group of eight bytes.
    var bits = UInt64(littleEndian: halves[0]) &>> 1 | UInt64(littleEndian: halves[1])
    // Transposes the matrix of eight by eight bits, in blocks of one, two and four.
    bits.exchange(0x00AA_00AA_00AA_00AA, 7)
    bits.exchange(0x0000_CCCC_0000_CCCC, 14)
    bits.exchange(0x0000_0000_F0F0_F0F0, 28)
    return bits
}

/// Returns the top bit of each quote, backslash and control character of a block.
///
/// Uses arithmetic because the comparison operators of SIMD types compile to lane-by-lane code.
@inline(__always)
private func stops(in block: SIMD16<UInt8>) -> SIMD8<UInt16> {
    // With one bit flipped, the quote is next to the control characters and the blank is not.
    let quotesAndControls = (block ^ SIMD16(repeating: 0x02)) &- SIMD16(repeating: 0x21)
    let backslashes = (block ^ SIMD16(repeating: 0x5C)) &- SIMD16(repeating: 1)
    let hits = (quotesAndControls | backslashes) & ~block & SIMD16(repeating: 0x80)
    return unsafeBitCast(hits, to: SIMD8<UInt16>.self)
}

extension UInt64 {
    /// Swaps the bits of `mask` with the bits that are `distance` places higher.
    @inline(__always)
    fileprivate mutating func exchange(_ mask: UInt64, _ distance: UInt64) {
        let difference = (self ^ self &>> distance) & mask
        self ^= difference ^ difference &<< distance
    }
}
