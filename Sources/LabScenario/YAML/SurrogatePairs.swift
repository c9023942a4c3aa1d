import Basics

/// Replaces each surrogate pair with a single escape.
///
/// JSON writes a character beyond U+FFFF as two escapes, which are called a surrogate pair. YAML accepts neither of
/// these two escapes.
struct SurrogatePairs {
    /// The number of characters by which `\U0001F600` is shorter than `\ud83d\ude00`.
    private static let saved = 2

    /// The text in which each pair is replaced by one escape.
    private(set) var text: [UInt8] = []
    /// The positions of the joined pairs in the text, counted in characters, in order.
    private var joins: [Int] = []

    /// Joins the pairs of a text that begins like JSON.
    ///
    /// Other texts stay unchanged.
    init(joining text: [UInt8]) throws(ScenarioFault) {
        let first = text.first { !Self.isBlank($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), text.contains(UInt8(ascii: "\\")) else {
            self.text = text
            return
        }
        try self.join(text)
    }

    /// Returns the number to add to a column of the joined text. The sum is the column of the same place in the
    /// original text.
    ///
    /// `index` and `column` are counted from zero.
    func shift(index: Int, column: Int) -> Int {
        (self.joins(before: index) - self.joins(before: index - column)) * Self.saved
    }

    private func joins(before index: Int) -> Int {
        var (low, high) = (0, self.joins.count)
        while low < high {
            let middle = (low + high) / 2
            if self.joins[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Joining

    private mutating func join(_ text: [UInt8]) throws(ScenarioFault) {
        self.text.reserveCapacity(text.count)
        var (place, characters) = (0, 0)
        var quote: UInt8?
        var (before, token) = (UInt8(ascii: "\n"), UInt8(ascii: ","))
        while place < text.count {
            let byte = text[place]
            var (count, isComment) = (1, false)
            if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\") {
                if let scalar = try Self.pair(in: text, at: place) {
                    self.joins.append(characters)
                    self.text += Array("\\U".utf8) + Self.eightDigits(scalar)
                    (place, characters, before) = (place + 12, characters + 10, byte)
                    continue
                }
                count = 2
            } else if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "#"), Self.isBlank(before) {
                isComment = true
                count = text[place...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.count
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), Self.opensValue(token) {
                quote = byte
            }
            let end = min(place + count, text.count)
            characters += text[place..<end].count { $0 & 0xC0 != 0x80 }
            self.text += text[place..<end]
            before = text[end - 1]
            if !Self.isBlank(before), !isComment { token = before }
            place = end
        }
    }

    /// Returns the character that two escapes represent, or nil if there is no surrogate pair.
    ///
    /// Throws if one half is missing.
    private static func pair(in text: [UInt8], at place: Int) throws(ScenarioFault) -> UInt32? {
        guard let high = Self.unit(in: text, at: place), 0xD800...0xDFFF ~= high else { return nil }
        guard high < 0xDC00, let low = Self.unit(in: text, at: place + 6), 0xDC00...0xDFFF ~= low else {
            throw ScenarioFault(
                "this is half of a surrogate pair; write both halves, such as \\ud83d\\ude00, or the character itself",
                at: Place(ofByte: place, in: text))
        }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    /// Returns the number of an escape such as `\ud83d`.
    private static func unit(in text: [UInt8], at place: Int) -> UInt32? {
        guard place + 6 <= text.count, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for byte in text[(place + 2)..<(place + 6)] {
            guard let digit = Hex.value(of: byte) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    private static func eightDigits(_ scalar: UInt32) -> [UInt8] {
        let digits = String(scalar, radix: 16, uppercase: true)
        return Array((String(repeating: "0", count: 8 - digits.utf8.count) + digits).utf8)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Whether a quote after this token starts a value.
    ///
    /// After any other token, a quote is an ordinary character.
    private static func opensValue(_ token: UInt8) -> Bool { "{[,:".utf8.contains(token) }
}
