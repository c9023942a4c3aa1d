/// Codes for bytes that JSON readers refuse or read differently.
///
/// Each comment is the code's ``message``; a test compares them.
extension PayloadDiagnostic.Code {
    /// The payload is empty.
    public static var empty: Self { Self(.empty) }
    /// The payload is over 5120 bytes, more than any push service accepts.
    public static var tooLarge: Self { Self(.tooLarge) }
    /// The nesting is deeper than 64 levels.
    public static var tooDeep: Self { Self(.tooDeep) }
    /// This byte is not allowed here.
    public static var unexpectedByte: Self { Self(.unexpectedByte) }
    /// The payload ends in the middle of a value.
    public static var unexpectedEnd: Self { Self(.unexpectedEnd) }
    /// There is more text after the end of the JSON value.
    public static var trailingBytes: Self { Self(.trailingBytes) }
    /// This word is neither true, false nor null.
    public static var badLiteral: Self { Self(.badLiteral) }
    /// This is not a JSON number.
    public static var badNumber: Self { Self(.badNumber) }
    /// A string contains a raw control character.
    public static var controlCharacter: Self { Self(.controlCharacter) }
    /// This escape does not exist in JSON.
    public static var badEscape: Self { Self(.badEscape) }
    /// A \u escape is half of a surrogate pair.
    public static var loneSurrogate: Self { Self(.loneSurrogate) }
    /// A UTF-8 continuation byte has no first byte.
    public static var utf8StrayContinuation: Self { Self(.utf8StrayContinuation) }
    /// A UTF-8 sequence is cut short.
    public static var utf8Truncated: Self { Self(.utf8Truncated) }
    /// A UTF-8 sequence is longer than its character needs.
    public static var utf8Overlong: Self { Self(.utf8Overlong) }
    /// A UTF-8 sequence encodes a surrogate.
    public static var utf8Surrogate: Self { Self(.utf8Surrogate) }
    /// A UTF-8 sequence encodes a number above U+10FFFF.
    public static var utf8OutOfRange: Self { Self(.utf8OutOfRange) }
    /// This byte never occurs in UTF-8.
    public static var utf8InvalidByte: Self { Self(.utf8InvalidByte) }
    /// The payload starts with a byte-order mark.
    public static var byteOrderMark: Self { Self(.byteOrderMark) }
    /// The payload is encoded as UTF-16 or UTF-32.
    public static var utf16: Self { Self(.utf16) }
    /// A comma is before a closing bracket.
    public static var trailingComma: Self { Self(.trailingComma) }
    /// The payload contains a comment, which JSON does not allow.
    public static var comment: Self { Self(.comment) }
    /// A key has no quotes.
    public static var unquotedKey: Self { Self(.unquotedKey) }
    /// A string is in single quotes.
    public static var singleQuotes: Self { Self(.singleQuotes) }
    /// There is an equals sign instead of a colon, as in a printed dictionary.
    public static var equalsSign: Self { Self(.equalsSign) }
    /// A key that decides the verdict occurs twice, and readers disagree which one counts.
    public static var duplicateKey: Self { Self(.duplicateKey) }
}
