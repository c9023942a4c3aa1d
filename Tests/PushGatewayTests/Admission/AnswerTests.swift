import Basics
import PushGateway
import ShoulderTap
import Testing

@Suite("Answers and accepted pushes")
struct AnswerTests {
    @Test(
        "an id is returned exactly, for accepted, refused and invalid requests",
        arguments: [
            "eabeae54-14a8-11e5-b60b-1697f925ec7b", "EABEAE54-14A8-11E5-B60B-1697F925EC7B",
            "EABEAE54-14a8-11E5-b60b-1697f925EC7B", "not an id", "",
        ])
    func echo(_ id: String) {
        var gate = Gate()
        gate.set("apns-id", id)
        #expect(gate.send().answers.map(\.headers).map { $0["apns-id"] } == [id])
        gate.set("authorization", nil)
        #expect(gate.send().answers.map(\.id) == [id])
    }

    @Test("a generated id is random and in upper case, another for each push")
    func made() {
        var gate = Gate()
        gate.set("apns-id", nil)
        #expect(gate.send().answers.map(\.id) == ["ABCDEF01-2345-4789-8000-000000000001"])
        gate.body = []
        #expect(gate.send().answers.map(\.id) == ["ABCDEF01-2345-4789-8000-000000000002"])
    }

    @Test("the sandbox gives an id for its delivery log, for accepted pushes only")
    func uniqueID() throws {
        var gate = Gate(.sandbox)
        let accepted = try #require(gate.send().answers.first)
        #expect(accepted.headers["apns-unique-id"] == "ABCDEF01-2345-4789-8000-000000000001")
        gate.body = []
        #expect(try #require(gate.send().answers.first).headers["apns-unique-id"] == nil)
        var production = Gate()
        #expect(try #require(production.send().answers.first).headers["apns-unique-id"] == nil)
    }

    @Test("an accepted push is answered without a body, after it is passed on")
    func accepted() throws {
        var gate = Gate()
        let actions = gate.send()
        let push = try #require(actions.delivered.first)
        let answer = try #require(actions.answers.first)
        #expect(actions == [.deliver(push), .answer(answer)])
        #expect(answer.headers.fields == [.init(":status", "200"), .init("apns-id", Gate.id)])
        #expect(answer.body.isEmpty)
        #expect(answer.uncommitted.verdict == "500 InternalServerError")
        #expect(answer.uncommitted.id == answer.id)
    }

    @Test("a push is passed on as it was sent")
    func passedOn() throws {
        var gate = Gate(.sandbox)
        gate.set(":path", "/3/device/ABCDEF0123456789abcdef")
        gate.set("apns-collapse-id", String(repeating: "c", count: 64))
        gate.set("apns-expiration", "1700003600")
        let push = try #require(gate.send().delivered.first)
        let expected = AcceptedPush(
            id: Gate.id, token: DeviceToken("abcdef0123456789abcdef"), environment: .sandbox, topic: Gate.bundle,
            type: .background, priority: .powerAware, expiration: .at(Gate.noon + .hours(1)),
            collapseID: String(repeating: "c", count: 64), payload: Gate.silentPush, kind: .background)
        #expect(push == expected)
    }

    @Test("a missing header has its default")
    func defaults() throws {
        var gate = Gate()
        for name in ["apns-priority", "apns-push-type", "apns-id"] { gate.set(name, nil) }
        gate.set("apns-collapse-id", "")
        let actions = gate.send()
        let push = try #require(actions.delivered.first)
        #expect(push.type == nil)
        #expect(push.priority == .immediate)
        #expect(push.expiration == .none)
        #expect(push.collapseID == nil)
        #expect(actions.warnings.isEmpty)
    }

    @Test(
        "an expiration is in whole seconds, however far away",
        arguments: [
            ("0", PushExpiration.once), ("00", .once), ("1", .at(Instant(microseconds: 1_000_000))),
            ("9223372036854775807", .at(Instant(microseconds: 253_402_300_799_000_000))),
        ])
    func expirations(_ text: String, expected: PushExpiration) throws {
        var gate = Gate()
        gate.set("apns-expiration", text)
        #expect(try #require(gate.send().delivered.first).expiration == expected)
        gate.set("apns-expiration", "9223372036854775808")
        #expect(gate.verdict() == "400 BadExpirationDate")
    }

    @Test(
        "device tokens have any even number of hex digits in either case, up to 2,000",
        arguments: [
            ("aaaa", true), ("AAAA", true), (String(repeating: "0F", count: 1_000), true),
            (String(repeating: "0F", count: 1_000) + "00", false), ("aaa", false), ("aag0", false), ("aa?b", false),
            ("aa\u{0}0", false), ("é0", false),
        ])
    func deviceTokens(_ token: String, isGood: Bool) throws {
        var gate = Gate()
        gate.set(":path", "/3/device/" + token)
        let actions = gate.send()
        #expect(actions.verdict == (isGood ? "200" : "400 BadDeviceToken"))
        #expect(actions.delivered.map(\.token.text) == (isGood ? [token.lowercased()] : []))
    }

    @Test("names of headers ignore case, cookies may be repeated, and unknown headers do not matter")
    func headerNames() {
        var gate = Gate()
        let fields = gate.headers.fields.map { ($0.name == ":path" ? $0.name : $0.name.uppercased(), $0.value) }
        gate.headers = HeaderList(fields.map { ($0.0.hasPrefix(":") ? $0.0.lowercased() : $0.0, $0.1) })
        gate.headers.append("cookie", "a=1")
        gate.headers.append("cookie", "b=2")
        gate.headers.append("Content-Type", "application/x-www-form-urlencoded")
        gate.headers.append("host", "localhost")
        #expect(gate.verdict() == "200")
    }

    @Test("a request without any header has no authentication")
    func bare() {
        var gate = Gate()
        gate.headers = HeaderList()
        #expect(gate.verdict() == "403 MissingProviderToken")
    }

    @Test(
        "a payload that does not fit its type is passed on with a warning",
        arguments: [
            (
                "alert", #"{"aps":{"content-available":1}}"#,
                [AdmissionWarning.payloadContradictsType(.alert, .background)]
            ),
            ("background", #"{"aps":{"alert":"a"}}"#, [.payloadContradictsType(.background, .alert)]),
            (
                "background", #"{"aps":{"alert":"a","content-available":1}}"#,
                [.payloadContradictsType(.background, .alertWithWake)]
            ),
            ("background", #"{"aps":{"content-available":1}}"#, []), ("alert", #"{"aps":{"alert":"a"}}"#, []),
            ("mdm", #"{"mdm":"x"}"#, []), ("alert", "{", [.payloadMalformed]),
        ])
    func warnings(_ type: String, payload: String, expected: [AdmissionWarning]) {
        var gate = Gate()
        gate.set("apns-push-type", type)
        gate.body = Array(payload.utf8)
        let actions = gate.send()
        #expect(actions.verdict == "200")
        #expect(actions.warnings == expected)
    }

    @Test("background at priority 10, given or by default, is passed on with a warning", arguments: ["10", nil])
    func backgroundAtTen(_ priority: String?) {
        var gate = Gate()
        gate.set("apns-priority", priority)
        let actions = gate.send()
        #expect(actions.verdict == "200")
        #expect(actions.warnings == [.undocumentedPriority(.background, .immediate)])
    }
}
