import TestSupport

/// A text of the kind that breaks JSON parsers, and whether it is JSON for us.
struct JSONShape: Sendable, CustomStringConvertible {
    let bytes: [UInt8]
    let isJSON: Bool

    var description: String { escapedForShell(Array(self.bytes.prefix(80))) }

    static let all: [JSONShape] =
        Self.accepted.map { JSONShape(bytes: Array($0.utf8), isJSON: true) }
        + Self.refused.map { JSONShape(bytes: Array($0.utf8), isJSON: false) }
        + Self.refusedBytes.map { JSONShape(bytes: $0, isJSON: false) }

    private static let accepted = [
        // Lonely values and white space.
        "7", "-0.5", "null", "true", "false", "\"\"", "\"lone\"", " [] ", "\t{\r\n} ", "[\n]", "[7]\n",
        // Containers.
        "[[], {}, [[]]]", "[null,1,\"1\",{}]", "[1,null,null,null,2]", "{\"\":0}", "{\"a\":1,\"a\":1}",
        "{\"a\":\"b\",\"a\":\"c\"}", "{\"x\":[{\"y\":\"z\"}],\"w\":{}}", "{\"foo\\u0000bar\":42}",
        // Numbers of any size.
        "[0]", "[-0]", "[123]", "[0e1]", "[0e+1]", "[1E22]", "[1E-2]", "[1e+2]", "[123.456e78]", "[-1.5E-10]",
        "[0.\(String(repeating: "0", count: 90))1]", "[\(String(repeating: "9", count: 400))]", "[1e9999]", "[-1e9999]",
        "[1e-9999]", "[0.4e00669999999999999999999999999999999999999999999999]", "[100000000000000000000]",
        // Strings.
        "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
        "[\"\\\\u0000\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\uFFFF\\uDBFF\\uDFFE\"]", "[\"\u{7F}\"]",
        "[\"\u{2028}\u{2029}\"]", "[\"€𝄞\u{FEFF}\"]",
        "[\"\u{10FFFF}\u{FFFE}\"]", "[\"\\u0022\\u005C\\u0000\"]", "[\" \"]",
        String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    ]

    private static let refused = [
        "", " ", "\u{FEFF}", "\u{FEFF}{}", "\u{2060}[]", "[\u{C}]", "[\u{B}]", "\u{A0}1", "å", "*", "[a]", "<null>",
        "[<null>]",
        // Literals and numbers.
        "[nul]", "[tru]", "[fals]", "[True]", "nulls", "[NaN]", "[Infinity]", "[-Infinity]", "[-NaN]", "[+1]", "[++1]",
        "[-]",
        "[- 1]", "[-foo]", "[-01]", "[012]", "[00.1]", "[.1]", "[-.1]", "[1.]", "[-1.]", "[2.e3]", "[0.e1]", "[0.3e]",
        "[0.3e+]",
        "[0e]", "[0E+]", "[1.0e-]", "[1eE2]", "[1e+-2]", "[1+2]", "[0x1]", "[0x42]", "[1 000]", "[1_0]", "[1.2.3]",
        "[-2.]", "[1.8011670033376514H-308]",
        "[123\u{E5}]", "[１]",
        // Containers.
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[\"\",]", "[\"\",,]", "[1]x", "[1]]", "[[]",
        "[1 true]", "[1:2]",
        "[\"a\":1]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\":1,,\"b\":2}",
        "{a:1}", "{'a':1}", "{1:1}",
        "{null:1}", "{\"a\" \"b\"}", "{\"a\"::1}", "{:1}", "{\"a\":1 2}", "{\"a\",1}", "{\"a\":1}#", "{\"a\":1}{}",
        "[}", "{]", "{\"a\":[}", "[{]}",
        "{\"a\":/**/1}", "{\"a\":1}/**/", "{\"a\":1}//", "[1/]", "#{}", "{[1]:1}", "{\"a\":1}}",
        // Strings.
        "\"", "[\"]", "[\"a", "[\"\\\"]", "[\"\\", "[\"\\u\"]", "[\"\\u1\"]", "[\"\\u12\"]", "[\"\\u123\"]",
        "[\"\\uqqqq\"]", "[\"\\u００00\"]",
        "[\"\\a\"]", "[\"\\x00\"]", "[\"\\'\"]", "[\"\\ \"]", "[\"\\\t\"]", "[\"\\é\"]", "[\"\\😀\"]", "['a']", "[“a”]",
        "[\"a\nb\"]", "[\"\t\"]", "[\"\u{0}\"]", "[\"\u{1F}\"]",
        "[\\u0020\"a\"]", "[\\n]", "[\"a\"b]", "[\"a\"\"b\"]", "[\u{0}]", "[1]\u{0}",
        // Half a surrogate pair, either way round.
        "[\"\\uD800\"]", "[\"\\uDFAA\"]", "[\"\\uD800\\n\"]", "[\"\\uD800\\uD800x\"]", "[\"\\uDd1e\\uD834\"]",
        "[\"\\uD834\\uDd\"]", "[\"\\uD888\\u1234\"]",
        "[\"\\uD800\\u\"]", "[\"\\uD800\\\"]", "{\"\\uDFAA\":0}", "[\"\\uD800abc\"]",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        String(repeating: "[", count: 100_000),
        String(repeating: "[{\"\":", count: 50_000),
    ]

    private static let refusedBytes: [[UInt8]] =
        KnownPayload.badUTF8.flatMap { sequence -> [[UInt8]] in
            [
                Array("[\"".utf8) + sequence + Array("\"]".utf8),
                Array("{\"".utf8) + sequence + Array("\":0}".utf8),
                Array("[\"a\\".utf8) + sequence + Array("\"]".utf8),
                Array("[1".utf8) + sequence + Array("]".utf8),
                Array("[]".utf8) + sequence,
            ]
        }
        + [
            Array("[\"é\"]".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            Array("[\"é\"]".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            [0xFF, 0xFE] + Array("[\"é\"]".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + Array("[\"é\"]".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            [0xEF, 0xBB, 0x7B, 0x7D],
        ]
}
