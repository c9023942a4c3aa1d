internal import Basics

/// The texts that are secret in all places and spellings: in upper or lower case, with escapes, as hexadecimal digits
/// with blanks between them, or within base64.
struct SecretWords {
    /// The minimum length of a secret word. A shorter text could be guessed anyway.
    private static let least = 2
    /// The number of hexadecimal digits that fit into an integer.
    private static let digits = 16

    private var plain = WordPieces()
    private var base64 = WordPieces()
    /// Groups of sixteen hexadecimal digits from the words. They are used to find words whose digits have separators
    /// between them.
    private var numbers: Set<UInt64> = []

    init(_ words: [String]) {
        var known: Set<String> = []
        // The same token may be in the path, in the payload and in the device of an entry.
        for word in words where known.insert(word).inserted { self.insert(word) }
    }

    private mutating func insert(_ word: String) {
        let bytes = Array(word.utf8)
        guard bytes.count >= Self.least, !Self.isPlaceholder(bytes) else { return }
        let low = bytes.map(ASCII.lowercase)
        self.plain.insert(low)
        self.insertBase64(bytes)
        if let inner = Hex.bytes(of: bytes) {
            self.insertBase64(inner)
            self.insertBase64(low)
            self.insertBase64(Array(word.uppercased().utf8))
        }
        // Apple prints data with blanks and angle brackets.
        let digits = low.filter { !Self.partsDigits($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        let values = digits.compactMap(Hex.value(of:))
        if values.count == digits.count {
            self.insertNumbers(values)
        } else if let inner = Base64URL.bytes(ofLenient: bytes) {
            self.insertNumbers(inner.flatMap { [$0 >> 4, $0 & 15] })
        }
    }

    private mutating func insertNumbers(_ values: [UInt8]) {
        guard values.count >= Self.digits else { return }
        let starts = Array(stride(from: 0, through: values.count - Self.digits, by: Self.digits))
        for start in starts + [values.count - Self.digits] {
            self.numbers.insert(values[start..<start + Self.digits].reduce(0) { $0 << 4 | UInt64($1) })
        }
    }

    /// Inserts the base64 forms of a word.
    ///
    /// When longer data contains the word, the base64 of that data contains one of three forms of the word. Base64
    /// characters that also depend on the bytes next to the word are left out.
    private mutating func insertBase64(_ bytes: [UInt8]) {
        for shift in 0..<3 {
            let text = Array(Base64URL.text(of: [UInt8](repeating: 0, count: shift) + bytes).utf8)
            let first = (shift * 8 + 5) / 6
            let own = (shift + bytes.count) * 8 / 6
            guard own - first >= 8 || shift == 0 && own > 2 else { continue }
            self.base64.insert(Array(text[first..<own]))
        }
    }

    /// Whether the bytes are a placeholder, which does not have to be masked: only `x`, or only `1`.
    private static func isPlaceholder(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 == UInt8(ascii: "x") } || bytes.allSatisfy { $0 == UInt8(ascii: "1") }
    }

    /// Returns the places of the words in a text.
    func marks(in text: [UInt8]) -> TextMarks {
        var marks = TextMarks(text.count)
        self.mark(ReadText(text[...]).readings, &marks)
        return marks
    }

    func mark(_ readings: [ReadText], _ marks: inout TextMarks) {
        guard !self.plain.isEmpty else { return }
        for reading in readings { self.mark(reading, &marks) }
    }

    private func mark(_ text: ReadText, _ marks: inout TextMarks) {
        self.plain.find(in: text.bytes.map(ASCII.lowercase)) { marks.add(text.origin(of: $0)) }
        self.base64.find(in: text.bytes.map(Self.urlLetter)) { marks.add(text.origin(of: $0)) }
        self.markNumbers(text, &marks)
    }

    private static func urlLetter(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
    }

    private func markNumbers(_ text: ReadText, _ marks: inout TextMarks) {
        guard !self.numbers.isEmpty else { return }
        var (number, places) = (0 as UInt64, [Int]())
        for (place, byte) in text.bytes.enumerated() {
            if let value = Hex.value(of: byte) {
                number = number << 4 | UInt64(value)
                places.append(place)
                guard places.count >= Self.digits, self.numbers.contains(number) else { continue }
                for digit in places.suffix(Self.digits) { marks.add(text.origin(of: digit..<digit + 1)) }
            } else if !Self.partsDigits(byte) {
                places.removeAll(keepingCapacity: true)
            }
        }
    }

    private static func partsDigits(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
