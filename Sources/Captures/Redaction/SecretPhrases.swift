internal import Basics

/// Finds secrets in text without any order: what stands behind a name of a secret, a scheme of authorization, or the
/// path that device tokens end.
enum SecretPhrases {
    private static let mostNameBytes = 64
    private static let schemes = ["bearer ", "basic ", "key="]
    /// What stands before the token in the path of a request to APNs.
    static let tokenPath = "/3/device/"

    static func mark(_ readings: [ReadText], _ marks: inout TextMarks) {
        for text in readings {
            for range in Self.ranges(in: text.bytes) { marks.add(text.origin(of: range)) }
        }
    }

    /// Where secrets stand in a text, some perhaps twice.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var (ranges, place) = ([Range<Int>](), 0)
        while place < text.count {
            let value =
                switch text[place] {
                case UInt8(ascii: ":"), UInt8(ascii: "="): Self.value(behind: place, in: text)
                case UInt8(ascii: " "): Self.credentials(behind: place, in: text)
                case UInt8(ascii: "/"): Self.token(at: place, in: text)
                default: Int?.none
                }
            place += 1
            guard let value else { continue }
            place = Self.end(of: value, in: text)
            if value < place { ranges.append(value..<place) }
        }
        return ranges
    }

    /// How much of a value says how one proves who one is; what follows is the secret.
    static func schemeLength(_ value: ArraySlice<UInt8>) -> Int {
        Self.schemes.first { value.prefix($0.utf8.count).map(ASCII.lowercase).elementsEqual($0.utf8) }?.utf8.count ?? 0
    }

    /// Where the value of a secret name begins, of which a colon or an equals sign follows the name.
    private static func value(behind sign: Int, in text: [UInt8]) -> Int? {
        let before = text[max(0, sign - Self.mostNameBytes)..<sign]
        let name = before.dropLast(before.reversed().prefix(while: Self.isAround).count)
        let word = name.suffix(name.reversed().prefix { Self.isOfName($0) }.count)
        guard !word.isEmpty, SecretName.isSecret(word) else { return nil }
        let start = Self.start(behind: sign + 1, in: text)
        return Self.start(behind: start + Self.schemeLength(text[start...]), in: text)
    }

    /// Where a value begins behind blanks, quotes, line breaks and what opens a bracket.
    private static func start(behind place: Int, in text: [UInt8]) -> Int {
        place + text[place...].prefix { Self.isAround($0) || Self.isOpening($0) }.count
    }

    private static func credentials(behind blank: Int, in text: [UInt8]) -> Int? {
        let before = text[max(0, blank - 6)...blank]
        guard before.map(ASCII.lowercase).elementsEqual("bearer ".utf8) else { return nil }
        return blank + 1
    }

    private static func token(at slash: Int, in text: [UInt8]) -> Int? {
        text[slash...].starts(with: Self.tokenPath.utf8) ? slash + Self.tokenPath.utf8.count : nil
    }

    private static func end(of start: Int, in text: [UInt8]) -> Int {
        start + text[start...].prefix { !Self.isAround($0) && !Self.isBehind($0) }.count
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// What may stand between a name, its sign and its value.
    private static func isAround(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: "\\")
    }

    /// What else may stand between a sign and its value.
    private static func isOpening(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["):
            true
        default: false
        }
    }

    private static func isBehind(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "/"), UInt8(ascii: "?"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}
