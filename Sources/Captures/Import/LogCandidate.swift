internal import Basics

/// Text in a log that may be a dictionary. It starts at the first bracket.
struct LogCandidate: Sendable {
    enum Step: Equatable {
        /// The dictionary is complete. Its last bracket is just before this place.
        case ended(Int)
        /// The text is not a dictionary, because a closing bracket matches no open bracket. The closing bracket is just
        /// before this place.
        case broken(Int)
        /// The nesting at this place is deeper than in any dictionary.
        case tooDeep(Int)
        case open
    }

    /// The maximum number of open brackets in a dictionary.
    static let mostDeep = 64

    /// The line on which the candidate began.
    let line: Int
    private(set) var text: [UInt8] = []
    /// The brackets that would close the open brackets. `openers` has the places of the open brackets.
    private var closers: [UInt8] = []
    private(set) var openers: [Int] = []
    private var isQuoted = false
    private var isEscaped = false

    init(line: Int) { self.line = line }

    /// Returns the place of the first bracket in `rest` that may begin a dictionary.
    static func start(in rest: ArraySlice<UInt8>) -> Int? {
        rest.indices.first { place in
            switch rest[place] {
            case UInt8(ascii: "{"): Self.mayBegin(rest[(place + 1)...])
            case UInt8(ascii: "["):
                rest[(place + 1)...].starts(with: "AnyHashable(".utf8) || rest[(place + 1)...].starts(with: "\"".utf8)
            default: false
            }
        }
    }

    private static func mayBegin(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let next = rest.first(where: { !ASCII.isBlank($0) }), next != 0x0A else { return true }
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "_") || ASCII.isLetter(next) || ASCII.isDigit(next)
    }

    /// Adds the text of one line, up to the end of the dictionary.
    mutating func take(_ rest: ArraySlice<UInt8>) -> Step {
        for place in rest.indices {
            let byte = rest[place]
            self.text.append(byte)
            if self.isEscaped {
                self.isEscaped = false
            } else if self.isQuoted {
                self.isEscaped = byte == UInt8(ascii: "\\")
                self.isQuoted = byte != UInt8(ascii: "\"")
            } else if let isEnd = self.passed(byte) {
                return isEnd ? .ended(place + 1) : .broken(place + 1)
            } else if self.closers.count > Self.mostDeep {
                return .tooDeep(place + 1)
            }
        }
        self.text.append(0x0A)
        return .open
    }

    /// Adds the rest of the line without matching its brackets.
    mutating func takeAlong(_ rest: ArraySlice<UInt8>) { self.text += rest + [0x0A] }

    /// Returns true for the last bracket, false for a wrong bracket, and nil for any other byte.
    private mutating func passed(_ byte: UInt8) -> Bool? {
        switch byte {
        case UInt8(ascii: "\""): self.isQuoted = true
        case UInt8(ascii: "{"): self.open(UInt8(ascii: "}"))
        case UInt8(ascii: "("): self.open(UInt8(ascii: ")"))
        case UInt8(ascii: "["): self.open(UInt8(ascii: "]"))
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
            guard self.closers.last == byte else {
                // In a dictionary that Swift prints, texts have no quotes, even if they contain a bracket.
                return self.text.first == UInt8(ascii: "[") ? nil : false
            }
            self.closers.removeLast()
            self.openers.removeLast()
            return self.closers.isEmpty ? true : nil
        default: break
        }
        return nil
    }

    private mutating func open(_ closer: UInt8) {
        self.closers.append(closer)
        self.openers.append(self.text.count - 1)
    }

    private static let words = ["aps", "shoulderTap"].map { Array($0.utf8) }

    /// Whether the text has a word that only pushes have. If a text in a log has no such word, it is ignored.
    static func speaksOfPush(_ text: [UInt8]) -> Bool { Self.hasWord(text) { _ in true } }

    /// Whether the text has a word that only pushes have, with a colon or an equals sign after it. A word with such a
    /// sign is probably a key.
    static func hasKeyOfPush(_ text: [UInt8]) -> Bool {
        Self.hasWord(text) { text[$0...].first { !Self.isAroundKey($0) }.map(Self.isSign) ?? false }
    }

    /// Whether the text has an envelope: its key, and then a dictionary or the text of one.
    static func hasEnvelope(_ text: [UInt8]) -> Bool {
        Self.hasWord(text, among: [Array(FirebaseMessage.envelopeKey.utf8)]) { end in
            let behind = text[end...].drop { Self.isAroundKey($0) }
            guard let sign = behind.first, Self.isSign(sign) else { return false }
            return behind.dropFirst().first { !Self.isAroundKey($0) } == UInt8(ascii: "{")
        }
    }

    /// - Parameter isMeant: Decides whether a word counts. Called with the end of each of the words.
    private static func hasWord(
        _ text: [UInt8], among words: [[UInt8]] = Self.words, _ isMeant: (Int) -> Bool
    ) -> Bool {
        words.contains { word in
            text.indices.contains { place in
                guard text[place...].starts(with: word) else { return false }
                let (before, behind) = (place - 1, place + word.count)
                return !(before >= 0 && Self.isPartOfWord(text[before]))
                    && !(behind < text.count && Self.isPartOfWord(text[behind])) && isMeant(behind)
            }
        }
    }

    static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") }

    /// Whether the byte may be between a key and the colon or equals sign after it.
    static func isAroundKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: ")"): true
        default: ASCII.isBlank(byte)
        }
    }

    /// Whether the byte continues a word: `aps-environment` and `com.apple.aps` are other words.
    static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80
        }
    }
}
