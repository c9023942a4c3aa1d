import Basics
import Captures
import Testing

/// A token is found however it is spelled, and wherever it stands.
@Suite("Spellings of secrets")
struct SecretSpellingTests {
    private static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
    private static let hidden = String(repeating: "x", count: 64)

    private static func redacted(_ entry: CaptureEntry, _ paths: String...) throws -> Redactor.Redacted {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 1, count: 16)))
        return Redactor(key: key, paths: try paths.map { try #require(SecretPath($0)) }).redacted(entry)
    }

    private static func payload(_ text: String, to token: String = token) throws -> String {
        let redacted = try Self.redacted(CaptureEntry(device: .token(token), payload: Array(text.utf8)))
        #expect(redacted.kept == [])
        #expect(redacted.entry.payload.count == text.utf8.count)
        return String(decoding: redacted.entry.payload, as: UTF8.self)
    }

    private static let bytes: [UInt8] = Hex.bytes(of: token) ?? []

    private static func base64(_ bytes: [UInt8]) -> String {
        Base64URL.text(of: bytes).replacing("-", with: "+").replacing("_", with: "/")
    }

    /// What a text shows of a token, and the least that has to go of it.
    static let spellings: [(name: String, text: String, shown: String)] = [
        ("plain", "a \(token) b", "a \(hidden) b"),
        ("capitals", token.uppercased(), hidden),
        ("escaped", #"\u0030\u0030"# + token.dropFirst(2), String(repeating: "x", count: 74)),
        ("escaped twice", #"\\u0030"# + token.dropFirst(), String(repeating: "x", count: 70)),
        ("percent", "%30" + token.dropFirst(), String(repeating: "x", count: 66)),
        ("reference", "&#48;" + token.dropFirst(), String(repeating: "x", count: 68)),
        ("reference of hex", "&#x30;" + token.dropFirst(), String(repeating: "x", count: 69)),
        ("base64 of its bytes", base64(bytes) + "=", String(repeating: "x", count: 42) + "A="),
        ("base64url of its bytes", Base64URL.text(of: bytes), String(repeating: "x", count: 42) + "A"),
        ("base64 of its digits", base64(Array(token.utf8)) + "==", String(repeating: "x", count: 85) + "A=="),
        ("its beginning", "\(token.prefix(32))...\(token.suffix(16))", "\(hidden.prefix(32))...\(hidden.prefix(16))"),
    ]

    @Test("Each spelling of a token is masked", arguments: spellings)
    func spelling(_ name: String, _ text: String, _ shown: String) throws {
        #expect(try Self.payload(#"{"aps":{},"a":"\#(text)"}"#) == #"{"aps":{},"a":"\#(shown)"}"#)
    }

    @Test(
        "The value after a name in a text is masked, with any separator",
        arguments: [
            #"token:\tKp3Secret5uXq9"#, #"token=\nKp3Secret5uXq9"#, #"password:\r\nKp3Secret5uXq9"#,
            "Authorization: Bearer  Kp3Secret5uXq9", "token = <Kp3Secret5uXq9>", "secret=(Kp3Secret5uXq9)",
            "tokens=[Kp3Secret5uXq9]", "token=>Kp3Secret5uXq9",
        ])
    func behindName(_ text: String) throws {
        let redacted = try Self.redacted(CaptureEntry(payload: Array(#"{"aps":{},"note":"\#(text)"}"#.utf8)))
        let payload = String(decoding: redacted.entry.payload, as: UTF8.self)
        #expect(!payload.contains("Secret") && !payload.contains("5uXq9"), "\(payload)")
    }

    @Test("Base64 of more than the token reveals nothing of it", arguments: 0..<4)
    func within(_ length: Int) throws {
        for inner in [Self.token, Self.token.uppercased()] {
            let outer = String(repeating: "a", count: length)
            let text = Self.base64(Array("\(outer)\(inner)\(outer)".utf8))
            let masked = try Self.payload(#"{"aps":{},"a":"\#(text)"}"#)
            #expect(masked.count { $0 == "x" } >= 84, "\(masked)")
        }
    }

    @Test("Apple's descriptions of data", arguments: ["<", "0x"], [false, true])
    func descriptions(_ start: String, _ isUpper: Bool) throws {
        let digits = Array(isUpper ? Self.token.uppercased() : Self.token) as [Character]
        let words = stride(from: 0, to: 64, by: 8).map { String(digits[$0..<$0 + 8]) }.joined(separator: " ")
        let masked = String(words.map { $0 == " " ? " " : "x" as Character })
        let text = #"{"aps":{},"a":"sent to \#(start)\#(words)>"}"#
        #expect(try Self.payload(text) == #"{"aps":{},"a":"sent to \#(start)\#(masked)>"}"#)
    }

    @Test(
        "A short token is masked where no letter or digit is next to it",
        arguments: [("ab12", "ab12 xab12 ab123 ab12-1", "xxxx xab12 ab123 xxxx-1"), ("Z9", "z9,Z9z", "xx,Z9z")])
    func short(_ token: String, _ text: String, _ masked: String) throws {
        #expect(try Self.payload(#"{"aps":{},"a":"\#(text)"}"#, to: token) == #"{"aps":{},"a":"\#(masked)"}"#)
    }

    @Test("A token that decides the kind of the payload stays, and is not reported")
    func deciding() throws {
        let entry = CaptureEntry(device: .token("aps"), payload: Array(#"{"aps":{"alert":"aps"}}"#.utf8))
        let redacted = try Self.redacted(entry)
        #expect(redacted.kept == ["a token at byte 2"])
        #expect(redacted.entry.payload == Array(#"{"aps":{"alert":"xxx"}}"#.utf8))
    }

    @Test("The type of a WNS notification decides its kind, and stays")
    func type() throws {
        let payload = Array("<raw/>".utf8)
        let entry = CaptureEntry(
            channel: .wns, device: .token("raw"), headers: ["X-WNS-Type": "wns/raw"], payload: payload)
        let redacted = try Self.redacted(entry).entry
        #expect(ChannelVerdict(of: redacted).kind == ChannelVerdict(of: entry).kind)
    }

    @Test("Two keys that are tokens stay two keys")
    func keys() throws {
        let other = String(Self.token.reversed())
        let text = #"{"aps":{},"t":{"\#(Self.token)":1,"\#(other)":2,"token":"\#(other)"}}"#
        let masked = try Self.payload(text)
        #expect(!masked.contains(Self.token) && !masked.contains(other))
    }

    /// A word of its own for each, which must not be seen anywhere.
    static let companions: [(headers: HeaderList, payload: String)] = [
        ([":path": "/3/device/\(token)"], #"{"aps":{},"deviceToken":"$","b":"to $"}"#),
        ([":path": "/3/device/\(token)"], #"{"aps":{},"registration_ids":["$","$2"],"b":["$2"]}"#),
        (["x-trace": "sent $ today"], #"{"aps":{},"Token":"$"}"#),
        (["x-trace": "sent $"], #"{"aps":{},"n":{"fcmToken":{"value":"$"}}}"#),
        (["Authorization ": "Bearer $"], #"{"aps":{},"b":"$"}"#),
        (["AUTHORIZATION": "key=$"], #"{"aps":{}}"#),
        (["Authorization": "Token $"], #"{"aps":{},"b":"$"}"#),
        (["Authorization": "Unheard  $"], #"{"aps":{},"b":"$"}"#),
        (["Authorization": #"Digest realm="a", response="$", nonce=$2"#], #"{"aps":{},"b":"$","c":"$2"}"#),
        ([:], #"{"aps":{},"authorization":"ApiKey $","b":"$","c":{"Authorization":"$2"},"d":"$2"}"#),
        (["x-goog-api-key": "$"], #"{"aps":{}}"#),
        (["x-ms-token": "$"], #"{"aps":{}}"#),
        (["Location": "https://a.b/c?token=$&d=$"], #"{"aps":{}}"#),
        (["Referer": "https://a.b/?$"], #"{"aps":{}}"#),
        (["x-next": "https://a.b/3/device/$/"], #"{"aps":{}}"#),
        (["x-note": "password: $, the rest"], #"{"aps":{}}"#),
        ([":path": "/?token=$"], #"{"aps":{},"b":"$"}"#),
        ([:], #"{"aps":{},"channelUri":"https://a.notify.windows.com/?token=$"}"#),
        ([:], #"{"aps":{},"link":"https://a.b/?access_token=$&b=1"}"#),
        ([:], #"{"aps":{},"link":"https://a.b/?access%5Ftoken%3D$"}"#),
        ([:], #"{"aps":{},"note":"Authorization: Bearer $"}"#),
        ([:], #"{"aps":{},"note":"curl -H 'authorization: $'"}"#),
        ([:], #"{"aps":{},"data":"{\"token\":\"$\"}"}"#),
        ([:], #"{"aps":{},"data":"{\"a\":\"{\\\"pass\\u0077ord\\\":\\\"$\\\"}\"}"}"#),
        ([:], #"{"aps":{},"data":"{\"token\":\"$\", torn"}"#),
        ([:], #"{"aps":{},} // token=$"#),
        ([:], "{\"aps\":{}, /* $ */ \"b\": \"//\" // $\n}"),
        ([:], #"{"aps":{ // token: $"#),
    ]

    @Test("The value after a secret name is masked, in every part of the entry", arguments: companions.indices)
    func second(_ index: Int) throws {
        let (secret, other) = ("Zq7Secret9vW", "Kp3Secret5uX")
        func fill(_ text: String) -> String { text.replacing("$2", with: other).replacing("$", with: secret) }
        let (headers, payload) = Self.companions[index]
        let fields = headers.fields.map { HeaderList.Field($0.name, fill($0.value)) }
        for channel in CaptureEntry.Channel.allCases {
            let entry = CaptureEntry(
                channel: channel, headers: HeaderList(fields), payload: Array(fill(payload).utf8),
                answer: .init(status: 400, headers: HeaderList(fields), body: Array(fill(payload).utf8)))
            let redacted = try Self.redacted(entry)
            let line = String(decoding: CaptureWriter.line(of: redacted.entry), as: UTF8.self)
            for word in [secret, other] { #expect(!line.contains(word), "\(channel): \(line)") }
            #expect(redacted.kept == [])
            #expect(redacted.entry.payload.count == entry.payload.count)
        }
    }

    static let names = [
        "token", "Token", "registration_id", "registration_ids", "notification_key", "client_secret", "id_token",
        "refresh_token", "access_token", "password", "apikey", "API-Key", "private_key", "deviceToken ",
    ]

    @Test("Names of secrets in headers and payloads", arguments: names)
    func named(_ name: String) throws {
        let entry = CaptureEntry(headers: [name: "abc"], payload: Array(#"{"aps":{},"\#(name)":["abc",77]}"#.utf8))
        let redacted = try Self.redacted(entry).entry
        #expect(redacted.headers[name] == "xxx")
        #expect(redacted.payload == Array(#"{"aps":{},"\#(name)":["xxx",11]}"#.utf8))
    }

    @Test(
        "Other names are not secret", arguments: ["tokens-left", "aps", "keys", "apns-id", "secretary", "authorized"])
    func unnamed(_ name: String) throws {
        let entry = CaptureEntry(headers: [name: "abc"], payload: Array(#"{"aps":{},"\#(name)":"abc"}"#.utf8))
        #expect(try Self.redacted(entry).entry == entry)
    }

    @Test("A token is masked in the name of a header, and a short token is not")
    func headerNames() throws {
        let headers: HeaderList = ["x-\(Self.token)": "a", "x-ab12": "b"]
        for (token, names) in [(Self.token, ["x-\(Self.hidden)", "x-ab12"]), ("ab12", headers.fields.map(\.name))] {
            let redacted = try Self.redacted(CaptureEntry(device: .token(token), headers: headers, payload: []))
            #expect(redacted.entry.headers.fields.map(\.name) == names)
        }
    }

    @Test("Paths continue in a text that is JSON; of a text that must stay, only what decides is kept")
    func nested() throws {
        let text = #"{"aps":{},"data":"{\"user\":{\"email\":\"a@b.c\"}}"}"#
        let redacted = try Self.redacted(CaptureEntry(payload: Array(text.utf8)), "data.*.email", "date.*")
        #expect(redacted.entry.payload == Array(text.replacing("a@b.c", with: "xxxxx").utf8))
        #expect(redacted.matched.map(\.text) == ["data.*.email"])
    }

    @Test("A token of a megabyte takes linear time")
    func giant() throws {
        let token = String(repeating: "a", count: 100_000) + "b"
        let text = #"{"aps":{},"a":"\#(String(repeating: "a", count: 300_000))"}"#
        let entry = CaptureEntry(device: .token(token), payload: Array(text.utf8))
        let clock = ContinuousClock()
        let time = try clock.measure { _ = try Self.redacted(entry) }
        // Comparing the token at each place takes billions of steps.
        #expect(time < .seconds(60))
    }
}
