internal import Basics
internal import ShoulderTap

/// A value that may identify a person. The secrets of the payload were removed before.
package struct PersonalTrace: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case mailAddress = "an email address"
        case phoneNumber = "a phone number"
        case name = "a name"
    }

    package let kind: Kind
    /// The path of the value.
    package let path: String
    /// Whether the personal data is the last key of the path. If false, the personal data is the value. Keys are not
    /// masked.
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

    /// Returns the traces in a payload, in the order of its bytes. Returns none if no reader can parse the payload.
    package static func all(in payload: [UInt8]) -> [PersonalTrace] {
        let inspection = PushPayload.inspect(payload, strictness: .lenient, limit: payload.count)
        guard let root = inspection.root else { return [] }
        var walk = Walk()
        walk.visit(root, Place())
        return walk.traces
    }

    /// The place of a value in the payload: the path to the value, and its key.
    private struct Place {
        var path = ""
        var key = ""
        /// Whether the value is a text that the system shows to the user.
        var isShown = false

        func entering(_ key: String) -> Place {
            let isShown = self.isShown || (self.path == "aps" && key == "alert") || key == "notification"
            // The path uses the escapes that `--redact` reads.
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

    /// Returns the kind of the first mail address or phone number in a text. Returns nil if there is none.
    private static func address(in text: String) -> Kind? {
        if text.split(whereSeparator: { " <>,;()\"".contains($0) }).contains(where: self.isAddress) {
            return .mailAddress
        }
        return self.hasPhoneNumber(text) ? .phoneNumber : nil
    }

    /// Whether the text has two adjacent words that look like a first and a last name: each begins with a capital
    /// letter and continues in small letters.
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
            // A date such as 01.03.2026 has eight digits, like a short phone number.
            return self.isPhoneNumber(digits) && (number.first == UInt8(ascii: "+") || digits.count > 8)
        }
    }

    /// Whether these may be the digits of a phone number: their count fits, and they are not a mask.
    private static func isPhoneNumber(_ digits: [UInt8]) -> Bool {
        self.phoneDigits.contains(digits.count) && !digits.allSatisfy { $0 == digits.first }
    }

    /// Whether the text has a letter other than `x`. A text without such letters may be a mask.
    private static func isTelling(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" }
    }
}
