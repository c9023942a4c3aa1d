internal import Basics

/// A text with decoded escapes. For each of its bytes, it records the place in the original text.
struct ReadText {
    let bytes: [UInt8]
    /// The place in the original text at which this text starts.
    private let start: Int
    /// For each byte of this text, the range in the original text that the byte comes from. Nil if nothing was decoded.
    private let origins: [Range<UInt32>]?

    /// - Parameter bytes: The bytes of the text. Their number must not exceed the maximum length of a line of a
    ///   capture.
    init(_ bytes: ArraySlice<UInt8>) { self.init(Array(bytes), from: bytes.startIndex, nil) }

    private init(_ bytes: [UInt8], from start: Int, _ origins: [Range<UInt32>]?) {
        (self.bytes, self.start, self.origins) = (bytes, start, origins)
    }

    /// Returns the range in the original text that a part of this text comes from.
    func origin(of range: Range<Int>) -> Range<Int> {
        guard let first = range.first, let last = range.last else { return 0..<0 }
        guard let origins else { return self.start + first..<self.start + last + 1 }
        return Int(origins[first].lowerBound)..<Int(origins[last].upperBound)
    }

    func part(_ range: Range<Int>) -> ReadText {
        ReadText(
            Array(self.bytes[range]), from: self.start + range.lowerBound, self.origins.map { Array($0[range]) })
    }

    /// The possible readings of the text: as written, with JSON escapes decoded once, and with JSON escapes decoded
    /// twice. Each reading is also included a second time, with the escapes of URLs and XML decoded.
    var readings: [ReadText] {
        var readings = [self]
        while readings.count < 3, let next = readings.last?.withoutEscapes { readings.append(next) }
        return readings + readings.compactMap(\.withoutReferences)
    }

    /// The text with its JSON escapes decoded; nil if there are none.
    var withoutEscapes: ReadText? {
        guard self.bytes.contains(UInt8(ascii: "\\")) else { return nil }
        return self.reading { bytes in
            guard bytes.first == UInt8(ascii: "\\"), let kind = bytes.dropFirst().first else { return nil }
            switch kind {
            case UInt8(ascii: "u"): return Self.unicodeEscape(bytes)
            case UInt8(ascii: "b"): return ([0x08], 2)
            case UInt8(ascii: "f"): return ([0x0C], 2)
            case UInt8(ascii: "n"): return ([0x0A], 2)
            case UInt8(ascii: "r"): return ([0x0D], 2)
            case UInt8(ascii: "t"): return ([0x09], 2)
            default: return ([kind], 2)
            }
        }
    }

    /// The text with `%61`, `&#97;` and `&quot;` decoded; nil if there are none.
    private var withoutReferences: ReadText? {
        guard self.bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") }) else { return nil }
        return self.reading { bytes in
            if bytes.first == UInt8(ascii: "%") { return Hex.bytes(of: bytes.dropFirst().prefix(2)).map { ($0, 3) } }
            guard bytes.first == UInt8(ascii: "&") else { return nil }
            if let name = Self.references.first(where: { bytes.starts(with: $0.name.utf8) }) {
                return ([name.meaning], name.name.utf8.count)
            }
            return Self.numbered(bytes)
        }
    }

    private static let references: [(name: String, meaning: UInt8)] = [
        ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&amp;", UInt8(ascii: "&")),
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ]

    /// Decodes `&#61;` or `&#x3d;`, with any number of leading zeros.
    private static func numbered(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        guard bytes.starts(with: "&#".utf8) else { return nil }
        let isHex = bytes.dropFirst(2).first.map(ASCII.lowercase) == UInt8(ascii: "x")
        let start = bytes.dropFirst(isHex ? 3 : 2)
        let digits = start.prefix { Hex.value(of: $0) != nil }
        guard start.dropFirst(digits.count).first == UInt8(ascii: ";"),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return (Array(String(scalar).utf8), bytes.prefix(isHex ? 3 : 2).count + digits.count + 1)
    }

    /// - Parameter undo: Decodes an escape at the start of the bytes. Returns the decoded bytes and the length of the
    ///   escape.
    private func reading(_ undo: (ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)?) -> ReadText {
        var (bytes, origins, place) = ([UInt8](), [Range<UInt32>](), 0)
        bytes.reserveCapacity(self.bytes.count)
        origins.reserveCapacity(self.bytes.count)
        while place < self.bytes.count {
            let escape = undo(self.bytes[place...]).flatMap { $0.bytes.isEmpty ? nil : $0 }
            let origin = self.origin(of: place..<place + (escape?.length ?? 1))
            let compact = UInt32(origin.lowerBound)..<UInt32(origin.upperBound)
            if let escape {
                bytes += escape.bytes
                origins += repeatElement(compact, count: escape.bytes.count)
            } else {
                bytes.append(self.bytes[place])
                origins.append(compact)
            }
            place += escape?.length ?? 1
        }
        return ReadText(bytes, from: 0, origins)
    }

    /// Decodes `\u0061`, or a surrogate pair of two escapes.
    private static func unicodeEscape(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        func unit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
            guard bytes.starts(with: "\\u".utf8), let value = Hex.bytes(of: bytes.dropFirst(2).prefix(4)),
                value.count == 2
            else { return nil }
            return UInt16(value[0]) << 8 | UInt16(value[1])
        }
        guard let first = unit(bytes) else { return nil }
        if UTF16.isLeadSurrogate(first), let second = unit(bytes.dropFirst(6)), UTF16.isTrailSurrogate(second) {
            return (Array(String(decoding: [first, second], as: UTF16.self).utf8), 12)
        }
        return (Array(String(decoding: [first], as: UTF16.self).utf8), 6)
    }
}
