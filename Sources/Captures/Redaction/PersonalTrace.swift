internal import Basics
internal import ShoulderTap

/// A value that tells of a person, in a payload from which secrets were taken.
package struct PersonalTrace: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case mailAddress = "a mail address"
        case phoneNumber = "a phone number"
        case name = "a name"
    }

    package let kind: Kind
    /// The keys that lead to the value.
    package let path: String

    /// Keys whose texts name people.
    private static let nameKeys: Set<String> = [
        "name", "firstname", "lastname", "fullname", "displayname", "username", "nickname", "sender", "sendername",
        "from", "author", "contact", "caller", "callername", "recipient",
    ]
    private static let phoneDigits = 7...15

    /// The traces in a payload, in the order of its bytes; none where no reader finds a value.
    package static func all(in payload: [UInt8]) -> [PersonalTrace] {
        let inspection = PushPayload.inspect(payload, strictness: .lenient, limit: payload.count)
        guard let root = inspection.root else { return [] }
        var traces: [PersonalTrace] = []
        self.walk(root, path: "", key: "", &traces)
        return traces
    }

    private static func walk(_ element: PayloadElement, path: String, key: String, _ traces: inout [PersonalTrace]) {
        for (key, value) in element.members ?? [] {
            self.walk(value, path: path.isEmpty ? key : "\(path).\(key)", key: key, &traces)
        }
        for value in element.elements ?? [] { self.walk(value, path: path, key: key, &traces) }
        guard let text = element.string, let kind = self.kind(of: text, key) else { return }
        traces.append(PersonalTrace(kind: kind, path: path))
    }

    private static func kind(of text: String, _ key: String) -> Kind? {
        if text.split(whereSeparator: { " <>,;()\"".contains($0) }).contains(where: self.isAddress) {
            return .mailAddress
        }
        if self.hasPhoneNumber(text) { return .phoneNumber }
        let bare = String(decoding: key.utf8.map(ASCII.lowercase).filter(ASCII.isLetter), as: UTF8.self)
        return self.nameKeys.contains(bare) && self.isTelling(text) ? .name : nil
    }

    private static func isAddress(_ word: Substring) -> Bool {
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, self.isTelling(parts[0]), let dot = parts[1].lastIndex(of: ".") else { return false }
        return parts[1].startIndex < dot && parts[1][dot...].count > 2
    }

    /// A plus or a zero, and digits in groups.
    private static func hasPhoneNumber(_ text: String) -> Bool {
        let runs = text.utf8.split { !ASCII.isDigit($0) && !" +-/().".utf8.contains($0) }
        return runs.contains { run in
            let number = run.drop { !ASCII.isDigit($0) && $0 != UInt8(ascii: "+") }
            guard number.first == UInt8(ascii: "+") || number.first == UInt8(ascii: "0") else { return false }
            let digits = number.filter(ASCII.isDigit)
            let isMasked = digits.allSatisfy { $0 == digits.first }
            // A date such as 01.03.2026 has eight digits, too.
            return self.phoneDigits.contains(digits.count) && !isMasked
                && (number.first == UInt8(ascii: "+") || digits.count > 8)
        }
    }

    /// Whether a text has any letter that no mask writes.
    private static func isTelling(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" }
    }
}
