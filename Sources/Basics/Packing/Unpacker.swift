/// Reads the output of a ``Packer``, in the same order.
package struct Unpacker: Sendable {
    /// The words, and one extra word at the end. The extra word allows reading 64 bits at any place from two words.
    private let words: [UInt64]
    private let byteCount: Int
    /// The index of the next bit.
    private var place = 0
    private var texts: [String] = []
    private var starts: [[UInt8]] = []
    private var tokens = PackedTokens()
    private let origin: Instant

    package init(_ bytes: [UInt8], origin: Instant) {
        let count = bytes.count / 8 + 2
        self.words = [UInt64](unsafeUninitializedCapacity: count) { words, filled in
            words[count - 2] = 0
            words[count - 1] = 0
            UnsafeMutableRawBufferPointer(words).copyBytes(from: bytes)
            filled = count
        }
        self.byteCount = bytes.count
        self.origin = origin
        let texts = self.count()
        self.texts.reserveCapacity(texts)
        for _ in 0..<texts { self.texts.append(PackedText.read(from: &self)) }
    }

    /// The texts that were packed first. Valid only before anything else is read.
    package var firstTexts: TextNumbers { TextNumbers(distinct: self.texts) }

    /// Whether everything was read.
    package var isAtEnd: Bool { (self.place + 7) / 8 == self.byteCount }

    /// The next 64 bits, which may extend beyond the end.
    @inline(__always)
    private var window: UInt64 {
        let index = self.place &>> 6
        let shift = UInt64(truncatingIfNeeded: self.place & 63)
        let (low, high) = (UInt64(littleEndian: self.words[index]), UInt64(littleEndian: self.words[index &+ 1]))
        return low &>> shift | (high &<< 1) &<< (63 &- shift)
    }

    /// Reads at most 64 bits.
    @inline(__always)
    mutating func take(_ count: Int) -> UInt64 {
        defer { self.place &+= count }
        return self.window & (.max &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    package mutating func number() -> UInt64 {
        let window = self.window
        let parts = UInt64(truncatingIfNeeded: (~window).trailingZeroBitCount &+ 1)
        guard parts <= PackedNumber.mostParts else {
            self.place &+= Int(PackedNumber.mostParts)
            return self.take(64)
        }
        self.place &+= Int(truncatingIfNeeded: parts &* 4)
        return window &>> parts & (1 &<< (parts &* 3) &- 1)
    }

    package mutating func short() -> UInt32 { UInt32(self.number()) }

    package mutating func byte() -> UInt8 { UInt8(self.number()) }

    package mutating func flag() -> Bool { self.take(1) != 0 }

    /// Reads flags that were written together.
    package mutating func flags() -> Flags { Flags(bits: self.byte()) }

    /// A set of flags. The index of a flag is its position among the flags that were written together.
    package struct Flags {
        let bits: UInt8

        package subscript(place: UInt8) -> Bool { self.bits >> place & 1 != 0 }
    }

    package mutating func count() -> Int { Int(self.number()) }

    package mutating func signed() -> Int64 { Self.signed(self.number()) }

    package mutating func noise() -> UInt64 { self.take(64) }

    package mutating func token() -> SIMD4<UInt64> {
        let number = self.number()
        return number > 0 ? self.tokens.take(Int(Self.signed(number - 1))) : self.noise()
    }

    mutating func enter() -> SIMD4<UInt64> {
        let token: SIMD4<UInt64> = self.noise()
        self.tokens.keep(token)
        return token
    }

    private mutating func noise() -> SIMD4<UInt64> {
        SIMD4(self.take(64), self.take(64), self.take(64), self.take(64))
    }

    package mutating func moment() -> Instant {
        guard let moment = self.optionalMoment() else { preconditionFailure("something else was packed") }
        return moment
    }

    package mutating func optionalMoment() -> Instant? {
        switch self.number() {
        case PackedMoment.none: nil
        case PackedMoment.distantFuture: .distantFuture
        case PackedMoment.first: Instant(microseconds: .min)
        case let number:
            Instant(microseconds: self.origin.microseconds + Self.signed(number - PackedMoment.nearest))
        }
    }

    package mutating func optionalShort() -> UInt32? {
        let number = self.number()
        return number == 0 ? nil : UInt32(number - 1)
    }

    package mutating func optionalNumber() -> UInt64? { self.flag() ? self.number() : nil }

    package mutating func text() -> String {
        let number = self.textNumber()
        return self[number]
    }

    package mutating func optionalText() -> String? {
        let number = self.short()
        guard number > 0 else { return nil }
        self.enter(number - 1)
        return self[number - 1]
    }

    /// Reads a text, and returns its number.
    mutating func textNumber() -> UInt32 {
        let number = self.short()
        self.enter(number)
        return number
    }

    private mutating func enter(_ number: UInt32) {
        precondition(number <= self.texts.count, "a text is named before it is packed")
        if number == self.texts.count { self.texts.append(PackedText.read(from: &self)) }
    }

    /// The text with this number. The text must have been read before.
    subscript(number: UInt32) -> String { self.texts[Int(number)] }

    /// Reads the start of a text.
    mutating func start() -> [UInt8] {
        let number = self.count()
        precondition(number <= self.starts.count, "the start of a text is named before it is packed")
        if number == self.starts.count {
            let count = self.count()
            // All empty arrays share the same memory, and filling an empty array would write to it.
            self.starts.append(
                count == 0 ? [] : [UInt8](unsafeUninitializedCapacity: count) { $1 = self.read(count, to: $0) })
        }
        return self.starts[number]
    }

    /// Reads bytes to the start of `memory`, and returns their number.
    mutating func read(_ count: Int, to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var offset = 0
        while offset < count {
            let bytes = min(8, count &- offset)
            var word = self.take(8 &* bytes)
            for place in offset..<offset &+ bytes {
                memory[place] = UInt8(truncatingIfNeeded: word)
                word &>>= 8
            }
            offset &+= 8
        }
        return count
    }

    private static func signed(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}
