import ShoulderTap

/// Any bytes get a verdict; what is refused as a whole stays refused with a brace behind it.
func fuzzScanner(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let strict = PushPayload.classify(input.buffer.span)
    let lenient = PushPayload.classify(input.buffer.span, strictness: .lenient)
    holds(strict == PushPayload.classify(input.array.span), "the same bytes elsewhere have another kind")
    holds(lenient != .malformed || strict == .malformed, "lenient refuses what strict takes")

    // Every cut of a short input, and three cuts of a long one: no prefix or suffix may trap.
    let cuts = count <= 64 ? Array(0...count) : [1, count / 2, count - 1]
    for cut in cuts {
        let prefix = UnsafeBufferPointer(rebasing: input.buffer[..<cut])
        let suffix = UnsafeBufferPointer(rebasing: input.buffer[cut...])
        _ = PushPayload.classify(suffix.span)
        _ = PushPayload.classify(suffix.span, strictness: .lenient)
        _ = PushPayload.classify(prefix.span, strictness: .lenient)
        let kind = PushPayload.classify(prefix.span)
        // A whole object needs its last brace, so no shorter prefix of one is an object.
        guard strict != .malformed, input.buffer.last == UInt8(ascii: "}"), cut < count else { continue }
        holds(kind == .malformed, "the first \(cut) of \(count) bytes are \(kind), the whole is \(strict)")
    }
    return 0
}
