/// The result of copying a JSON string without its escapes.
package struct TextCopy {
    /// The offset after the closing quote.
    package let end: Int
    /// The number of bytes written.
    package let count: Int
    /// Whether all of the text is known to be ASCII. The value may be false for an ASCII text if bytes that are not
    /// ASCII follow the text.
    package let isASCII: Bool
}

extension Span where Element == UInt8 {
    /// Copies the unescaped text of the string that begins at `start`, after its quote.
    ///
    /// Returns nil in three cases: the string does not end in these bytes, it has a control character or an escape of
    /// more than one letter, or it does not fit before the last 32 bytes of `target`. UTF-8 is not validated.
    package func copyText(from start: Int, to target: UnsafeMutableRawBufferPointer) -> TextCopy? {
        guard let place = target.baseAddress else { return nil }
        var count = 0
        var seen = SIMD16<UInt8>()
        var (block, plain) = (start, start)
        // An escape at the end of a block has its letter in the next block.
        var passed: UInt64 = 0
        while block < self.count {
            let isWhole = block &+ 64 <= self.count
            var stops = isWhole ? self.stops(inWordAt: block, &seen) : self.stopsAcrossEnd(at: block, &seen)
            stops &= ~passed
            passed = 0
            while stops != 0 {
                let stop = block &+ stops.trailingZeroBitCount
                guard stop &- plain &+ count &+ stride <= target.count else { return nil }
                self.copy(from: plain, to: stop, place + count)
                count &+= stop &- plain
                // An escaped quote is by far the most common escape.
                let pair = self.pair(at: stop)
                var meant = Ascii.quote
                if pair != 0x225C {
                    guard pair & 0xFF != UInt16(Ascii.quote) else {
                        return TextCopy(end: stop &+ 1, count: count, isASCII: seen.isASCII)
                    }
                    guard let rare = rareMeaning(of: pair) else { return nil }
                    meant = rare
                }
                (place + count).storeBytes(of: meant, as: UInt8.self)
                count &+= 1
                plain = stop &+ 2
                let lowest = stops & (0 &- stops)
                passed = lowest &>> 63
                stops &= ~(lowest &* 3)
            }
            block &+= 64
        }
        return nil
    }
}

/// The number of bytes that are read or written at once. Most runs between escapes are shorter.
private var stride: Int { 32 }

extension Span where Element == UInt8 {
    /// Copies the bytes up to `end`, and some more after them. The caller must have checked that there is room.
    @inline(__always)
    private func copy(from start: Int, to end: Int, _ target: UnsafeMutableRawPointer) {
        guard end &+ stride <= self.count else { return self.copyNearEnd(from: start, to: end, target) }
        var (offset, place) = (start, target)
        repeat {
            place.storeBytes(of: self.block(atChecked: offset), as: SIMD16<UInt8>.self)
            (place + 16).storeBytes(of: self.block(atChecked: offset &+ 16), as: SIMD16<UInt8>.self)
            place += stride
            offset &+= stride
        } while offset < end
    }

    @inline(never)
    private func copyNearEnd(from start: Int, to end: Int, _ target: UnsafeMutableRawPointer) {
        for offset in start..<end { (target + (offset &- start)).storeBytes(of: self[offset], as: UInt8.self) }
    }

    /// Returns two bytes as a little-endian number.
    @inline(__always)
    private func pair(at offset: Int) -> UInt16 {
        guard offset &+ 2 <= self.count else { return UInt16(self.byte(at: offset)) }
        return UInt16(littleEndian: self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
    }
}

/// Returns the character that an escape stands for. The lower byte of `pair` is the backslash, and the upper byte is
/// the letter. Returns nil for any other pair.
@inline(never)
private func rareMeaning(of pair: UInt16) -> UInt8? {
    guard pair & 0xFF == UInt16(Ascii.backslash) else { return nil }
    switch UInt8(truncatingIfNeeded: pair &>> 8) {
    case Ascii.quote: return Ascii.quote
    case Ascii.backslash: return Ascii.backslash
    case Ascii.slash: return Ascii.slash
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    default: return nil
    }
}
