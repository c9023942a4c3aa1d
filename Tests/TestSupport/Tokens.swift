/// What mutations put in: everything that means something to JSON, to the rules, or to a UTF-8 decoder.
package enum Tokens {
    package static let marks: [UInt8] =
        Array("{}[]:,\"\\/*-+.eE019 \n\t\0ut".utf8) + [0x7F, 0x80, 0xBF, 0xC2, 0xED, 0xF0]

    /// Keys with a meaning, and a few neighbours, without their quotes.
    package static let keys: [[UInt8]] = [
        "aps", "shoulderTap", "mdm", "ck", "container-identifier", "content-available", "alert", "badge", "sound",
        "event", "content-state", "timestamp", "content-changed", "v", "scenario", "host", "subscription", "head",
        "activities", "truncated", "id", "k", "", "Aps", "contentAvailable", "content_available", "mutable-content",
        "category", "apsx", "ap", "content-availablf", "shouldertap", "é", "😀",
    ].map { Array($0.utf8) }

    /// Whole values.
    package static let values: [[UInt8]] = [
        "1", "1.0", "1e0", "10e-1", "0.1E+1", "100e-2", "1.000", "0", "-1", "-0", "2", "1.5", "1e1", "0e9", "1e400",
        "1e99999999999999999999", "10e-99999999999999999999", "18446744073709551617", "0.0000000001e10", "true",
        "false", "null", "\"\"", "\"1\"", "\"true\"", "\"start\"", "\"update\"", "\"end\"", "\"userNotifications\"",
        "\"h\"", "\"\\u0031\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\u0000\"", "{}", "[]", "[{}]", "[1,2]",
        "{\"id\":\"n1\"}", "[{\"id\":\"n1\"}]", "[{\"id\":\"a\"},{\"id\":\"b\",\"id\":\"c\"}]", "{\"v\":1}",
        "{\"content-available\":1}", "{\"event\":\"end\",\"timestamp\":1}", "{\"content-changed\":true}",
        "{\"v\":1,\"scenario\":\"userNotifications\",\"host\":\"h\",\"subscription\":\"s\"}",
        "\"an ordinary string, longer than the widest vector register that a scanner may use at once\"",
        "\"tail at a register's end \\\\\"", "\"naïve café ☕ 😀 \u{10FFFF}\"",
    ].map { Array($0.utf8) }

    /// What may stand between tokens, at least for a lenient reader.
    package static let gaps: [[UInt8]] = [
        " ", "\n", "\t", "\r\n", "        ", "// c\n", "//\n", "// \"{[\n", "/**/", "/* \" */", "/*\n*/", "/***/", ",",
        "/",
        "/*", "//", "\u{FEFF}", "\u{A0}", "\u{B}", "\0",
    ].map { Array($0.utf8) }

    /// Parts of strings, good and bad.
    package static let characters: [[UInt8]] =
        [
            "\\n", "\\\"", "\\\\", "\\/", "\\u0061", "\\u0000", "\\uD83D\\uDE00", "\\ud800", "\\udc00", "\\u12", "\\x",
            "é",
            "€", "😀", "\u{FFFF}", "\u{7F}", "\u{1F}", "\n", "\0", "\\", "\"",
        ].map { Array($0.utf8) } + KnownPayload.badUTF8

    /// Any of them, in quotes where they need them.
    package static let any: [[UInt8]] =
        Self.keys.map(JSONText.quoted) + Self.keys.map { JSONText.quoted($0) + Array(":1,".utf8) } + Self.values
        + Self.gaps + Self.characters + Self.marks.map { [$0] }
}
