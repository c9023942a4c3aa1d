/// Whether a validated JSON number is exactly one, in any spelling: `1`, `1.0`, `10e-1`, `0.1E+1`.
@inline(__always)
func isExactlyOne(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    if end &- start == 1 { return bytes.byte(at: start) == UInt8(ascii: "1") }
    return isExactlyOneInFull(bytes, from: start, to: end)
}

@inline(never)
private func isExactlyOneInFull(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var offset = start
    var sawOne = false
    var isFraction = false
    var power = 0  // the power of ten of the only nonzero digit
    while offset < end {
        let byte = bytes[offset]
        offset &+= 1
        switch byte {
        case UInt8(ascii: "0"):
            if !isFraction, sawOne { power &+= 1 }
            if isFraction, !sawOne { power &-= 1 }
        case UInt8(ascii: "1"):
            guard !sawOne else { return false }
            sawOne = true
            if isFraction { power &-= 1 }
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            return sawOne && exponent(bytes, from: offset, to: end) == -power
        default: return false
        }
    }
    return sawOne && power == 0
}

/// Returns the exponent. A very large exponent is replaced with a limit that the digits of a payload cannot compensate.
func exponent(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    let isNegative = bytes[offset] == Ascii.minus
    if isNegative || bytes[offset] == UInt8(ascii: "+") { offset &+= 1 }
    var value = 0
    while offset < end {
        value = min(value &* 10 &+ Int(bytes[offset] &- 0x30), 100_000_000)
        offset &+= 1
    }
    return isNegative ? -value : value
}
