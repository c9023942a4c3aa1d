import ShoulderTap

/// One action of a child, already validated against the definition of its word.
package struct WireAction {
    package let word: WireWord
    private let element: PayloadElement

    /// Parses a JSON object as one of the actions of a protocol.
    init(_ element: PayloadElement, _ language: WireLanguage) throws(Nonsense) {
        let repeated = element.repeatedKeys
        guard repeated.isEmpty else { throw Nonsense("the member \(repeated[0]) occurs twice") }
        guard let name = element["do"]?.string else {
            throw Nonsense("it needs \"do\" with the name of an action, or \"done\"")
        }
        guard let word = language.action(name) else {
            let known = language.actions.map(\.name).joined(separator: ", ")
            throw Nonsense("unknown action \"\(Excerpt.of(name))\"; the actions are \(known)")
        }
        for (key, _) in element.members ?? [] where key != "do" && !word.members.contains(where: { $0.name == key }) {
            throw Nonsense("unknown member \"\(Excerpt.of(key))\" of \(name)")
        }
        for member in word.members { try Self.check(member, element[member.name], name) }
        self.word = word
        self.element = element
    }

    private static func check(
        _ member: WireWord.Member, _ value: PayloadElement?, _ action: String
    ) throws(Nonsense) {
        guard let value, !value.isNull else {
            if member.isOptional { return }
            throw Nonsense("\(action) needs \"\(member.name)\"")
        }
        let (isSound, what) =
            switch member.kind {
            case .text: (value.string != nil, "a string")
            case .id: (value.string?.isEmpty == false, "a string that is not empty")
            case .number: (value.int64 != nil, "a whole number")
            case .flag: (value.bool != nil, "true or false")
            case .texts: (value.members?.allSatisfy { $0.value.string != nil } ?? false, "an object of strings")
            case .list, .objects: (false, "left out")
            case .word(let words):
                (value.string.map(words.contains) ?? false, "one of \(words.joined(separator: ", "))")
            }
        guard isSound else { throw Nonsense("\"\(member.name)\" of \(action) must be \(what)") }
    }

    /// Returns a required text.
    func text(_ name: String) -> String { self.element[name]?.string ?? "" }
    func optionalText(_ name: String) -> String? { self.element[name]?.string }
    func number(_ name: String) -> Int { Int(self.element[name]?.int64 ?? 0) }
    func optionalNumber(_ name: String) -> Int? { self.element[name]?.int64.map { Int($0) } }
    func flag(_ name: String) -> Bool? { self.element[name]?.bool }
    func texts(_ name: String) -> [(key: String, value: String)] {
        (self.element[name]?.members ?? []).map { ($0.key, $0.value.string ?? "") }
    }
    func word<Word: RawRepresentable<String>>(_ name: String) -> Word? { self.optionalText(name).flatMap(Word.init) }
}

/// The reason why a line of a child is invalid.
struct Nonsense: Error, Hashable {
    let reason: String
    /// Whether the problem is an extra line that the child wrote after it was done with an event.
    private(set) var isBehindDone = false

    init(_ reason: String) { self.reason = reason }

    static var behindDone: Nonsense {
        var nonsense = Nonsense("it comes after \"done\", which must be the last line of an event")
        nonsense.isBehindDone = true
        return nonsense
    }
}

/// An excerpt of a child's output that is safe to show.
enum Excerpt {
    static let longest = 80

    static func of(_ text: String) -> String { Self.of(Array(text.utf8.prefix(4 * Self.longest + 1))) }

    /// Returns the beginning of the bytes as text, without characters that could move the cursor of a terminal.
    static func of(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(4 * Self.longest), as: UTF8.self).unicodeScalars
        let shown = text.prefix(Self.longest).map { scalar -> Unicode.Scalar in
            let isShown = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
            return isShown ? scalar : "\u{FFFD}"
        }
        let isCut = text.count > Self.longest || bytes.count > 4 * Self.longest
        return String(String.UnicodeScalarView(shown)) + (isCut ? "…" : "")
    }
}
