/// Writes values in few bytes, for what rests in memory until the same process wants it again.
///
/// There is no version and no check of what is read: whoever unpacks reads exactly what was packed, in its order.
package struct Packer: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var texts: TextNumbers
    private var tokens = PackedTokens()
    private let origin: Instant

    /// About what is said with each of the texts in front, so that the bytes are seldom moved.
    private static let bytesForText = 128

    /// Most moments are near the origin and written as their distance from it. The texts are those that most of what
    /// follows is about: they stand in front, under the numbers that they have.
    package init(origin: Instant, texts: TextNumbers = TextNumbers()) {
        self.origin = origin
        self.texts = texts
        self.bytes.reserveCapacity(texts.count * Self.bytesForText)
        self.write(count: texts.count)
        for number in 0..<UInt32(texts.count) { PackedText.write(texts[number], into: &self) }
    }

    /// Seven bits a byte, the lowest first: small numbers are short.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            self.bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        self.bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func write(_ number: UInt32) { self.write(UInt64(number)) }

    package mutating func write(_ number: UInt8) { self.bytes.append(number) }

    package mutating func write(_ flag: Bool) { self.bytes.append(flag ? 1 : 0) }

    /// A count or a place, never below zero.
    package mutating func write(count: Int) { self.write(UInt64(count)) }

    /// Below zero or not, near to it mostly.
    package mutating func write(signed number: Int64) {
        self.write(Self.folded(number))
    }

    /// Small for what is near to zero on either side.
    private static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

    /// All eight bytes of a number that looks like noise.
    package mutating func write(noise number: UInt64) {
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
            self.bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    package mutating func write(_ moment: Instant) {
        switch moment {
        case .distantFuture: self.write(0 as UInt8)
        case Instant(microseconds: .min): self.write(1 as UInt8)
        default:
            let distance = moment.microseconds.subtractingReportingOverflow(self.origin.microseconds)
            precondition(!distance.overflow, "a moment lies further from the origin than can be counted")
            let number = Self.folded(distance.partialValue)
            precondition(number < .max - 1, "a moment lies further from the origin than can be packed")
            self.write(number + 2)
        }
    }

    package mutating func write(_ moment: Instant?) {
        self.write(moment != nil)
        if let moment { self.write(moment) }
    }

    package mutating func write(_ number: UInt32?) {
        self.write(number != nil)
        if let number { self.write(number) }
    }

    package mutating func write(_ number: UInt64?) {
        self.write(number != nil)
        if let number { self.write(number) }
    }

    /// The same text a second time is only a number.
    package mutating func write(_ text: String) {
        let known = self.texts.count
        let number = self.texts.intern(text)
        self.write(number)
        if self.texts.count > known { PackedText.write(text, into: &self) }
    }

    package mutating func write(_ text: String?) {
        self.write(text != nil)
        if let text { self.write(text) }
    }

    /// A token of which the text mostly stands somewhere before, in the same order.
    package mutating func write(_ token: SIMD4<UInt64>) {
        if let distance = self.tokens.find(token) {
            self.write(count: distance + 1)
        } else {
            self.write(0 as UInt8)
            self.write(noise: token)
        }
    }

    mutating func enter(_ token: SIMD4<UInt64>) {
        self.tokens.append(token)
        self.write(noise: token)
    }

    private mutating func write(noise token: SIMD4<UInt64>) {
        for index in 0..<4 { self.write(noise: token[index]) }
    }

    /// Up to eight flags in a byte.
    package mutating func write(
        flags first: Bool, _ second: Bool, _ third: Bool = false, _ fourth: Bool = false, _ fifth: Bool = false,
        _ sixth: Bool = false, _ seventh: Bool = false, _ eighth: Bool = false
    ) {
        let low: UInt8 = (first ? 1 : 0) | (second ? 2 : 0) | (third ? 4 : 0) | (fourth ? 8 : 0)
        let high: UInt8 = (fifth ? 16 : 0) | (sixth ? 32 : 0) | (seventh ? 64 : 0) | (eighth ? 128 : 0)
        self.bytes.append(low | high)
    }

    mutating func append(_ piece: Span<UInt8>) {
        self.write(count: piece.count)
        for index in piece.indices { self.bytes.append(piece[index]) }
    }
}
