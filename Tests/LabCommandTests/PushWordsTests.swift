import Basics
import PushGateway
import SecureTransport
import Testing

@testable import LabCommand

@Suite("The options of push")
struct PushWordsTests {
    private static func options(_ words: String) throws -> PushOptions {
        let request = try Request(words: (["push"] + words.split(separator: " ").map(String.init)).map { RawText($0) })
        guard case .push(let options) = request else { throw UsageError("another request") }
        return options
    }

    private static let local = "--device 5a --to localhost:2197"

    @Test("the service is a host and a port, one of Apple's, or one without TLS")
    func services() throws {
        let named = try Self.options("a.apns \(Self.local)")
        #expect(
            named == PushOptions("a.apns", to: "5a", at: .init(name: .host("localhost"), port: 2197, isSecure: true)))
        #expect(named.service.authority == "localhost:2197")
        #expect(try Self.options("- --device 5a --sandbox").service == .sandbox)
        #expect(try Self.options("- --device 5a --production").service.authority == "api.push.apple.com:443")
        let plain = try Self.options("- --device 5a --to http://[::1]:80").service
        #expect(plain.authority == "[::1]:80" && !plain.isSecure)
    }

    @Test("headers and files are taken from options")
    func headers() throws {
        let options = try Self.options(
            "a \(Self.local) --topic com.example.app --type voip --priority 1 --expiration 1h --collapse-id c --id i "
                + "--key K1:T1:a:b.p8 --ca ca.pem --json")
        #expect(options.topic == "com.example.app" && options.type == .voip && options.priority == .passive)
        #expect(options.expiration == .after(.hours(1)) && options.collapseID == "c" && options.id == "i")
        #expect(options.credential == .providerToken(key: "K1", team: "T1", file: "a:b.p8"))
        #expect(options.authorities == "ca.pem" && options.json)
        #expect(try Self.options("a \(Self.local) --expiration 0").expiration == .at(0))
        #expect(
            try Self.options("a \(Self.local) --cert c.pem").credential == .certificate(file: "c.pem", keyFile: "c.pem")
        )
        #expect(
            try Self.options("a \(Self.local) --cert c --cert-key k").credential
                == .certificate(file: "c", keyFile: "k"))
    }

    @Test(
        "options that make no sense are refused with a reason",
        arguments: [
            ("--device 5a --sandbox", "push needs a FILE, or '-' for standard input"),
            ("a b --device 5a --sandbox", "unexpected word 'b'; push sends one FILE to one device"),
            ("a --sandbox", "push needs --device TOKEN"),
            ("a --device 5a", "push needs a service; give --to HOST:PORT, --sandbox or --production"),
            ("a --device 5a/x --sandbox", "value '5a/x' of '--device' is not the device token, in hex digits"),
            ("a --device 5a --to host", "value 'host' of '--to' is not a host and a port, such as localhost:2197"),
            ("a --device 5a --to host:0", "value 'host:0' of '--to' is not a host and a port, such as localhost:2197"),
            ("a --device 5a --sandbox --production", "'--sandbox' cannot be used with '--production'; remove one"),
            ("a \(local) --type background2", "unknown value 'background2' of '--type': did you mean 'background'?"),
            ("a \(local) --priority 7", "unknown value '7' of '--priority': use 10, 5 or 1"),
            (
                "a \(local) --expiration soon",
                "value 'soon' of '--expiration' is not 0, a duration such as 1h, or seconds since 1970"
            ),
            ("a \(local) --topic ü", "value 'ü' of '--topic' is not a bundle id in ASCII"),
            (
                "a \(local) --key K1:key.p8",
                "value 'K1:key.p8' of '--key' is not the ids of a key and a team, and the key's .p8 file"
            ),
            ("a \(local) --cert-key k", "'--cert-key' needs '--cert FILE'"),
            ("a \(local) --cert c --key K:T:f", "'--key' cannot be used with '--cert'; remove one"),
            ("a --device 5a --to http://h:1 --ca f", "'--ca' cannot be used with 'http://', which is not encrypted"),
        ])
    func refused(_ words: String, _ message: String) {
        #expect(throws: UsageError(message, verb: "push")) { try Self.options(words) }
    }
}

@Suite("A push made of a file")
struct PushLetterTests {
    private static let now = Instant(microseconds: 1_700_000_000_000_000)

    private static func letter(
        _ text: String, change: (inout PushOptions) -> Void = { _ in }
    ) throws -> PushLetter {
        var options = PushOptions("-", to: "5a", at: .sandbox)
        options.topic = "com.example.app"
        change(&options)
        return try PushLetter(Array(text.utf8), options, at: Self.now)
    }

