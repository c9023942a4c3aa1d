/// Validation of UTF-8 in blocks. It has no data-dependent branches, because the script of a text may change with every
/// word.
extension Span where Element == UInt8 {
    /// Whether this text is UTF-8. The text must contain bytes that are not ASCII.
    @inline(never)
    var isUTF8: Bool {
        // Each block is checked with the three bytes before it, so the first three must be ASCII.
        guard self.count >= 19, (self.word(at: 0) & 0x80_8080) == 0 else { return self.utf8Fault() == nil }
        var faults = SIMD16<UInt8>()
        var wasASCII = true
        var offset = 3
        while offset &+ 64 <= self.count {
            let isASCII = self.isASCII(inWordAt: offset)
            if !(isASCII && wasASCII) { faults |= self.utf8Faults(inWordAt: offset) }
            wasASCII = isASCII
            offset &+= 64
        }
        while offset &+ 16 < self.count {
            faults |= self.utf8Faults(inBlockAt: offset)
            offset &+= 16
        }
        // The last block overlaps the previous one.
        faults |= self.utf8Faults(inBlockAt: self.count &- 16)
        return faults.isASCII && !self.endsInsideCharacter
    }

    @inline(__always)
    private func isASCII(inWordAt start: Int) -> Bool {
        precondition(start >= 0 && start &+ 64 <= self.count)
        let (first, second) = (self.block(atChecked: start), self.block(atChecked: start &+ 16))
        let (third, fourth) = (self.block(atChecked: start &+ 32), self.block(atChecked: start &+ 48))
        return (first | second | third | fourth).isASCII
    }

    // Not inlined: four blocks at once would need too many registers, and the compiler would process single bytes
    // instead.
    @inline(never)
    private func utf8Faults(inWordAt start: Int) -> SIMD16<UInt8> {
        var faults = SIMD16<UInt8>()
        precondition(start >= 3 && start &+ 64 <= self.count)
        var offset = start
        while offset < start &+ 64 {
            faults |= self.utf8Faults(inCheckedBlockAt: offset)
            offset &+= 16
        }
        return faults
    }

    @inline(__always)
    private func utf8Faults(inBlockAt start: Int) -> SIMD16<UInt8> {
        precondition(start >= 3 && start &+ 16 <= self.count)
        return self.utf8Faults(inCheckedBlockAt: start)
    }

    /// Checks a block. The caller must have checked that the block is in the text and that three bytes precede it.
    @inline(__always)
    private func utf8Faults(inCheckedBlockAt start: Int) -> SIMD16<UInt8> {
        ShoulderTap.utf8Faults(
            in: self.block(atChecked: start), after: self.block(atChecked: start &- 1),
            self.block(atChecked: start &- 2), self.block(atChecked: start &- 3))
    }

    /// Whether the text ends within a character.
    private var endsInsideCharacter: Bool {
        self.byte(at: self.count &- 1) >= 0xC0 || self.byte(at: self.count &- 2) >= 0xE0
            || self.byte(at: self.count &- 3) >= 0xF0
    }
}

/// Returns a block in which the top bit of each byte is set that cannot follow the three bytes before it, strictly
/// according to RFC 3629.
///
/// Only the top bits of the result have a meaning. For a byte above 7F, the sum of the byte and `0x100 - bound` has its
/// top bit set exactly when the byte is below the bound.
@inline(__always)
private func utf8Faults(
    in block: SIMD16<UInt8>, after last: SIMD16<UInt8>, _ second: SIMD16<UInt8>, _ third: SIMD16<UInt8>
) -> SIMD16<UInt8> {
    let isUnderC0 = block &+ SIMD16(repeating: 0x40)
    let isContinuation = block & isUnderC0
    let afterLead = last & ~(last &+ SIMD16(repeating: 0x40))  // C0 and up
    let afterLeadOfThree = second & ~(second &+ SIMD16(repeating: 0x20))  // E0 and up
    let afterLeadOfFour = third & ~(third &+ SIMD16(repeating: 0x10))  // F0 and up

    // C0, C1 and F5…FF are never valid. After four of the lead bytes, the range of the first continuation byte is
    // narrower.
    let neverC = block & ~isUnderC0 & (block &+ SIMD16(repeating: 0x3E))
    let neverF = block & ~(block &+ SIMD16(repeating: 0x0B))
    let isUnderA0 = block &+ SIMD16(repeating: 0x60)
    let isUnder90 = block &+ SIMD16(repeating: 0x70)
    var narrowed = differsByZero(last, 0xE0) & isUnderA0
    narrowed |= differsByZero(last, 0xED) & ~isUnderA0
    narrowed |= differsByZero(last, 0xF0) & isUnder90
    narrowed |= differsByZero(last, 0xF4) & ~isUnder90
    let mustContinue = afterLead | afterLeadOfThree | afterLeadOfFour
    let wrong = (mustContinue ^ isContinuation) | neverC | neverF | (narrowed & last)
    return wrong & SIMD16(repeating: 0x80)
}

/// Returns a block in which the top bit of each byte is set that equals `value`. The top bits of some ASCII bytes are
/// set too.
@inline(__always)
private func differsByZero(_ block: SIMD16<UInt8>, _ value: UInt8) -> SIMD16<UInt8> {
    (block ^ SIMD16(repeating: value)) &- SIMD16(repeating: 1)
}

extension SIMD16<UInt8> {
    /// Whether no byte has its top bit set.
    @inline(__always)
    var isASCII: Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    }
}
