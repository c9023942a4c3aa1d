/// Reads DER elements from the front. Accepts only definite lengths in their shortest form, and never reads beyond the
/// end.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.rest = bytes }
    init(_ bytes: [UInt8]) { self.rest = bytes[...] }

    var isAtEnd: Bool { self.rest.isEmpty }

    /// The tag of the next element, if there is one.
    var nextTag: UInt8? { self.rest.first }

    /// Reads the contents of the next element. If the tag differs or the bytes are not DER, returns nil and ends
    /// reading.
    mutating func contents(of tag: UInt8) -> ArraySlice<UInt8>? {
        guard self.rest.popFirst() == tag, let length = self.length(), length <= self.rest.count else {
            self.rest = []
            return nil
        }
        defer { self.rest = self.rest.dropFirst(length) }
        return self.rest.prefix(length)
    }

    /// Returns the contents of the element, if the bytes are exactly one element.
    static func contents(of tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var reader = Self(bytes)
        guard let contents = reader.contents(of: tag), reader.isAtEnd else { return nil }
        return contents
    }

    /// Reads the big-endian magnitude of a positive INTEGER. Returns nil for zero, and for negative or padded numbers.
    mutating func positiveInteger() -> ArraySlice<UInt8>? {
        guard let contents = self.contents(of: DERTag.integer), let first = contents.first, first < 0x80 else {
            return nil
        }
        guard first == 0 else { return contents }
        // A leading zero is allowed only if the next byte would otherwise look like a negative sign.
        let magnitude = contents.dropFirst()
        return magnitude.first.map { $0 >= 0x80 } == true ? magnitude : nil
    }

    private mutating func length() -> Int? {
        guard let first = self.rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), count <= self.rest.count else { return nil }
        let length = self.rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        self.rest = self.rest.dropFirst(count)
        let isShortest = length >= 0x80 && (count == 1 || length >= 1 << (8 * (count - 1)))
        return isShortest ? length : nil
    }
}

/// The tags that are used here.
enum DERTag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0C
    static let sequence: UInt8 = 0x30

    /// Returns a context-specific tag.
    static func context(_ number: UInt8) -> UInt8 { 0x80 | number }
}
