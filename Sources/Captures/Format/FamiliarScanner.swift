internal import ShoulderTap

/// Scans bytes in the exact form in which `CaptureWriter` writes a line, and stops at any difference.
struct FamiliarScanner {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    private let bytes: UnsafeRawBufferPointer
    private(set) var place: Int
    /// Whether all texts so far were ASCII. If so, UTF-8 does not have to be checked.
    private(set) var isASCII = true

    init(_ bytes: UnsafeRawBufferPointer, from place: Int) {
        self.bytes = bytes
        self.place = place
    }

    private var left: Int { self.bytes.count &- self.place }

    /// Skips exactly these bytes. Returns false and does not move if they differ.
    @inline(__always)
    mutating func skip(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard self.left >= count, let base = self.bytes.baseAddress else { return false }
        let (wanted, found) = (UnsafeRawPointer(literal.utf8Start), base + self.place)
        guard Self.isSame(wanted, found, count) else { return false }
        self.place &+= count
        return true
    }

    /// Skips the bytes of `known`. Returns false and does not move if they differ.
    @inline(__always)
    mutating func skip(_ known: [UInt8]) -> Bool {
        guard !known.isEmpty, self.left >= known.count, let base = self.bytes.baseAddress else { return false }
        let found = base + self.place
        guard known.withUnsafeBytes({ Self.isSame($0.baseAddress!, found, known.count) }) else { return false }
        self.place &+= known.count
        return true
    }

    @inline(__always)
    private static func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
        var index = 0
        while index &+ 8 <= count {
            let left = one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard left == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
            index &+= 8
        }
        while index < count {
            guard one.load(fromByteOffset: index, as: UInt8.self) == other.load(fromByteOffset: index, as: UInt8.self)
            else { return false }
            index &+= 1
        }
        return true
    }

    /// Reads an integer in its canonical form. The number of digits is limited, so that the integer cannot overflow.
    @inline(__always)
    mutating func number() -> Int64? {
        let start = self.place
        var number: Int64 = 0
        while self.place < self.bytes.count, case let digit = self.bytes[self.place] &- 0x30, digit < 10 {
            number = number &* 10 &+ Int64(digit)
            self.place &+= 1
        }
        let count = self.place &- start
        return 1...18 ~= count && (count == 1 || self.bytes[start] != 0x30) ? number : nil
    }

    /// Skips a string and its closing quote, if all of it is ASCII without escapes.
    @inline(__always)
    mutating func plainText() -> Range<Int>? {
        let start = self.place
        while true {
            let special = self.nextSpecial()
            self.place = special
            guard special < self.bytes.count, self.bytes[special] == UInt8(ascii: "\"") else { return nil }
            self.place &+= 1
            return start..<special
        }
    }

    /// Skips a string and its closing quote, and writes the unescaped text to `output`.
    ///
    /// Returns nil if the text does not fit into `output`, or if it has an escape of more than one letter.
    @inline(__always)
    mutating func text(into output: UnsafeMutableRawBufferPointer) -> Int? {
        let span = UnsafeBufferPointer(rebasing: self.bytes.assumingMemoryBound(to: UInt8.self)[self.place...]).span
        guard let copy = span.copyText(from: 0, to: output) else { return nil }
        if !copy.isASCII { self.isASCII = false }
        self.place &+= copy.end
        return copy.count
    }

    /// Returns the index of the next byte that ends a string or is not plain text.
    @inline(__always)
    private func nextSpecial() -> Int {
        var place = self.place
        guard let base = self.bytes.baseAddress else { return place }
        while self.bytes.count &- place >= 8 {
            let specials = Self.specials(in: (base + place).loadUnaligned(as: UInt64.self))
            guard specials == 0 else { return place &+ specials.trailingZeroBitCount &>> 3 }
            place &+= 8
        }
        while place < self.bytes.count {
            let byte = self.bytes[place]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
            place &+= 1
        }
        return place
    }

    /// Returns a word in which the top bit of a byte marks a quote, a backslash, a control character or a non-ASCII
    /// byte. The bits after the first mark may be wrong.
    @inline(__always)
    private static func specials(in word: UInt64) -> UInt64 {
        let quotes = (word ^ (self.ones &* 0x22)) &- self.ones
        let escapes = (word ^ (self.ones &* 0x5C)) &- self.ones
        let controls = word &- (self.ones &* 0x20)
        return UInt64(littleEndian: (quotes | escapes | controls | word) & self.tops)
    }
}
