/// Writes values in few bits, for state that is kept in memory until the same process needs it again.
///
/// There is no version and no validation: read exactly what was packed, in the same order.
package struct Packer: Sendable {
    /// The complete words. The bits that were written first are the lowest bits of the first word.
    private var words: [UInt64] = []
    /// The incomplete word, and the number of bits used in it.
    private var word: UInt64 = 0
    private var taken: UInt64 = 0
    private var texts = TextNumbers()
    /// The starts of texts, without their trailing digits.
    private var starts = TextNumbers()
    private var tokens = PackedTokens()
    private let origin: Instant

    /// An estimate of how many words a text needs. It reserves capacity for the texts that are packed first, so that
    /// the array rarely grows.
    private static let wordsForText = 12

    /// Creates a packer. Instants near `origin` are packed in few bits.
    ///
    /// The `texts` are the texts that most of the data uses. They are packed first and keep their numbers.
    package init(origin: Instant, texts: consuming TextNumbers = TextNumbers()) {
        self.origin = origin
        let count = texts.count
        self.words.reserveCapacity(count * Self.wordsForText)
        self.write(count: count)
        for number in 0..<UInt32(count) { texts.withBytes(of: number) { PackedText.write($0, into: &self) } }
        self.texts = texts
    }

    /// All bytes written; the last byte is padded with zeros.
    package var bytes: [UInt8] {
        let count = self.words.count * 8
        let rest = (Int(self.taken) + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: count + rest) { bytes, filled in
            self.words.withUnsafeBytes { UnsafeMutableRawBufferPointer(bytes).copyMemory(from: $0) }
            for place in 0..<rest {
                bytes[count + place] = UInt8(truncatingIfNeeded: self.word >> UInt64(8 * place))
            }
            filled = count + rest
        }
    }

    /// Writes the lowest `count` bits of `bits`, at most 64. All higher bits must be zero.
    @inline(__always)
    mutating func put(_ bits: UInt64, _ count: UInt64) {
        self.word |= bits &<< self.taken
        let all = self.taken &+ count
        guard all >= 64 else { return self.taken = all }
        self.turn(to: (bits &>> 1) &>> (63 &- self.taken), all &- 64)
    }

    /// Appends the complete word to ``words`` and continues with the word `next`, in which `taken` bits are already
    /// used.
    @inline(never)
    private mutating func turn(to next: UInt64, _ taken: UInt64) {
        self.words.append(self.word.littleEndian)
        self.word = next
        self.taken = taken
    }

    /// Writes a number in parts of three bits, after a prefix with one bit for each part. Small numbers are short.
    package mutating func write(_ number: UInt64) {
        guard number < PackedNumber.large else { return self.write(large: number) }
        let parts = PackedNumber.parts(of: number)
        self.put(number &<< parts | (1 &<< (parts &- 1) &- 1), parts &* 4)
    }

    @inline(never)
    private mutating func write(large number: UInt64) {
        self.put(PackedNumber.markOfLarge, PackedNumber.mostParts)
        self.put(number, 64)
    }

    package mutating func write(_ number: UInt32) { self.write(UInt64(number)) }

    package mutating func write(_ number: UInt8) { self.write(UInt64(number)) }

    package mutating func write(_ flag: Bool) { self.put(flag ? 1 : 0, 1) }

    /// Writes a count or a place, which is never negative.
    package mutating func write(count: Int) { self.write(UInt64(count)) }

    /// Writes a signed number that is usually near zero.
    package mutating func write(signed number: Int64) { self.write(Self.folded(number)) }

    /// Maps signed numbers to unsigned ones. Numbers near zero get small results.
    private static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

    /// Writes all bits of a random number.
    package mutating func write(noise number: UInt64) { self.put(number, 64) }

    package mutating func write(_ moment: Instant?) {
        guard let moment else { return self.write(PackedMoment.none) }
        switch moment {
        case .distantFuture: self.write(PackedMoment.distantFuture)
        case Instant(microseconds: .min): self.write(PackedMoment.first)
        default:
            let distance = moment.microseconds.subtractingReportingOverflow(self.origin.microseconds)
            precondition(!distance.overflow, "a moment lies further from the origin than can be counted")
            let number = Self.folded(distance.partialValue)
            precondition(number <= .max - PackedMoment.nearest, "a moment lies further away than can be packed")
            self.write(number + PackedMoment.nearest)
        }
    }

    package mutating func write(_ number: UInt32?) { self.write(number.map { UInt64($0) + 1 } ?? 0) }

    package mutating func write(_ number: UInt64?) {
        self.write(number != nil)
        if let number { self.write(number) }
    }

    /// Writes a text. A repeated text is written as a number only.
    package mutating func write(_ text: String) { _ = self.enter(text) }

    package mutating func write(_ text: String?) {
        if let text { _ = self.enter(text, numberOfFirst: 1) } else { self.write(0 as UInt64) }
    }

    /// Writes a text, and returns its number.
    mutating func enter(_ text: String, numberOfFirst first: UInt64 = 0) -> UInt32 {
        let known = self.texts.count
        let number = self.texts.intern(text)
        self.write(first &+ UInt64(number))
        if self.texts.count > known { text.utf8.withSpan { PackedText.write($0, into: &self) } }
        return number
    }

    /// Whether the number is the number of this text.
    func holds(_ number: UInt32, _ text: String) -> Bool { self.texts.holds(number, text) }

    /// Writes a token. Usually its text was packed before, and the tokens repeat in nearly the same order.
    package mutating func write(_ token: SIMD4<UInt64>) {
        if let distance = self.tokens.find(token) {
            self.write(1 &+ Self.folded(Int64(distance)))
        } else {
            self.write(0 as UInt64)
            self.write(noise: token)
        }
    }

    mutating func enter(_ token: SIMD4<UInt64>) {
        self.tokens.append(token)
        self.write(noise: token)
    }

    private mutating func write(noise token: SIMD4<UInt64>) {
        for index in 0..<4 { self.put(token[index], 64) }
    }

    /// Writes up to eight flags together.
    package mutating func write(
        flags first: Bool, _ second: Bool, _ third: Bool = false, _ fourth: Bool = false, _ fifth: Bool = false,
        _ sixth: Bool = false, _ seventh: Bool = false, _ eighth: Bool = false
    ) {
        let low: UInt8 = (first ? 1 : 0) | (second ? 2 : 0) | (third ? 4 : 0) | (fourth ? 8 : 0)
        let high: UInt8 = (fifth ? 16 : 0) | (sixth ? 32 : 0) | (seventh ? 64 : 0) | (eighth ? 128 : 0)
        self.write(low | high)
    }

    /// Writes the start of a text. A repeated start is written as a number only.
    mutating func write(start: Span<UInt8>) {
        if let number = self.starts.find(start) { return self.write(number) }
        self.write(self.starts.intern(start))
        self.append(start)
    }

    mutating func append(_ piece: Span<UInt8>) {
        self.write(count: piece.count)
        var offset = 0
        while offset < piece.count {
            self.put(piece.word(at: offset), UInt64(8 &* min(8, piece.count &- offset)))
            offset &+= 8
        }
    }
}

/// The packed form of a number: its bits in parts of three, after a prefix. The prefix has a one for each part after
/// the first, and then a zero.
enum PackedNumber {
    /// The maximum number of parts that fit into a word together with their prefix.
    static let mostParts: UInt64 = 16
    /// The smallest large number. Large numbers are written in full, after a mark that no smaller number has.
    static let large: UInt64 = 1 << 48
    static let markOfLarge: UInt64 = 1 << 16 - 1

    @inline(__always)
    static func parts(of number: UInt64) -> UInt64 {
        UInt64(truncatingIfNeeded: (66 &- (number | 1).leadingZeroBitCount) / 3)
    }
}

/// The numbers for special instants. Numbers from `nearest` on are distances from the origin.
enum PackedMoment {
    static let none: UInt64 = 0
    static let distantFuture: UInt64 = 1
    static let first: UInt64 = 2
    static let nearest: UInt64 = 3
}
