/// Marks, in its top bit, each byte of a block that cannot follow the three before it, to the letter of RFC 3629.
///
/// No branch depends on the text, which may change its script with every word. Adding a block to itself shifts every
/// byte by one bit.
@inline(__always)
func utf8Faults(
    in block: SIMD16<UInt8>, after last: SIMD16<UInt8>, _ second: SIMD16<UInt8>, _ third: SIMD16<UInt8>
) -> SIMD16<UInt8> {
    let block2 = block &+ block
    let block4 = block2 &+ block2
    let block8 = block4 &+ block4
    let isContinuation = block & ~block2
    let isLead = block & block2

    let second2 = second &+ second
    let third2 = third &+ third
    let third4 = third2 &+ third2
    let afterOne = last & (last &+ last)
    let afterTwo = second & second2 & (second2 &+ second2)
    let afterThree = third & third2 & third4 & (third4 &+ third4)

    // C0, C1 and F5…FF begin nothing; each of four leads narrows what its first continuation may be.
    let neverC = isLead & ~reaches(block, 0xC2)
    let neverF = reaches(block, 0xF5)
    let low = ~block4  // below A0, for a continuation
    let lowest = ~block4 & ~block8  // below 90
    let narrowed =
        (equals(last, 0xE0) & low) | (equals(last, 0xED) & block4) | (equals(last, 0xF0) & lowest)
        | (equals(last, 0xF4) & ~lowest)
    let wrong = ((afterOne | afterTwo | afterThree) ^ isContinuation) | neverC | neverF | narrowed
    return wrong & SIMD16(repeating: 0x80)
}

/// Top bits of the bytes that are at least `bound`, which is not ASCII.
@inline(__always)
private func reaches(_ block: SIMD16<UInt8>, _ bound: UInt8) -> SIMD16<UInt8> {
    ((block & SIMD16(repeating: 0x7F)) &+ SIMD16(repeating: 0 &- bound)) & block
}

/// Top bits of the bytes that equal `value`.
@inline(__always)
private func equals(_ block: SIMD16<UInt8>, _ value: UInt8) -> SIMD16<UInt8> {
    let difference = block ^ SIMD16(repeating: value)
    return (difference &- SIMD16(repeating: 1)) & ~difference
}
