import ShoulderTap
import TestSupport
import Testing

@Suite("Taps in the bytes of an APNs payload")
struct TapTests {
    /// A payload and what its tap says.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let parts: TapParts

        init(
            _ name: String, _ text: String, host: String = "contoso.com", subscription: String = "6f1c",
            head: String? = nil, activities: [String] = [], isHintTruncated: Bool = false
        ) {
            self.name = name
            self.text = text
            self.parts = TapParts(
                host: host, subscription: subscription, head: head, activities: activities,
                isHintTruncated: isHintTruncated)
        }

        var testDescription: String { self.name }
    }

    private static func tap(_ more: String, aps: String = #""content-available":1"#) -> String {
        KnownPayload.tapText(KnownPayload.required + more, aps: aps)
    }

    private static let accepted = [
        Row("the least", tap("")),
        Row(
            "everything", tap(#","head":"42","activities":[{"id":"a"},{"id":"b"}],"truncated":true"#), head: "42",
            activities: ["a", "b"], isHintTruncated: true),
        Row("members that may be empty", tap(#","head":"","activities":[],"truncated":false"#), head: ""),
        Row("the same id twice", tap(#","activities":[{"id":"a"},{"id":"a"}]"#), activities: ["a", "a"]),
        Row(
            "unknown keys everywhere", tap(#","host2":1,"activities":[{"x":[{}],"id":"a","y":null}],"later":{"v":2}"#),
            activities: ["a"]),
        Row("custom data beside it", #"{"k":[1,{"aps":2}],\#(tap("").dropFirst())"#),
        Row("other keys in aps", tap("", aps: #""category":"c","content-available":1,"mutable-content":1"#)),
        Row("one in another spelling", tap("", aps: #""content-available":10e-1"#)),
        Row(
            "escaped keys and values",
            #"{"\u0061ps":{"content\u002davailable":1},"shoulder\u0054ap":{"\u0076":1.0,"scen\u0061rio":"#
                + #""user\u004Eotifications","host":"\u00e9\ud83d\ude00","subscription":"\"\\\/\b\f\n\r\t\u0000"}}"#,
            host: "é😀", subscription: "\"\\/\u{8}\u{C}\n\r\t\u{0}"),
        Row(
            "the envelope first, blanks between",
            " {\n\"shoulderTap\" : { "
                + #""subscription":"6f1c","host":"contoso.com","scenario":"userNotifications","v":1 } ,"#
                + "\t\"aps\":{ \"content-available\" :1 }\r\n} "),
        Row(
            "texts beyond ASCII", tap(#","head":"e\#u{301}\#u{2028}日本","activities":[{"id":"👩‍👧"}]"#),
            head: "e\u{301}\u{2028}日本", activities: ["👩‍👧"]),
    ]

    @Test("A tap has the parts of its envelope", arguments: accepted)
    func accepts(_ row: Row) throws {
        let bytes = Array(row.text.utf8)
        let tap = try #require(Tap.tryParse(bytes))
        #expect(TapParts(tap) == row.parts)
        #expect(Tap.tryParse(bytes.span).map(TapParts.init) == row.parts)
        #expect(PushPayload.inspect(bytes).tap == tap)
        #expect(PushPayload.classify(bytes.span) == .shoulderTap)
    }

    private static let refused: [(rule: String, texts: [String])] = [
        (
            "strict RFC 8259",
            [
                "", " ", String(tap("").dropLast()), tap("") + "x", tap(","), tap("") + "//", tap(#","k":01"#),
                tap(#","k":"\x""#), tap(#","k":"\ud800""#), "\u{FEFF}" + tap(""),
                tap("").replacing(":1}", with: ":1,}"),
            ]
        ),
        ("an object", ["[\(tap(""))]", "1", "null", "\"\""]),
        ("at most 64 deep", [tap(#","k":\#(String(repeating: "[", count: 63))\#(String(repeating: "]", count: 63))"#)]),
        (
            "aps an object",
            [
                #"{"shoulderTap":{\#(KnownPayload.required)}}"#,
                #"{"aps":null,"shoulderTap":{\#(KnownPayload.required)}}"#,
                #"{"aps":[{"content-available":1}],"shoulderTap":{\#(KnownPayload.required)}}"#,
                #"{"Aps":{"content-available":1},"shoulderTap":{\#(KnownPayload.required)}}"#,
            ]
        ),
        (
            "content-available numerically one",
            ["", #""contentAvailable":1"#]
                .map { tap("", aps: $0) }
                + [#""1""#, "true", #""true""#, "0", "2", "1.5", "null", "[1]", "{}", "-1", "1e1"]
                .map { tap("", aps: #""content-available":\#($0)"#) }
        ),
        (
            "nothing to show, count or play",
            ["alert", "badge", "sound", #"\u0061lert"#].flatMap { key in
                ["null", "0", #""""#, "{}", "false"].map { tap("", aps: #""content-available":1,"\#(key)":\#($0)"#) }
            }
        ),
        (
            "version one",
            ["2", "0", #""1""#, "true", "null", "[1]"].map {
                KnownPayload.tapText(#""v":\#($0),"scenario":"userNotifications","host":"h","subscription":"s""#)
            } + [KnownPayload.tapText(#""scenario":"userNotifications","host":"h","subscription":"s""#)]
        ),
        (
            "the scenario userNotifications",
            [#""userNotification""#, #""UserNotifications""#, #""""#, "null", "1"].map {
                KnownPayload.tapText(#""v":1,"scenario":\#($0),"host":"h","subscription":"s""#)
            }
        ),
        (
            "a host and a subscription",
            [
                #""host":"h""#, #""subscription":"s""#, #""host":"","subscription":"s""#,
                #""host":"h","subscription":"""#,
                #""host":1,"subscription":"s""#, #""host":"h","subscription":null"#, #""Host":"h","subscription":"s""#,
            ].map { KnownPayload.tapText(#""v":1,"scenario":"userNotifications",\#($0)"#) }
        ),
        ("a head that is a text", ["42", "null", "[]", "false"].map { tap(#","head":\#($0)"#) }),
        (
            "activities that are objects with an id",
            [
                "null", "{}", #""a""#, #"["a"]"#, "[{}]", #"[{"id":1}]"#, #"[{"id":""}]"#, #"[{"id":"a"},null]"#,
                #"[[{"id":"a"}]]"#, #"[{"ID":"a"}]"#,
            ].map { tap(#","activities":\#($0)"#) }
        ),
        ("a mark that is a boolean", ["1", "null", #""true""#].map { tap(#","truncated":\#($0)"#) }),
        (
            "no deciding key twice",
            [
                tap(#","head":"a","head":"a""#), tap(#","v":1"#), tap(#","h\u006fst":"h""#),
                tap(
                    "",
                    aps:
                        #""content-available":1,"content-available":1"#),
                tap(#","activities":[{"id":"a","\u0069d":"a"}]"#),
                #"{"aps":{"content-available":1},\#(tap("").dropFirst())"#, #"{"ck":1,"ck":1,\#(tap("").dropFirst())"#,
            ]
        ),
    ]

    @Test("A tap needs", arguments: refused.indices)
    func refuses(_ index: Int) {
        let (rule, texts) = Self.refused[index]
        let taken = texts.filter { Tap.tryParse(Array($0.utf8)) != nil || Tap.tryParse(Array($0.utf8).span) != nil }
        #expect(taken.isEmpty, "a tap needs \(rule)")
        #expect(!texts.contains { PushPayload.classify(Array($0.utf8).span) == .shoulderTap }, "a tap needs \(rule)")
    }

    @Test("Every UTF-8 error refuses, even in a value that is not read")
    func invalidText() {
        let (before, after) = (Array(Self.tap(#","k":""#).utf8.dropLast(2)), Array(#""}}"#.utf8))
        #expect(Tap.tryParse(before + after) != nil)
        for sequence in KnownPayload.badUTF8 {
            #expect(Tap.tryParse(before + sequence + after) == nil, "\(escapedForShell(sequence))")
        }
    }

    @Test("Span and array agree on every payload of the tables")
    func agreement() {
        let wrong = KnownPayload.all.filter { known in
            let (array, span) = (Tap.tryParse(known.bytes), Tap.tryParse(known.bytes.span))
            return array.map(TapParts.init) != span.map(TapParts.init)
                || (array != nil) != (known.strict == "shoulderTap")
        }
        #expect(wrong.count == 0, "\(Complaints(wrong.map(\.description), of: KnownPayload.all.count))")
    }

    @Test("The caller sets the limit, up to that of any push service")
    func limits() {
        let text = Self.tap("")
        func padded(to size: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0x20, count: size - text.utf8.count)
        }
        let size = text.utf8.count
        let rows: [(size: Int, limit: Int, isTap: Bool)] = [
            (size, size, true), (size, size - 1, false), (size, 0, false), (size, -1, false), (size, .min, false),
            (size, .max, true), (4096, 4096, true), (4097, 4096, false), (4097, 4097, true), (4097, 4098, true),
            (5120, 5120, true), (5120, .max, true), (5121, 5121, false), (5121, .max, false),
        ]
        for (size, limit, isTap) in rows {
            let bytes = padded(to: size)
            #expect((Tap.tryParse(bytes, limit: limit) != nil) == isTap, "\(size) bytes, limit \(limit)")
            #expect((Tap.tryParse(bytes.span, limit: limit) != nil) == isTap, "\(size) bytes, limit \(limit)")
        }
        #expect(Tap.payloadLimit == 4096)
        #expect(Tap.tryParse(padded(to: 4096)) != nil)
        #expect(Tap.tryParse(padded(to: 4097)) == nil)
    }

    @Test("Taps are equal if their parts are equal, scalar by scalar")
    func equality() throws {
        let plain = try #require(Tap.tryParse(Array(Self.tap(#","head":"\#u{E9}""#).utf8)))
        let escaped = try #require(Tap.tryParse(Array(Self.tap(#","head":"\u00E9","truncated":false"#).utf8)))
        let composed = try #require(Tap.tryParse(Array(Self.tap(#","head":"e\#u{301}""#).utf8)))
        let without = try #require(Tap.tryParse(Array(Self.tap("").utf8)))
        #expect(plain == escaped)
        #expect(Set([plain, escaped]).count == 1)
        #expect(plain != composed)
        #expect(plain.head == composed.head)
        #expect(plain != without)
    }

    @Test("Taps that differ in a single part are different")
    func differences() throws {
        let taps = [
            try Tap(host: "h", subscription: "s"), try Tap(host: "i", subscription: "s"),
            try Tap(host: "h", subscription: "t"), try Tap(host: "h", subscription: "s", head: ""),
            try Tap(host: "h", subscription: "s", head: "1"), try Tap(host: "h", subscription: "s", activities: ["1"]),
            try Tap(host: "h", subscription: "s", activities: ["1", "1"]),
            try #require(Tap.tryParse(rawNotification: #"{"activities":[]}"#)),
            try #require(Tap.tryParse(rawNotification: #"{"activities":[],"truncated":true}"#)),
        ]
        #expect(Set(taps).count == taps.count)
    }
}
