internal import Basics
internal import ShoulderTap

/// Creates a JSON payload from a description.
///
/// In a description, the number 1 and the text "1" look the same. If push services define a key, its value gets the
/// documented type. For other keys, a value that looks like a number becomes a number.
enum DescriptionWriter {
    /// The keys whose values are always texts.
    private static let texts: Set<String> = [
        "alert", "title", "subtitle", "body", "launch-image", "title-loc-key", "subtitle-loc-key", "loc-key",
        "loc-args", "title-loc-args", "subtitle-loc-args", "action-loc-key", "action", "summary-arg", "sound", "name",
        "thread-id", "category", "target-content-id", "filter-criteria", "interruption-level", "event",
        "attributes-type", "scenario", "host", "subscription", "head", "id",
    ]
    /// The keys whose values may be negative or fractional numbers, which Foundation prints in quotes.
    private static let numbers: Set<String> = ["badge", "relevance-score", "volume"]
    /// The maximum number of digits that every JSON reader preserves.
    private static let mostDigits = 15

    static func json(of value: Description.Value) -> [UInt8] {
        var json = JSONWriter()
        Self.write(value, under: "", to: &json)
        return json.bytes
    }

    private static func write(_ value: Description.Value, under key: String, to json: inout JSONWriter) {
        switch value {
        case .dictionary(let members):
            json.object { json in
                for member in members { Self.write(member, to: &json) }
            }
        case .array(let values): json.array { json in for value in values { Self.write(value, under: key, to: &json) } }
        case .text(let text) where Self.numbers.contains(key) && Self.isQuotedNumber(text): json.raw(text)
        case .text(let text): json.string(text)
        case .word(let word): Self.write(word, under: key, to: &json)
        case .data(let bytes): json.string(Hex.text(of: bytes))
        case .null: json.raw("null")
        }
    }

    private static func write(_ member: Description.Member, to json: inout JSONWriter) {
        json.key(member.key)
        Self.write(member.value, under: member.key, to: &json)
    }

    private static func write(_ word: String, under key: String, to json: inout JSONWriter) {
        if key == "content-changed", word == "1" { return json.raw("true") }
        if !Self.texts.contains(key), Self.isNumber(word) || word == "true" || word == "false" {
            json.raw(word)
        } else {
            json.string(word)
        }
    }

    private static func isQuotedNumber(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") } && Self.isNumber(text)
    }

    private static func isNumber(_ word: String) -> Bool {
        guard word.utf8.count <= Self.mostDigits, let root = try? JSONDocument(Array(word.utf8), limit: 64).root else {
            return false
        }
        return root.kind == .number
    }
}
