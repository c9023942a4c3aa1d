extension KnownPayload {
    /// What real files hold and RFC 8259 does not allow.
    static let forgiven: [KnownPayload] = [
        KnownPayload(#"{"aps":{"content-available":1,},}"#, "malformed", lenient: "background"),
        KnownPayload(#"{"aps":{"alert":"a"},"k":[1,2,]}"#, "malformed", lenient: "alert"),
        KnownPayload(#"{"aps":{"alert":"a"},"k":[1 , /* last */ ] // end"#, "malformed"),
        KnownPayload(#"{"aps":{"alert":"a"},"k":[1 , /* last */ ]} // end"#, "malformed", lenient: "alert"),
        KnownPayload(#"{,}"#, "malformed"),
        KnownPayload(#"[,]"#, "malformed"),
        KnownPayload(#"{"aps":{},,}"#, "malformed"),
        KnownPayload(#"{"k":[1,,]}"#, "malformed"),
        KnownPayload(#"[1,/**/,]"#, "malformed"),
        KnownPayload(#"{"aps":{}},"#, "malformed"),
        KnownPayload(#","#, "malformed"),
        KnownPayload([0xEF, 0xBB, 0xBF] + Array(#"{"aps":{}}"#.utf8), "malformed", lenient: "voip"),
        KnownPayload([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("{}".utf8), "malformed"),
        KnownPayload([0x20, 0xEF, 0xBB, 0xBF] + Array("{}".utf8), "malformed"),
        KnownPayload([0xEF, 0xBB, 0xBF], "malformed"),
        KnownPayload([0xEF, 0xBB] + Array("{}".utf8), "malformed"),
        KnownPayload([0xEF, 0xBB, 0xBF] + Array(" // x\n{}/**/".utf8), "malformed", lenient: "foreign"),
        KnownPayload("// c\n{\"aps\"/*a*/:/*b*/{/*c*/}/*d*/,/*e*/\"k\":1}\n//", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}//", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}//\n//\n", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}/", "malformed"),
        KnownPayload("{\"aps\":{}}/*", "malformed"),
        KnownPayload("{\"aps\":{}}/*/", "malformed"),
        KnownPayload("{\"aps\":{}}/**/", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}/***/", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}/*/*/", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}}/* /* */ */", "malformed"),
        KnownPayload("/*\"*/{\"aps\":{}}//\"", "malformed", lenient: "voip"),
        KnownPayload("{\"aps\":{}/ /}", "malformed"),
        KnownPayload("// only a comment", "malformed"),
        KnownPayload("{\"aps\":1/**/2}", "malformed"),
        KnownPayload("{\"aps\":tr/**/ue}", "malformed"),
        KnownPayload("{\"aps\":-/**/1}", "malformed"),
        KnownPayload("{\"aps\":{}} # c", "malformed"),
        KnownPayload(#"{'aps':{}}"#, "malformed"),
        KnownPayload(#"{aps:{}}"#, "malformed"),
        KnownPayload(#"{"aps"={"content-available" = 1;};}"#, "malformed"),
        KnownPayload(#"{"k":"// no comment /* here */","aps":{}}"#, "voip"),
        KnownPayload(#"{"// k":",]","aps":{}}"#, "voip"),
        KnownPayload(
            "{\"Simulator Target Bundle\":\"com.example\", // which app\n\"aps\":{\"content-available\":\"1\",},}",
            "malformed", lenient: "background"),
        KnownPayload(
            Self.tapText(Self.required + #","activities":[{"id":"n1",},],"#), "malformed", lenient: "shoulderTap"),
    ]

    /// Strings, numbers, white space: inside a value that nobody reads.
    static let texts: [KnownPayload] =
        [
            #""\u0000\u001f\u0022\u005C\uD83D\uDE00\uFFFF\ud7ff\ue000""#, #""\"\\\/\b\f\n\r\t""#, #""/""#,
            "\"é\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{FFFF}\u{10000}\u{10FFFF}\"", #""e\u0301""#,
            "0", "-0", "-0.0", "0e1", "1E400", "-1e-400", "123456789012345678901234567890", "0.10", "1e+1", "1E-1",
            " \t\r\n1 \t\r\n", "[]", "[ ]", "{}", "{ }", "[[[]],{}]", #"{"":""}"#, "[true,false,null]", "[1.5,-2,3e3]",
            #"[{"a":[{"b":{}}]},"x"]"#, "true", "null", #"" ""#, #"{"a":{"b":{"c":{"d":[1,[2,[3]]]}}}}"#,
        ].map { Self.carrying(Array($0.utf8), "background") }
        + [
            #""\u12""#, #""\u12G4""#, #""\U0041""#, #""\x41""#, #""\'""#, #""\""#, #""\0""#, #""\u+123""#, #""\u 123""#,
            #""\ud800""#, #""\udc00""#, #""\ud83d\ud83d""#, #""\udE00\uD83d""#, #""\ud83dx""#, #""\ud83d\n""#,
            #""\ud83d\u0041""#, #""\ud83d\"#, "\"\t\"", "\"\n\"", "\"\u{0}\"", "\"\u{1F}\"", "'a'", "\"a", "a\"",
            "01", "-01", "00", "1.", ".5", "+1", "-", "1e", "1e+", "1.e1", "1.5.5", "0x1", "1_000", "1 2", "Infinity",
            "NaN", "-Infinity", "--1", "-a", "1e1.5", "True", "tru", "truee", "nul", "nulll", "fals", "TRUE", "none",
            "undefined", "[1 2]", "[1;2]", "[1", "]", "[}", "{]", "[1]]", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{1:1}",
            "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{:1}", "{\"a\":1;}", "[:]", "\u{A0}1", "\u{FEFF}1", "\u{B}1", "\u{C}1",
            "\u{2028}1", "\u{0}1", "1\u{0}", "", "*", "@", "~",
        ].map { Self.carrying(Array($0.utf8), "malformed") }
        + Self.badUTF8.map { Self.carrying([0x22] + $0 + [0x22], "malformed") }
        + [
            KnownPayload("", "malformed"),
            KnownPayload(" \t\r\n", "malformed"),
            KnownPayload(" \t\r\n{\"aps\":{}}\n\n", "voip"),
            KnownPayload("{\"aps\":{}}\u{0}", "malformed"),
            KnownPayload("{\"aps\":{}}{\"aps\":{}}", "malformed"),
            KnownPayload("{\"aps\":{}} x", "malformed"),
            KnownPayload("{\"aps\":{\"content-available\":1}", "malformed"),
            KnownPayload("{\"aps\":{\"content-available\":1}}}", "malformed"),
            KnownPayload(Array("{\"aps\":{}}".utf8).flatMap { [$0, 0] }, "malformed"),
            KnownPayload([0xFF, 0xFE] + Array("{\"aps\":{}}".utf8).flatMap { [$0, 0] }, "malformed"),
            KnownPayload([0xFE, 0xFF] + Array("{\"aps\":{}}".utf8).flatMap { [0, $0] }, "malformed"),
            KnownPayload(Array("{\"aps\":{}}".utf8) + [0x80], "malformed"),
            KnownPayload(Array("{\"aps\":{}} // ".utf8) + [0xFF], "malformed"),
            KnownPayload(Array("{\"".utf8) + [0xC3] + Array("\":1,\"aps\":{}}".utf8), "malformed"),
        ]

    /// One sequence for every way to be no UTF-8.
    package static let badUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC3, 0xC3], [0xDF, 0x22],
        [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xE1, 0x80, 0xC0], [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
        [0xF1, 0x80, 0x80, 0x41], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFE], [0xFF], [0xC2, 0xA9, 0xA9], [0xE2, 0x82, 0xAC, 0x80], [0xF0, 0x9F, 0x98, 0x80, 0x80],
    ]

    private static func carrying(_ value: [UInt8], _ strict: String) -> KnownPayload {
        KnownPayload(Array(#"{"aps":{"content-available":1},"k":"#.utf8) + value + Array("}".utf8), strict)
    }
}
