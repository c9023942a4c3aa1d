internal import Basics
internal import ShoulderTap

/// A value that may identify a person, in a payload from which secrets were removed.
package struct PersonalTrace: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case mailAddress = "an email address"
        case phoneNumber = "a phone number"
        case name = "a name"
    }

    package let kind: Kind
    /// The path of the value.
    package let path: String
    /// Whether the last key of the path is the trace, not the value. Keys are not masked.
    package let isKey: Bool

    /// The keys whose texts are names of people.
    private static let nameKeys: Set<String> = [
        "name", "firstname", "lastname", "fullname", "displayname", "username", "nickname", "sender", "sendername",
        "from", "author", "contact", "caller", "callername", "recipient",
    ]
    /// Keys whose values are phone numbers.
    private static let phoneKeys: Set<String> = [
        "phone", "phonenumber", "mobile", "mobilenumber", "tel", "telephone", "cell", "msisdn", "callerid", "whatsapp",
    ]
    private static let phoneDigits = 7...15

    /// Returns the traces in a payload, in the order of its bytes; empty if no reader finds a value.
    package static func all(in payload: [UInt8]) -> [PersonalTrace] {
        let inspection = PushPayload.inspect(payload, strictness: .lenient, limit: payload.count)
        guard let root = inspection.root else { return [] }
        var walk = Walk()
        walk.visit(root, Place())
        return walk.traces
    }

    /// The way to a value.
    private struct Place {
        var path = ""
        var key = ""
        /// Whether the value is a text that the system shows.
        var isShown = false

        func entering(_ key: String) -> Place {
            let isShown = self.isShown || (self.path == "aps" && key == "alert") || key == "notification"
            // As `--redact` reads it.
            let step = key.flatMap { $0 == "." || $0 == "\\" ? ["\\", $0] : [$0] }
            return Place(path: (self.path.isEmpty ? "" : "\(self.path).") + step, key: key, isShown: isShown)
        }
    }

    private struct Walk {
        var traces: [PersonalTrace] = []

        mutating func visit(_ element: PayloadElement, _ place: Place) {
            for (key, value) in element.members ?? [] {
                let inside = place.entering(key)
                if let kind = PersonalTrace.address(in: key) {
                    self.traces.append(PersonalTrace(kind: kind, path: inside.path, isKey: true))
                }
                self.visit(value, inside)
            }
            for value in element.elements ?? [] { self.visit(value, place) }
            guard let kind = PersonalTrace.kind(of: element, place) else { return }
            self.traces.append(PersonalTrace(kind: kind, path: place.path, isKey: false))
        }
    }

    private static func kind(of element: PayloadElement, _ place: Place) -> Kind? {
        let bare = String(decoding: place.key.utf8.map(ASCII.lowercase).filter(ASCII.isLetter), as: UTF8.self)
        if let number = element.number {
            return self.phoneKeys.contains(bare) && self.isPhoneNumber(number.text.utf8.filter(ASCII.isDigit))
                ? .phoneNumber : nil
        }
        guard let text = element.string else { return nil }
        if let kind = self.address(in: text) { return kind }
        if self.phoneKeys.contains(bare), self.isPhoneNumber(text.utf8.filter(ASCII.isDigit)) { return .phoneNumber }
        if self.nameKeys.contains(bare), self.isTelling(text) { return .name }
        return place.isShown && self.hasFullName(text) ? .name : nil
    }

    /// Returns the kind of a mail address or phone number anywhere in a text; nil without one.
    private static func address(in text: String) -> Kind? {
        if text.split(whereSeparator: { " <>,;()\"".contains($0) }).contains(where: self.isAddress) {
            return .mailAddress
        }
        return self.hasPhoneNumber(text) ? .phoneNumber : nil
    }

    /// Whether the text has two adjacent words that begin with a capital and continue in small letters, as first and
    /// last names do.
    private static func hasFullName(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return zip(words, words.dropFirst()).contains { self.isCapitalized($0) && self.isCapitalized($1) }
    }

    private static func isCapitalized(_ word: Substring) -> Bool {
        let letters = word.unicodeScalars.filter { $0.properties.isAlphabetic }
        guard let first = letters.first, letters.count > 1, first == word.unicodeScalars.first else { return false }
        return first.properties.isUppercase && letters.dropFirst().allSatisfy(\.properties.isLowercase)
            && self.isTelling(word)
    }

    private static func isAddress(_ word: Substring) -> Bool {
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, self.isTelling(parts[0]), let dot = parts[1].lastIndex(of: ".") else { return false }
        return parts[1].startIndex < dot && parts[1][dot...].count > 2
    }

    /// Whether the text has a phone number: a plus or a zero, and digits in groups.
    private static func hasPhoneNumber(_ text: String) -> Bool {
        let runs = text.utf8.split { !ASCII.isDigit($0) && !" +-/().".utf8.contains($0) }
        return runs.contains { run in
            let number = run.drop { !ASCII.isDigit($0) && $0 != UInt8(ascii: "+") }
            guard number.first == UInt8(ascii: "+") || number.first == UInt8(ascii: "0") else { return false }
            let digits = number.filter(ASCII.isDigit)
            // A date such as 01.03.2026 has eight digits, too.
            return self.isPhoneNumber(digits) && (number.first == UInt8(ascii: "+") || digits.count > 8)
        }
    }

    /// Whether the number of digits is that of a phone number, and the digits are not a mask.
    private static func isPhoneNumber(_ digits: [UInt8]) -> Bool {
        self.phoneDigits.contains(digits.count) && !digits.allSatisfy { $0 == digits.first }
    }

    /// Whether a text has any letter that is not from a mask.
    private static func isTelling(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" }
    }
}
