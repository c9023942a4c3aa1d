/// One bit for each byte of a text, set where a string may end or needs a closer look: at quotes, backslashes and
/// control characters. The bits behind the end are all set, so that every search ends.
///
/// They are found for the whole text before it is walked, because no block has to wait for another; the walk then
/// finds the end of a string in a few cycles instead of waiting for its bytes.
typealias StopBits = Span<UInt64>

extension Span where Element == UInt8 {
    /// Calls `body` with the stops of this text and with whether all of it is UTF-8.
    ///
    /// The bits live on the stack, which is why a text has a limit.
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

    /// Sets the bits of `words`, and says whether all of the text is UTF-8.
    private func findStops(_ words: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        guard self.count >= 64 else { return self.findStopsOfShortText(words) }
        var faults = SIMD16<UInt8>()
        var wasASCII = true
        var offset = 0
        while offset &+ 64 <= self.count {
            words[offset &>> 6] = self.stops(inWordAt: offset, &wasASCII, &faults)
            offset &+= 64
        }
        // The rest is seen as the end of a word that overlaps the one before; all bits behind it are set.
        let rest = UInt64(truncatingIfNeeded: self.count &- offset)
        let last = self.stops(inWordAt: self.count &- 64, &wasASCII, &faults)
        words[offset &>> 6] = rest == 0 ? ~0 : last &>> (64 &- rest) | ~0 &<< rest
        words[offset &>> 6 &+ 1] = ~0  // a search looks one word ahead
        return isZero(faults) && !self.endsInsideCharacter
    }

    @inline(__always)
    private func stops(inWordAt offset: Int, _ wasASCII: inout Bool, _ faults: inout SIMD16<UInt8>) -> UInt64 {
        precondition(offset >= 0 && offset &+ 64 <= self.count)
        let (first, second) = (self.block(atChecked: offset), self.block(atChecked: offset &+ 16))
        let (third, fourth) = (self.block(atChecked: offset &+ 32), self.block(atChecked: offset &+ 48))
        let isASCII = isZero((first | second | third | fourth) & SIMD16(repeating: 0x80))
        if !(isASCII && wasASCII) { faults |= self.utf8Faults(inWordAt: offset) }
        wasASCII = isASCII
        return ShoulderTap.stops(in: first) | ShoulderTap.stops(in: second) &<< 16
            | ShoulderTap.stops(in: third) &<< 32 | ShoulderTap.stops(in: fourth) &<< 48
    }

    /// Marks each of 64 bytes that cannot follow the three before it.
    @inline(never)
    private func utf8Faults(inWordAt start: Int) -> SIMD16<UInt8> {
        guard start > 0 else { return self.utf8Faults(inFirstWord: self.count) }
        // Three bytes must stand before a block, which the last word of 65 or 66 bytes lacks.
        precondition(start >= 0 && start &+ 64 <= self.count)
        guard start >= 3 else { return SIMD16(repeating: self.utf8Fault() == nil ? 0 : 0x80) }
        var faults = SIMD16<UInt8>()
        for offset in stride(from: start, to: start &+ 64, by: 16) {
            faults |= ShoulderTap.utf8Faults(
                in: self.block(atChecked: offset), after: self.block(atChecked: offset &- 1),
                self.block(atChecked: offset &- 2),
                self.block(atChecked: offset &- 3))
        }
        return faults
    }

    /// The same for the first bytes of the text, before which stand some that say nothing.
    private func utf8Faults(inFirstWord count: Int) -> SIMD16<UInt8> {
        var faults = SIMD16<UInt8>()
        var (before, high) = (UInt64(0), UInt64(0))
        for offset in stride(from: 0, to: Swift.min(count &+ 1, 64), by: 16) {
            let low = self.word(at: offset)
            before = high
            high = self.word(at: offset &+ 8)
            func after(_ count: UInt64) -> SIMD16<UInt8> {
                let carried = before &>> (64 &- 8 &* count)
                return unsafeBitCast(
                    SIMD2(low &<< (8 &* count) | carried, high &<< (8 &* count) | low &>> (64 &- 8 &* count)),
                    to: SIMD16<UInt8>.self)
            }
            faults |= ShoulderTap.utf8Faults(
                in: unsafeBitCast(SIMD2(low, high), to: SIMD16<UInt8>.self), after: after(1), after(2), after(3))
        }
        return faults
    }

    /// Whether the text ends with a lead byte or not far enough behind one.
    private var endsInsideCharacter: Bool {
        self.byte(at: self.count &- 1) >= 0xC0 || self.byte(at: self.count &- 2) >= 0xE0
            || self.byte(at: self.count &- 3) >= 0xF0
    }

    @inline(never)
    private func findStopsOfShortText(_ words: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        var bits: UInt64 = 0
        for offset in stride(from: 0, to: 64, by: 16) {
            // Zero bytes stand behind the end, and zero is a stop.
            let block = unsafeBitCast(SIMD2(self.word(at: offset), self.word(at: offset &+ 8)), to: SIMD16<UInt8>.self)
            bits |= ShoulderTap.stops(in: block) &<< UInt64(truncatingIfNeeded: offset)
        }
        words[0] = bits
        words[1] = ~0
        return isZero(self.utf8Faults(inFirstWord: self.count)) && !self.endsInsideCharacter
    }
}

extension Span where Element == UInt64 {
    /// The first stop at or behind `start`, which lies in the text or at its end.
    @inline(__always)
    func stop(from start: Int) -> Int {
        let index = start &>> 6
        let shift = UInt64(truncatingIfNeeded: start & 63)
        // Two neighbours make a window that starts at `start`; the double shift makes zero no special case.
        let next = self[index &+ 1]
        let window = self[unchecked: index] &>> shift | (next &<< 1) &<< (63 &- shift)  // the line above is the check
        if window != 0 { return start &+ window.trailingZeroBitCount }
        return self.farStop(from: index &+ 1)
    }

    @inline(never)
    private func farStop(from start: Int) -> Int {
        var index = start
        while self[index] == 0 { index &+= 1 }
        return index &<< 6 &+ self[index].trailingZeroBitCount
    }
}

/// A bit for each quote, backslash and control character of a block.
///
/// The comparison operators of SIMD types compile to lane-by-lane code; arithmetic does not.
@inline(__always)
private func stops(in block: SIMD16<UInt8>) -> UInt64 {
    let one = SIMD16<UInt8>(repeating: 1)
    let quotes = (block ^ SIMD16(repeating: 0x22)) &- one
    let backslashes = (block ^ SIMD16(repeating: 0x5C)) &- one
    let controls = block &- SIMD16(repeating: 0x20)
    let hits = (quotes | backslashes | controls) & ~block & SIMD16(repeating: 0x80)
    let halves = unsafeBitCast(hits, to: SIMD2<UInt64>.self)
    // The factor moves the top bits of eight bytes side by side.
    let low = (UInt64(littleEndian: halves[0]) &>> 7) &* 0x0102_0408_1020_4080
    let high = (UInt64(littleEndian: halves[1]) &>> 7) &* 0x0102_0408_1020_4080
    return low &>> 56 | (high &>> 56) &<< 8
}

@inline(__always)
private func isZero(_ block: SIMD16<UInt8>) -> Bool {
    let halves = unsafeBitCast(block, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
}
