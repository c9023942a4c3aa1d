/// Reads what a ``Packer`` wrote, in the same order.
package struct Unpacker: Sendable {
    private let bytes: [UInt8]
    private var place = 0
    private var texts: [String] = []
    private var tokens = PackedTokens()
    private let origin: Instant

    package init(_ bytes: [UInt8], origin: Instant) {
        self.bytes = bytes
        self.origin = origin
        let count = self.count()
        self.texts.reserveCapacity(count)
        for _ in 0..<count { self.texts.append(PackedText.read(from: &self)) }
    }

    /// The texts that stood in front, as long as nothing else was read.
    package var firstTexts: TextNumbers {
        var texts = TextNumbers(minimumCapacity: self.texts.count)
        for text in self.texts { _ = texts.intern(text) }
        return texts
    }

    /// Whether all of it was read.
    package var isAtEnd: Bool { self.place == self.bytes.count }

    package mutating func number() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = self.byte()
            number |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return number }
            shift += 7
        }
    }

    package mutating func short() -> UInt32 { UInt32(self.number()) }

    package mutating func byte() -> UInt8 {
        defer { self.place += 1 }
        return self.bytes[self.place]
    }

    package mutating func flag() -> Bool { self.byte() != 0 }

    /// Flags that were written in one byte.
    package mutating func flags() -> Flags { Flags(bits: self.byte()) }

    /// Some flags, by the place in which they were written.
    package struct Flags {
        let bits: UInt8

        package subscript(place: UInt8) -> Bool { self.bits >> place & 1 != 0 }
    }

    package mutating func count() -> Int { Int(self.number()) }

    package mutating func signed() -> Int64 { Self.signed(self.number()) }

    package mutating func noise() -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) { number |= UInt64(self.byte()) << shift }
        return number
    }

    package mutating func token() -> SIMD4<UInt64> {
        let distance = self.count()
        return distance > 0 ? self.tokens.take(distance - 1) : self.noise()
    }

    mutating func enter() -> SIMD4<UInt64> {
        let token: SIMD4<UInt64> = self.noise()
        self.tokens.append(token)
        return token
    }

    private mutating func noise() -> SIMD4<UInt64> {
        SIMD4(self.noise() as UInt64, self.noise() as UInt64, self.noise() as UInt64, self.noise() as UInt64)
    }

    package mutating func moment() -> Instant {
        switch self.number() {
        case 0: .distantFuture
        case 1: Instant(microseconds: .min)
        case let number: Instant(microseconds: self.origin.microseconds + Self.signed(number - 2))
        }
    }

    package mutating func optionalMoment() -> Instant? { self.flag() ? self.moment() : nil }

    package mutating func optionalShort() -> UInt32? { self.flag() ? self.short() : nil }

    package mutating func optionalNumber() -> UInt64? { self.flag() ? self.number() : nil }

    package mutating func text() -> String {
        let number = self.count()
        if number == self.texts.count { self.texts.append(PackedText.read(from: &self)) }
        return self.texts[number]
    }

    package mutating func optionalText() -> String? { self.flag() ? self.text() : nil }

    mutating func piece() -> ArraySlice<UInt8> {
        let count = self.count()
        defer { self.place += count }
        return self.bytes[self.place..<self.place + count]
    }

    private static func signed(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}
