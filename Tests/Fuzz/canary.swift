/// A planted bug: reads one byte behind the input once it starts with an aps dictionary.
///
/// A harness that does not find this finds nothing: either coverage does not guide it or AddressSanitizer is
/// not on.
func fuzzCanary(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    for (index, byte) in "{\"aps\"".utf8.enumerated() {
        guard index < count, start[index] == byte else { return 0 }
    }
    byteBehindTheEnd = start[count]
    return 0
}

/// Public, or the read would be optimised away.
nonisolated(unsafe) public var byteBehindTheEnd: UInt8 = 0
