import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

@Suite("Payloads in logs")
struct LogImporterTests {
    static let readable: [(log: String, payload: String)] = [
        (
            """
            push: {
                aps =     {
                    alert = Hello;
                    badge = 3;
                    "content-available" = 1;
                    sound = "ping one.caf";
                };
                shoulderTap =     {
                    activities =         (
                                    {
                            id = 17;
                        }
                    );
                    head = 42;
                    host = "contoso.com";
                    v = 1;
                };
            }
            """,
            #"{"aps":{"alert":"Hello","badge":3,"content-available":1,"sound":"ping one.caf"},"shoulderTap":"#
                + #"{"activities":[{"id":"17"}],"head":"42","host":"contoso.com","v":1}}"#
        ),
        ("{aps={};}", #"{"aps":{}}"#),
        (
            #"{ aps = { badge = "-1"; "relevance-score" = "0.75"; sound = "1.5"; }; version = "1.2"; }"#,
            #"{"aps":{"badge":-1,"relevance-score":0.75,"sound":"1.5"},"version":"1.2"}"#
        ),
        (
            #"{ aps = { alert = "\U00e9 \Ud83d\Ude00 \"x\" \\ \n \351 \Ud83d"; }; }"#,
            #"{"aps":{"alert":"é 😀 \"x\" \\ \n é �"}}"#
        ),
        (
            #"{ aps = { }; a = <0fbc 12>; b = {length = 3, bytes = 0x0fbc12}; c = "<null>"; d = <null>; }"#,
            #"{"aps":{},"a":"0fbc12","b":"0fbc12","c":null,"d":null}"#
        ),
        (
            "{ aps = { }; n = 007; m = -1.5; x = 1234567890123456; y = 12; on = true; z = (1, a); }",
            #"{"aps":{},"n":"007","m":-1.5,"x":"1234567890123456","y":12,"on":true,"z":[1,"a"]}"#
        ),
        (
            #"[AnyHashable("aps"): { "content-available" = 1; }, AnyHashable("note"): Hello, you :), "#
                + #"AnyHashable("id"): 0:149%x, AnyHashable("n"): 1]"#,
            #"{"aps":{"content-available":1},"note":"Hello, you :)","id":"0:149%x","n":1}"#
        ),
        (
            #"did receive ["aps": ["alert": "Hi, \"you\"", "badge": 1], "list": [1, 2], "empty": [:]] end"#,
            #"{"aps":{"alert":"Hi, \"you\"","badge":1},"list":[1,2],"empty":{}}"#
        ),
        (#"got {"aps":{"alert":"a } b"}, "x" : 1} today"#, #"{"aps":{"alert":"a } b"}, "x" : 1}"#),
        (#"{"level":"info","push":{"aps":{"badge":1}}}"#, #"{"aps":{"badge":1}}"#),
        (#"[AnyHashable("aps"): Optional(1)]"#, #"{"aps":1}"#),
        (
            #"[AnyHashable("aps"): Optional({ badge = 1; }), AnyHashable("a"): Optional(["b": Optional(2)]), "#
                + #"AnyHashable("c"): Optional("d, e"), AnyHashable("f"): Optional(( g, 3 ))]"#,
            #"{"aps":{"badge":1},"a":{"b":2},"c":"d, e","f":["g",3]}"#
        ),
        (#"[AnyHashable("aps"): Optional({ badge = 1; }) or so]"#, #"{"aps":"Optional({ badge = 1; }) or so"}"#),
        (
            "launch: {\n    Remote =     {\n        aps =         {\n            badge = 1;\n        };\n    };\n}",
            #"{"aps":{"badge":1}}"#
        ),
        ("{ a = ( { aps = { }; } ); }", #"{"aps":{}}"#),
        (#"[AnyHashable("n"): { aps = { }; }]"#, #"{"aps":{}}"#),
        (#"["n": ["aps": ["x": 1]]]"#, #"{"aps":{"x":1}}"#),
        (#"{"level":"info","text":"got { aps = { badge = 1; }; }"}"#, #"{"aps":{"badge":1}}"#),
    ]

    @Test("Dictionaries become payloads", arguments: readable.map(\.log))
    func reads(_ log: String) throws {
        let expected = try #require(Self.readable.first { $0.log == log }?.payload)
        for chunk in [1, 5, .max] {
            let found = Imported(log: "before\n\(log)\nbehind\n", chunk: chunk)
            #expect(found.payloads == [expected])
            #expect(found.findings == [])
        }
        #expect(PushJSON.isSound(expected))
    }

    @Test("A payload has the number of the line on which it began")
    func places() {
        let found = Imported(log: "a\n\n{\n aps = { };\n}\n{ aps = { x = 1; }; } {aps={};}\n")
        #expect(found.entries.map(\.source) == ["a.log:3", "a.log:6", "a.log:6"])
        #expect(found.tally == LogImporter.Tally(payloads: 3, rebuilt: 3))
    }

    @Test("Dates at the start of lines become times, in any zone")
    func times() {
        let found = Imported(
            log: """
                2026-03-01 09:00:00.250 App[1:2] {aps={};}
                2026-03-01T11:00:01+0200 {
                    aps = { };
                }
                {aps={};}
                2026-03-01 08:59:59 {aps={};}
                """)
        #expect(found.entries.map(\.time) == [0, 750_000_000, nil, -1_250_000_000])
        let marked = Imported(log: "\u{FEFF}2026-03-01 09:00:00 { aps = { };\n} {aps={};}\n\0{aps={};}\n")
        #expect(marked.entries.map(\.time) == [0, nil, nil])
        #expect(found.headers.map { $0.started?.microseconds } == [1_772_355_600_250_000])
    }

    @Test(
        "The zone of a line may follow a blank, and may have no minutes",
        arguments: [
            ("03:04:05Z", 0), ("03:04:05+0200", -120), ("03:04:05.5 +0200", -120), ("03:04:05 +02:00", -120),
            ("03:04:05,5-03", 180), ("03:04:05+02", -120), ("03:04:05 -0930", 570), ("03:04:05 -12", 0),
            ("03:04:05 - 0200", 0), ("03:04:05 +9999", 0), ("03:04:05 +020000", 0), ("03:04:05  +0200", 0),
        ])
    func zones(_ time: String, _ minutes: Int64) {
        let found = Imported(log: "2026-01-02 03:04:05 {aps={};}\n2026-01-02 \(time) {aps={};}\n")
        let fraction: Int64 = time.contains("5.5") || time.contains("5,5") ? 500_000_000 : 0
        #expect(found.entries.map(\.time) == [0, minutes * 60_000_000_000 + fraction])
    }

    static let envelope =
        #"{\"v\":1,\"scenario\":\"userNotifications\",\"host\":\"a.com\",\"subscription\":\"s\",\"head\":\"4\"}"#

    @Test(
        "An FCM message with an envelope becomes an entry of its channel",
        arguments: [
            #"{"message":{"token":"t","data":{"shoulderTap":"\#(envelope)"}}}"#,
            #"{"to":"t","data":{"shoulderTap":"\#(envelope)"}}"#, #"{"shoulderTap":" \#(envelope)"}"#,
        ])
    func firebase(_ message: String) throws {
        for (log, channel) in [(message, .apns), (message, .fcm), (#"{"n":[\#(message)]}"#, .apns)]
            as [(String, CaptureEntry.Channel)]
        {
            let found = Imported(log: "sent \(log) status=200\n{\"aps\":{}}\n", channel: channel)
            #expect(found.payloads == [message, "{\"aps\":{}}"] && found.findings == [])
            #expect(found.entries.map(\.channel) == [.fcm, channel])
            #expect(ChannelVerdict(of: try #require(found.entries.first)).kind == .shoulderTap)
        }
    }

    @Test("A message that also contains an aps is a message only if the import is for its channel")
    func firebaseWithAps() {
        let message =
            #"{"message":{"data":{"shoulderTap":"\#(Self.envelope)"},"apns":{"payload":{"aps":{"badge":1}}}}}"#
        #expect(Imported(log: message, channel: .fcm).payloads == [message])
        #expect(Imported(log: message).payloads == [#"{"aps":{"badge":1}}"#])
    }

    @Test("An envelope that belongs to no payload is reported, unless the channel says what it is")
    func lostEnvelope() {
        let raw = #"{"shoulderTap":{"v":1,"host":"a.com"}}"#
        let remedy = "1 it has a ShoulderTap envelope, but no aps; if it is a WNS notification, use '--channel wns'"
        for log in [raw, #"{"level":"info","push":\#(raw)}"#, "sent \(raw) and {\"a\":1}"] {
            #expect(Imported(log: log).findings == [remedy])
        }
        #expect(Imported(log: #"{"push":\#(raw)}"#, channel: .wns).payloads == [raw])
        let printed = "got {\n    shoulderTap =     {\n        v = 1;\n    };\n}\n{\"aps\":{}}"
        #expect(
            Imported(log: printed).findings == ["1 the dictionary has a ShoulderTap envelope, but no aps"])
        for log in [#"{"shoulderTap":"enabled"}"#, #"{"shoulderTap":true}"#, "{ shoulderTap = on; }"] {
            #expect(Imported(log: log).findings == ["1 the log contains no payload"])
        }
    }

    static let unreadable: [(log: String, finding: String)] = [
        ("{ aps = { ", "1 the dictionary is cut off: the log ends"),
        (
            "{ aps = {\n2026-03-01 09:00:00 next {x",
            "1 the dictionary is cut off: another line of the log follows"
        ),
        ("x\n{ aps = ( }; }", "2 the dictionary is cut off: its brackets do not match"),
        ("{ aps = {\n a b; }; }", "2 the dictionary cannot be read: a key has no '=' after it"),
        ("{ aps = {\n a = 1\n b = 2; }; }", "3 the dictionary cannot be read: a value has no ';' after it"),
        ("{ aps = (1 2); }", "1 the dictionary cannot be read: an element has no comma after it"),
        ("{ aps = { a = ; }; }", "1 the dictionary cannot be read: a value is missing"),
        ("{ aps = <0g>; }", "1 the dictionary cannot be read: data contains characters that are not hex digits"),
        (
            "{ aps = {length = 99, bytes = 0x0fbc ... 12}; }",
            "1 the dictionary cannot be read: the log shows only a part of the data"
        ),
        (
            #"x payload="{\"aps\":{\"content-available\":1}}""#,
            "1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        (
            "\nx {'aps': {'content-available': 1}}",
            "2 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        (
            #"x {"data":"{\"aps\":{\"badge\":2}}"}"#,
            "1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        (
            #"x {'a': 1, 'aps': {'content-available': 1}}"#,
            "1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        (
            #"x {"data":"{ \"aps\" : {\"badge\":1}}"}"#,
            "1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        (
            "{ d = {length = 32, bytes = 0x00fc13ad ff785122 }; aps = { }; }",
            "1 the dictionary cannot be read: the log shows only a part of the data"
        ),
        (#"x { :aps => { :badge => 1 } }"#, "1 the text around aps is not in a format of JSON, Foundation or Swift"),
        (
            "got {'aps': {\n  'alert': 'x'}}",
            "1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
        ),
        ("x map[aps:map[badge:1]]", "1 the text around aps is not in a format of JSON, Foundation or Swift"),
        (
            #"x {\n    aps =     {\n        badge = 1;\n    };\n}"#,
            "1 the text around aps is not in a format of JSON, Foundation or Swift"
        ),
        ("just the aps = { badge = 1; }", "1 the text around aps is not in a format of JSON, Foundation or Swift"),
        ("aps: none, aps=1, apps = {a=1}, maps: {a=1}", "1 the log contains no payload"),
        ("com.apple.aps: {connected=1}", "1 the log contains no payload"),
        ("aps: {connected} aps: [OK] aps: [1/3]", "1 the log contains no payload"),
        (#"service "aps": started, mode 'aps': ok"#, "1 the log contains no payload"),
        (#"{"aps-id":"x","s":"aps: {connected}"}"#, "1 the log contains no payload"),
        ("prose {a aps\nconfig {\n  # aps settings", "1 the log contains no payload"),
        ("{\n \"aps-environment\" = development;\n date = 2026-03-01 09:00;\n}", "1 the log contains no payload"),
        ("if (aps) { return aps[\"alert\"]; } { nil aps }", "1 the log contains no payload"),
        ("{aps= {aps= {aps= {aps= }}}}", "1 the dictionary cannot be read: a value is missing"),
        ("there is no 'aps' and no \"aps\" in this", "1 the log contains no payload"),
        (#"[AnyHashable("aps"): 1, 2]"#, "1 the log contains no payload"),
        ("nothing here {\n}\n[1, 2]\n", "1 the log contains no payload"),
        ("collapse { maps = { }; }", "1 the log contains no payload"),
        ("", "1 the log contains no payload"),
    ]

    @Test("Unusable text is reported with its line and the reason", arguments: unreadable)
    func refuses(_ log: String, _ finding: String) {
        let found = Imported(log: log)
        // A bare text of Swift takes any comma that no key follows.
        #expect(found.findings == (found.payloads.isEmpty ? [finding] : []))
        #expect(found.payloads == (log.hasPrefix("[Any") ? [#"{"aps":"1, 2"}"#] : []))
    }

    static let behindBrackets: [(log: String, payloads: [String], findings: [String])] = [
        ("start {\ntwo {\"aps\":{\"badge\":1}}\n3 {\"aps\":{\"badge\":2}}\n", ["2", "3"], []),
        ("smile :-{ ok\ntwo {aps={};}\n", ["2"], []),
        (
            "{aps = {alert = \"unterminated;};}\ntwo {\"aps\":{}}\nthree {aps={};}\n", ["2", "3"],
            ["1 the dictionary is cut off: the log ends"]
        ),
        ("x {\"aps\":{\"badge\":9}\ny {\"aps\":{}}\n", ["2"], ["1 the dictionary is cut off: the log ends"]),
        ("func {\n{\"aps\":{}}\n{\"aps\":{}}\n}\n4 {aps={};}\n", ["2", "3", "5"], []),
        ("{aps={};}\nx {\n{aps={};} {aps={};}\n", ["1", "3", "3"], []),
        (
            "{ a = {b = 1;};\n aps = {\n2026-03-01 09:00:00 {aps={};}", ["3"],
            ["1 the dictionary is cut off: another line of the log follows"]
        ),
        (
            "a {\nb {aps = (;\nc {aps={};}\nd {aps = (;\n", ["3"],
            ["2 the dictionary is cut off: the log ends", "4 the dictionary is cut off: the log ends"]
        ),
        (
            "{ x y; z = { aps = { }; }; }\n{ aps = { x y; }; }", ["1"],
            [
                "2 the dictionary cannot be read: a key has no '=' after it"
            ]
        ),
        (
            "x {\n  aps = {\n  alert = \"a\n2026-03-01 09:00:00 {aps={};}", ["4"],
            ["1 the dictionary is cut off: another line of the log follows"]
        ),
        (
            "a {\nb {\"msg\":\"{\\\"aps\\\":{\\\"badge\\\":1}}\"}\n{aps={};}\n", ["3"],
            ["2 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"]
        ),
        (
            "{ a = 1;\nb = \"{'aps': {'a': 1}}\"; }\n{aps={};}\n", ["3"],
            ["2 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"]
        ),
        (
            String(repeating: "{ stray\nx {aps={};}\n", count: 100), (1...100).map { "\($0 * 2)" }, []
        ),
        (
            String(repeating: "{ stray\n", count: 30) + String(repeating: "x {\"aps\":{\"badge\":1}}\n", count: 12_000),
            (31...12_030).map { "\($0)" }, []
        ),
        ("{ 5\" tall\n{\"aps\":{\"alert\":\"smile :)\"},\"n\":1}\nx {aps={};}\n", ["2", "3"], []),
        ("{ a ) {aps={};} {\naps={};}\n", ["1", "1"], []),
        ("( {\n ) } {\"aps\":{}}\n", ["2"], []),
        (
            "settings: [AnyHashable(\"user\"): cut off\ngot { aps = { }; }\n{\"aps\":{}}\n]\n{aps={};}\n",
            ["2", "3", "5"], []
        ),
        (
            "sent {\\\"aps\\\":{\\\"badge\\\":1}} and {\"aps\":{}}\n", ["1"],
            ["1 aps is in a nested string, or in quotes that neither JSON nor Foundation uses"]
        ),
        (
            String(repeating: "{a ", count: 64) + "{\"aps\":{\"badge\":1}} {\n{\"aps\":{\"badge\":2}}\n", ["1", "2"], []
        ),
        ("{ 5\" tall\n{\"note\":\":)\",\"aps\":{\"badge\":1}} {\nx {\"aps\":{}}\n", ["2", "3"], []),
        ("{ 5\" tall\n{\"aps\":{\"alert\":\"smile :) {x\"},\"n\":1}\n", ["2"], []),
        (
            "{ 5\" tall {\"note\":\"}\",\"aps\":{\"badge\":1}}\n{aps={};}\n", ["2"],
            ["1 the text around aps is not in a format of JSON, Foundation or Swift"]
        ),
        (
            (1...100).map { "<- {id:\($0) {\"aps\":{\"badge\":\($0)}} -> {ok\n" }.joined(), (1...100).map { "\($0)" },
            []
        ),
        (
            "{ stray\n{ stray\n" + String(repeating: "push {\n  aps = {\n    badge = 1;\n  };\n}\n", count: 9_000),
            (0..<9_000).map { "\($0 * 5 + 3)" }, []
        ),
        (
            String(repeating: "[\"\\\"", count: 2_000) + " {\"aps\":{}}\n", [],
            ["1 the dictionary is cut off: too many open brackets; payloads after them are not found"]
        ),
    ]

    @Test("A bracket that is never closed hides no payload", arguments: behindBrackets.map(\.log))
    func strayBrackets(_ log: String) throws {
        let expected = try #require(Self.behindBrackets.first { $0.log == log })
        for chunk in [1, 7, .max] {
            let found = Imported(log: log, chunk: chunk)
            #expect(found.entries.map(\.source) == expected.payloads.map { "a.log:\($0)" })
            #expect(found.findings == expected.findings)
        }
    }

    static let strays = [
        "{", "}", "(", ")", "[", "]", "\"", "\\", "{ stray", "[\"a", "[AnyHashable(", "{ a = \"", "\"}", "{x ) ",
        ":-{ 5\" ", "}",
    ]

    @Test("A payload is found once, with any brackets and quotes before it", arguments: UInt64(0)..<100)
    func randomStrays(_ seed: UInt64) {
        var dice = SeededDice(seed: seed)
        let lines = (0..<40).map { line in
            let strays = (0..<dice.below(4)).map { _ in dice.pick(Self.strays) }
            let payload = dice.coin() ? " {\"aps\":{\"badge\":\(line)},\"note\":\":) {\"}" : ""
            return strays.joined(separator: " ") + payload
        }
        let expected = lines.indices.filter { lines[$0].contains("aps") }.map { "a.log:\($0 + 1)" }
        #expect(Imported(log: lines.joined(separator: "\n")).entries.map(\.source) == expected)
    }

    @Test("Unclosed brackets cost limited time")
    func manyBrackets() {
        let log = String(repeating: "{\"a\": (\n", count: 60_000) + "2026-03-01 09:00:00 {aps={};}\n"
        #expect(Imported(log: log).payloads == [#"{"aps":{}}"#])
        let speaking = String(repeating: "{\"aps\": (\n", count: 40_000)
        #expect(Imported(log: speaking).findings.count > 1)
    }

    @Test("Nesting without limit is refused")
    func deep() {
        let log = String(repeating: "{ aps = ", count: 70) + "1" + String(repeating: "; }", count: 70)
        #expect(Imported(log: log).findings.first == "1 the dictionary is cut off: its brackets do not match")
    }

    @Test("A bracket that never closes costs limited memory, and the rest of the log is read")
    func neverClosed() {
        let log = "{ aps = (\n" + String(repeating: "0123456789abcdef, \n", count: 40_000) + "{aps={};}\n"
        let found = Imported(log: log)
        #expect(found.findings == ["1 the dictionary is cut off: it is longer than the limit of 262144 bytes"])
        #expect(found.payloads == [#"{"aps":{}}"#])
    }
}