    @Test(
        "the push type and the priority follow from the payload",
        arguments: [
            (#"{"aps":{"content-available":1}}"#, "background", "5"), (#"{"aps":{"alert":"a"}}"#, "alert", "10"),
            (#"{"aps":{"alert":"a","content-available":1}}"#, "alert", "10"),
            (#"{"aps":{"content-changed":true}}"#, "widgets", "5"), (#"{"mdm":"magic"}"#, "mdm", "10"),
            (#"{"own":1}"#, "alert", "10"),
        ])
    func derived(_ payload: String, _ type: String, _ priority: String) throws {
        let letter = try Self.letter(payload)
        #expect(
            letter.headers(authorization: "bearer t") == [
                "authorization": "bearer t", "apns-topic": "com.example.app", "apns-push-type": type,
                "apns-priority": priority,
            ])
        #expect(letter.payload == Array(payload.utf8))
    }

    @Test(
        "the key for simulators gives the topic, and the other bytes are sent unchanged",
        arguments: [
            (#"{"Simulator Target Bundle":"b","aps":{}}"#, #"{"aps":{}}"#),
            (#"{ "Simulator Target Bundle" : "b" , "aps":{} }"#, #"{ "aps":{} }"#),
            (#"{"aps":{}, "Simulator Target Bundle":"b"}"#, #"{"aps":{}}"#),
            (#"{"aps":{},"Simulator Target Bundle":"b","x":1}"#, #"{"aps":{},"x":1}"#),
            (#"{"Simulator Target Bundle":"b"}"#, #"{}"#),
        ])
    func simulatorKey(_ file: String, _ payload: String) throws {
        let letter = try Self.letter(file) { $0.topic = nil }
        #expect(letter.payload == Array(payload.utf8))
        #expect(letter.topic?.hasPrefix("b") == true)
        #expect(try Self.letter(file).topic == "com.example.app")
    }

    @Test("a topic from a bundle gets the suffix of the push type, and a topic from an option does not")
    func suffix() throws {
        let file = #"{"Simulator Target Bundle":"b","aps":{}}"#
        #expect(try Self.letter(file) { ($0.topic, $0.type) = (nil, .voip) }.topic == "b.voip")
        #expect(try Self.letter(file) { $0.type = .voip }.topic == "com.example.app")
    }

    @Test("a duration becomes a time")
    func expiration() throws {
        let letter = try Self.letter("{}") { ($0.expiration, $0.id, $0.collapseID) = (.after(.hours(1)), "i", "c") }
        let headers = letter.headers(authorization: nil)
        #expect(headers["apns-expiration"] == "1700003600")
        #expect(headers["apns-id"] == "i" && headers["apns-collapse-id"] == "c" && !headers.contains("authorization"))
    }

    @Test(
        "a file that is not a payload is refused with the position",
        arguments: [
            ("{\n\"a\":1,}", "line 2, column 6: "), ("[]", "line 1, column 1: "), ("", "line 1, column 1: "),
            (#"{"Simulator Target Bundle":1}"#, "the value of \"Simulator Target Bundle\" is not a bundle id"),
        ])
    func badFile(_ text: String, _ start: String) {
        let fault = #expect(throws: PushLetter.Fault.self) { try Self.letter(text) }
        guard case .badPayload(let words) = fault else {
            Issue.record("another fault")
            return
        }
        #expect(words.hasPrefix(start), "\(words)")
    }

    @Test("only a certificate can replace the topic")
    func noTopic() throws {
        #expect(throws: PushLetter.Fault.noTopic) { try Self.letter("{}") { $0.topic = nil } }
        let letter = try Self.letter("{}") { ($0.topic, $0.credential) = (nil, .certificate(file: "c", keyFile: "c")) }
        #expect(letter.topic == nil && !letter.headers(authorization: nil).contains("apns-topic"))
    }

    @Test("every reason of the push service has a meaning and a remedy")
    func reasons() {
        let now = Self.now
        let refusals: [Refusal] = [
            .badCollapseId, .badDeviceToken, .badExpirationDate, .badMessageId, .badPriority, .badTopic,
            .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
            .missingTopic, .payloadEmpty, .topicDisallowed, .badCertificate, .badCertificateEnvironment,
            .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken, .unrelatedKeyIdInToken,
            .badEnvironmentKey(.wire), .badEnvironmentKey(.documented), .badPath, .methodNotAllowed,
            .expiredToken(since: now), .unregistered(since: now), .payloadTooLarge, .tooManyProviderTokenUpdates,
            .tooManyRequests, .internalServerError, .serviceUnavailable, .shutdown,
        ]
        #expect(Set(refusals.map(\.reason)) == Set(PushReason.all.keys))
        for reason in PushReason.all.values {
            #expect(reason.meaning.hasSuffix(".") && reason.remedy.hasSuffix("."))
        }
    }
}
