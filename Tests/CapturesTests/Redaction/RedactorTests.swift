import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

@Suite("Redaction")
struct RedactorTests {
    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    static func redactor(_ paths: String..., seed: UInt8 = 1) throws -> Redactor {
        let key = try #require(KeyedHash(key: [UInt8](repeating: seed, count: 16)))
        return Redactor(key: key, paths: try paths.map { try #require(SecretPath($0)) })
    }

    static func redacted(_ payload: String, _ paths: String...) throws -> String {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 1, count: 16)))
        let redactor = Redactor(key: key, paths: try paths.map { try #require(SecretPath($0)) })
        let entry = CaptureEntry(payload: Array(payload.utf8))
        return String(decoding: redactor.redacted(entry).entry.payload, as: UTF8.self)
    }

    @Test("Tokens and authorization are masked without an option")
    func always() throws {
        let entry = CaptureEntry(
            channel: .apns, device: .token(Self.token.uppercased()), source: "\(Self.token).json:1",
            headers: [
                ":path": "/3/device/\(Self.token)?a=b", "Authorization": "bearer abc.def",
                "x-trace": "to \(Self.token)",
            ],
            payload: Array(#"{"aps":{"content-available":1},"to":"a\#(Self.token)","token":"é1"}"#.utf8),
            answer: .init(status: 400, headers: ["set-cookie": "a=b"], body: Array("no \(Self.token)".utf8)))
        let redacted = try Self.redactor().redacted(entry).entry
        let hidden = String(repeating: "x", count: 64)
        #expect(redacted.device == .named(try Self.redactor().pseudonym(of: Self.token)))
        #expect(redacted.source == "\(hidden).json:1")
        #expect(
            redacted.headers == [
                ":path": "/3/device/\(hidden)?xxx", "Authorization": "bearer xxxxxxx", "x-trace": "to \(hidden)",
            ])
        #expect(
            String(decoding: redacted.payload, as: UTF8.self)
                == #"{"aps":{"content-available":1},"to":"a\#(hidden)","token":"xxx"}"#)
        #expect(redacted.answer?.headers == ["set-cookie": "xxx"])
        #expect(redacted.answer?.body == Array("xx \(hidden)".utf8))
    }

    @Test("A token becomes the same pseudonym for the same key, in either case of its digits")
    func pseudonyms() throws {
        let (one, other) = (try Self.redactor(), try Self.redactor(seed: 2))
        #expect(one.pseudonym(of: "ab12") == one.pseudonym(of: "AB12"))
        #expect(one.pseudonym(of: "ab12") != one.pseudonym(of: "ab13"))
        #expect(one.pseudonym(of: "ab12") != other.pseudonym(of: "ab12"))
        #expect(one.pseudonym(of: "Qx:y") != one.pseudonym(of: "qx:y"))
        #expect(Hex.bytes(of: one.pseudonym(of: "ab12"))?.count == 16)
    }

    @Test("A token only in the path or in a message of FCM becomes a pseudonym too")
    func tokenElsewhere() throws {
        let redactor = try Self.redactor()
        let name = CaptureEntry.Device.named(redactor.pseudonym(of: Self.token))
        let byPath = CaptureEntry(headers: [":path": "/3/device/\(Self.token)"], payload: [])
        #expect(redactor.redacted(byPath).entry.device == name)
        for payload in [#"{"message":{"token":"\#(Self.token)"}}"#, #"{"to":"\#(Self.token)"}"#] {
            let entry = redactor.redacted(CaptureEntry(channel: .fcm, payload: Array(payload.utf8))).entry
            #expect(entry.device == name)
            #expect(!String(decoding: entry.payload, as: UTF8.self).contains(Self.token))
        }
    }

    @Test("A token that was recorded as the name of a device is masked too, alone or within a name")
    func named() throws {
        let redactor = try Self.redactor()
        func device(_ name: String) -> CaptureEntry.Device? {
            let path = "/3/device/\(Self.token)"
            return redactor.redacted(CaptureEntry(device: .named(name), headers: [":path": path], payload: [])).entry
                .device
        }
        #expect(device(Self.token.uppercased()) == .named(redactor.pseudonym(of: Self.token)))
        #expect(device("ios \(Self.token)") == .named("ios " + String(repeating: "x", count: 64)))
        #expect(device("phone") == .named("phone"))
    }

    @Test(
        "A token that is the name of a device is masked everywhere in the entry",
        arguments: [
            token, "https://db5.notify.windows.com/?token=AwYAAACGd", String(repeating: "aB3:_-xyz0", count: 15),
        ])
    func namedElsewhere(_ token: String) throws {
        let redactor = try Self.redactor()
        let payload = Array(#"{"aps":{},"to":"\#(token)"}"#.utf8)
        let entry = CaptureEntry(device: .named(token), source: "log of \(token)", payload: payload)
        let redacted = redactor.redacted(entry).entry
        #expect(redacted.device == .named(redactor.pseudonym(of: token)))
        let line = String(decoding: CaptureWriter.line(of: redacted), as: UTF8.self)
        #expect(!line.contains(token) && redacted.payload.count == payload.count)
    }

    static let besides: [CaptureEntry] = [
        CaptureEntry(device: .token(token), payload: []),
        CaptureEntry(device: .named(token + token), payload: []),
        CaptureEntry(headers: [":path": "/3/device/\(token)"], payload: []),
        CaptureEntry(channel: .wns, headers: [":path": "/?token=\(token)"], payload: []),
        CaptureEntry(headers: ["location": "https://example.com/?token=\(token)"], payload: []),
        CaptureEntry(device: .named("phone"), headers: ["x-url": "https://example.com/?token=\(token)"], payload: []),
        CaptureEntry(headers: ["Authorization": "bearer \(token)"], payload: []),
        CaptureEntry(
            device: .named("phone"), payload: [],
            answer: .init(status: 200, body: Array(#"{"token":"\#(token)"}"#.utf8))),
        CaptureEntry(
            channel: .fcm, source: "\(token).json:1",
            payload: Array(#"{"to":"\#(token)","registration":"\#(token)"}"#.utf8)),
        CaptureEntry(
            channel: .fcm, device: .named("phone"), source: "\(token).log:1",
            payload: Array(#"{"message":{"token":"\#(token)"}}"#.utf8)),
        CaptureEntry(source: "\(token).json", payload: []),
        CaptureEntry(source: "https://user:\(token)@host/app.log:1", payload: []),
        CaptureEntry(device: .named("Bearer \(token)"), payload: []),
    ]

    @Test("The source of a payload stays, with its line number")
    func source() throws {
        for source in [
            "tokens.txt:1", "token:12", "app.log", "-:3", "a:b:7", "api-token-2024.log:3", "tokens/app.log:12",
        ] {
            let entry = CaptureEntry(source: source, payload: [])
            #expect(try Self.redactor().redacted(entry).entry == entry)
        }
        let named = CaptureEntry(source: "push:token=Zq7Secret.log:7", payload: [])
        #expect(try Self.redactor().redacted(named).entry.source == "push:token=xxxxxxxxx.log:7")
    }

    @Test("The kind of target of an FCM message stays, and a topic does not become a device")
    func messageOfFCM() throws {
        for payload in [#"{"message":{"token":"\#(Self.token)"}}"#, #"{"to":"/topics/news"}"#] {
            let entry = CaptureEntry(channel: .fcm, payload: Array(payload.utf8))
            #expect(try Self.redactor().redactedBesidePayload(entry) == entry)
        }
        let topic = CaptureEntry(channel: .fcm, payload: Array(#"{"to":"/topics/news"}"#.utf8))
        #expect(try Self.redactor().redacted(topic).entry.device == nil)
    }

    @Test("A known secret is masked in a file name too, with any extension")
    func ending() throws {
        let entry = CaptureEntry(
            source: "a/hunter2pw.pass:3", headers: ["authorization": "bearer hunter2pw.pass"], payload: [])
        #expect(try Self.redactor().redacted(entry).entry.source == "a/xxxxxxxxxxxxxx:3")
    }

    @Test("A line with very many secrets takes linear time")
    func longLine() throws {
        let line = String(repeating: "token=\"a1b2\" ", count: 60_000)
        let entry = CaptureEntry(headers: ["x-note": line], payload: [])
        let masked = try Self.redactor().redacted(entry).entry.headers["x-note"]
        #expect(masked == line.replacing("a1b2", with: "xxxx"))
    }

    @Test("A hundred thousand secrets of one entry are masked")
    func manySecrets() throws {
        let many = (100_000..<200_000).map { "\"\($0)\"" }.joined(separator: ",")
        let entry = CaptureEntry(payload: Array(#"{"aps":{"alert":"a"},"token":[\#(many)]}"#.utf8))
        let payload = try Self.redactor().redacted(entry).entry.payload
        #expect(payload.count == entry.payload.count && payload.count { $0 == UInt8(ascii: "x") } == 600_000)
    }

    @Test("No secret stays outside the payload, and the payload is unchanged", arguments: besides)
    func besidePayload(_ entry: CaptureEntry) throws {
        let redactor = try Self.redactor()
        var redacted = redactor.redactedBesidePayload(entry)
        #expect(redacted.payload == entry.payload && redacted != entry)
        #expect(redactor.redactedBesidePayload(redacted) == redacted)
        redacted.payload = []
        #expect(!String(decoding: CaptureWriter.line(of: redacted), as: UTF8.self).contains(Self.token))
    }

    @Test("An entry without secrets outside its payload is unchanged")
    func nothingBesidePayload() throws {
        let payload = Array(#"{"token":"\#(Self.token)"}"#.utf8)
        for entry in [
            CaptureEntry(source: "a.log:1", payload: payload),
            CaptureEntry(device: .named("a"), headers: ["apns-topic": "b"], payload: payload),
        ] { #expect(try Self.redactor().redactedBesidePayload(entry) == entry) }
    }

    @Test("Redacting again changes nothing")
    func twice() throws {
        let redactor = try Self.redactor("aps.alert")
        let entry = CaptureEntry(
            device: .token(Self.token), headers: ["authorization": "bearer a"],
            payload: Array(#"{"aps":{"alert":"secret"}}"#.utf8))
        let long = CaptureEntry(
            device: .named("password=\"" + String(repeating: "a b ", count: 30) + "\""), payload: [])
        let masked = redactor.redacted(long).entry
        #expect(redactor.redacted(masked).entry == masked && masked != long)
        let once = redactor.redacted(entry).entry
        #expect(redactor.redacted(once).entry == once)
    }

    static let paths: [(path: String, payload: String, masked: String)] = [
        ("aps.alert", #"{"aps":{"alert":"Hé!"},"alert":"b"}"#, #"{"aps":{"alert":"xxxx"},"alert":"b"}"#),
        (
            "aps.alert", #"{"aps":{"alert":{"title":"a","loc-args":["b",12],"x":{"y":null,"z":true}}}}"#,
            #"{"aps":{"alert":{"title":"x","loc-args":["x",11],"x":{"y":null,"z":true}}}}"#
        ),
        (
            "*.email", #"{"email":"a","b":{"email":"c","d":[{"email":"e"}]}}"#,
            #"{"email":"x","b":{"email":"x","d":[{"email":"x"}]}}"#
        ),
        ("user.*.id", #"{"user":{"id":1,"a":{"b":{"id":2}}},"id":3}"#, #"{"user":{"id":1,"a":{"b":{"id":1}}},"id":3}"#),
        ("user.*", #"{"user":{"id":20,"a":"b"},"c":"d"}"#, #"{"user":{"id":11,"a":"x"},"c":"d"}"#),
        (#"a\.b"#, #"{"a.b":"c","a":{"b":"d"}}"#, #"{"a.b":"x","a":{"b":"d"}}"#),
        (#"*"#, #"{"a":"b"}"#, #"{"a":"x"}"#),
        ("n", #"{"n":[-12.50e+3,0,0.75]}"#, #"{"n":[-11.11e+1,0,0.11]}"#),
        ("s", #"{"s":"a\u00e9\"\\","t":""}"#, #"{"s":"xxxxxxxxxxx","t":""}"#),
        ("e", #"{"\u0065":"f"}"#, #"{"\u0065":"x"}"#),
    ]

    @Test("Paths select what is masked, and a mask has the same length", arguments: paths)
    func masks(_ path: String, _ payload: String, _ masked: String) throws {
        #expect(try Self.redacted(payload, path) == masked)
        #expect(masked.utf8.count == payload.utf8.count)
    }

    @Test("A path with an empty step is invalid", arguments: ["", ".", "a.", ".a", "a..b", #"a\"#])
    func noPath(_ text: String) { #expect(SecretPath(text) == nil) }

    static let tap =
        #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","host":"contoso.com","#
        + #""subscription":"6f1c","head":"42","activities":[{"id":"n1"}]}}"#

    @Test("Everything that decides the verdict of another channel stays, and nothing else")
    func otherChannels() throws {
        let data = #"{"message":{"data":{"shoulderTap":"{\"activities\":[{\"id\":\"n1\"}]}","a":"b"}}}"#
        var entry = CaptureEntry(channel: .wns, payload: Array(#"{"activities":[{"id":"n1"}]}"#.utf8))
        #expect(try Self.redactor("*").redacted(entry).kept == [])
        let envelope = #"{\"v\":1,\"scenario\":\"userNotifications\",\"host\":\"a\",\"subscription\":\"s\"}"#
        entry = CaptureEntry(
            channel: .fcm, payload: Array(#"{"data":{"shoulderTap":"\#(envelope)","a":"b"}}"#.utf8),
            answer: .init(status: 200, body: Array(Self.tap.utf8)))
        let redacted = try Self.redactor("*").redacted(entry)
        #expect(redacted.kept == ["data.shoulderTap.scenario"])
        #expect(ChannelVerdict(of: redacted.entry).kind == .shoulderTap)
        #expect(String(decoding: redacted.entry.payload, as: UTF8.self).hasSuffix(#","a":"x"}}"#))
        let body = redacted.entry.answer?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body?.contains("userNotifications") == false)
        for payload in [data, Self.tap] {
            entry = CaptureEntry(channel: .rest, payload: Array(payload.utf8))
            #expect(try Self.redactor("*").redacted(entry).kept == [])
        }
    }

    @Test("A value that decides the verdict stays, and is reported")
    func deciding() throws {
        let entry = CaptureEntry(payload: Array(Self.tap.utf8))
        let redacted = try Self.redactor("*").redacted(entry)
        #expect(redacted.kept == ["shoulderTap.scenario"])
        let text = String(decoding: redacted.entry.payload, as: UTF8.self)
        #expect(Tap.tryParse(redacted.entry.payload)?.host == "xxxxxxxxxxx")
        #expect(text.contains(#""subscription":"xxxx","head":"xx","activities":[{"id":"xx"}]"#))
    }

    @Test("If no reader finds keys, all text is masked")
    func broken() throws {
        #expect(
            try Self.redacted(#"{"aps":{"alert":"sé\u00e9\n"# + "\n 120 true ", "z")
                == #"{"xxx":{"xxxxx":"xxx\u0078\n"# + "\n xxx xxxx ")
        #expect(try Self.redacted(#"{"a" 120 true nulls 0.5"#, "z") == #"{"x" 111 true nullx 0.1"#)
        #expect(try Self.redacted("nonsense 7") == "xxxxxxxx 1")
        #expect(try Self.redacted("") == "")
    }
}
