/// A decoded JSON value, as apps receive it in a `userInfo` dictionary.
public enum PayloadValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number, as written in JSON.
    case number(String)
    /// A text.
    case string(String)
    /// An array.
    case array([PayloadValue])
    /// An object.
    case object([String: PayloadValue])

    /// Whether the value is a number that equals one. False for a boolean.
    var isOne: Bool {
        switch self {
        case .integer(let integer): integer == 1
        case .number(let text): PayloadNumber(json: text)?.isOne ?? false
        case .null, .bool, .string, .array, .object: false
        }
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension PayloadValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a text.
    public init(stringLiteral text: String) { self = .string(text) }
    /// Creates a whole number.
    public init(integerLiteral integer: Int64) { self = .integer(integer) }
    /// Creates a boolean.
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
    /// Creates an array.
    public init(arrayLiteral elements: PayloadValue...) { self = .array(elements) }
    /// Creates an object. If a key is repeated, the last value is used.
    public init(dictionaryLiteral members: (String, PayloadValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension PayloadNumber {
    /// Creates the number that `text` spells in JSON; nil for any other text.
    init?(json text: String) {
        let bytes = Array(text.utf8)
        let scanner = StrictScanner()
        guard let end = try? scanner.number(bytes.span, from: 0), end == bytes.count else { return nil }
        self.init(text: text)
    }
}
