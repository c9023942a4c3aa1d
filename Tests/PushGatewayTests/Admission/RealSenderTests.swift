import Basics
import PushGateway
import Testing

/// The first push of a client library that is in use, as it was seen on the wire.
struct RealSender: Sendable, CustomTestStringConvertible {
    let name: String
    /// The push headers besides method, path and authorization.
    let headers: [(String, String)]
    var scheme = "bearer "
    var tokenHeader = #"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT"}"#
    var claims = #"{"iss":"TEAM000001","iat":1700000000}"#
    var signatureCount = 64
    var isPlainBase64 = false

    var testDescription: String { self.name }

    private static let topic = ("apns-topic", Gate.bundle)
    private static let type = ("apns-push-type", "alert")
    private static let priority = ("apns-priority", "10")
    private static let expiration = ("apns-expiration", "0")
    private static let id = ("apns-id", Gate.id)
    private static let authority = (":authority", "localhost:2197")
    private static let json = ("content-type", "application/json")

    static let all: [RealSender] = [
        RealSender(
            name: "APNSwift",
            headers: [authority, json, ("user-agent", "APNS/swift-nio"), type, priority, expiration, topic, id],
            claims: "{\n  \"iss\" : \"TEAM000001\",\n  \"iat\" : \"1700000000\",\n  \"kid\" : \"TEAMKEY001\"\n}"),
        RealSender(
            name: "Go apns2",
            headers: [
                authority, topic, type, priority, ("content-type", "application/json; charset=utf-8"),
                ("accept-encoding", "gzip"), ("content-length", "31"), ("user-agent", "Go-http-client/2.0"),
            ], tokenHeader: #"{"alg":"ES256","kid":"TEAMKEY001"}"#),
        RealSender(
            name: "a2", headers: [authority, topic, type, priority, json, ("content-length", "31")], scheme: "Bearer ",
            signatureCount: 71, isPlainBase64: true),
        RealSender(name: "aioapns", headers: [("host", "localhost:2197"), topic, type, priority, id]),
        RealSender(
            name: "PyAPNs2", headers: [(":authority", "localhost"), topic, type],
            claims: #"{"iss":"TEAM000001","iat":1699999999.123456}"#),
        RealSender(
            name: "gobiko", headers: [(":authority", "localhost"), topic, priority, expiration, id],
            claims: #"{"iss": "TEAM000001", "iat": 1699999999.5}"#),
        RealSender(
            name: "pyapns-client", headers: [authority, topic, type, priority, id],
            claims: #"{"iss":"TEAM000001","iat":1699999999.25}"#),
        RealSender(
            name: "kalyke",
            headers: [authority, topic, type, priority, ("apns-expiration", "1702592000"), id],
            claims: #"{"iss":"TEAM000001","iat":"1700000000"}"#),
        RealSender(
            name: "simple-apns", headers: [authority, topic, type],
            claims: #"{"iss":"TEAM000001","iat":1700000000,"exp":1700003600}"#),
        RealSender(
            name: "curl by hand",
            headers: [authority, topic, ("content-type", "application/x-www-form-urlencoded"), ("accept", "*/*")],
            tokenHeader: #"{ "alg": "ES256", "kid": "TEAMKEY001" }"#, signatureCount: 70),
    ]

    func gate() -> Gate {
        var token = TestToken(header: self.tokenHeader, claims: self.claims)
        token.isPlainBase64 = self.isPlainBase64
        token.signature = (0..<self.signatureCount).map { UInt8(200 + $0 % 56) }
        var gate = Gate()
        gate.ports.takesAnySignature = self.signatureCount
        gate.headers = HeaderList(
            [(":method", "POST"), (":path", "/3/device/" + Gate.deviceToken)] + self.headers
                + [("authorization", self.scheme + token.text)])
        gate.body = Array(#"{"aps":{"alert":"lunch?"}}"#.utf8)
        return gate
    }
}

@Suite("Real senders")
struct RealSenderTests {
    @Test("their first push is accepted, and its id is returned", arguments: RealSender.all)
    func accepted(_ sender: RealSender) throws {
        var gate = sender.gate()
        let answer = try #require(gate.send().answers.first)
        #expect(answer.verdict == "200")
        let sent = gate.headers["apns-id"]
        #expect(answer.headers["apns-id"] == sent ?? answer.id)
        #expect(gate.verdict() == "200", "the same push again")
    }

    @Test("a token for each push, on separate connections, is not an update")
    func tokenEachPush() {
        let kalyke = RealSender.all[7]
        let first = kalyke.gate()
        var admission = first.admission
        for push in 0..<40 {
            var gate = kalyke.gate()
            gate.admission = admission
            gate.setToken(TestToken(claims: #"{"iss":"TEAM000001","iat":"\#(1_700_000_000 - push)"}"#))
            gate.ports.takesAnySignature = nil
            #expect(gate.verdict() == "200")
            admission = gate.admission
        }
    }
}

/// What the design decides where nothing is documented.
@Suite("Decisions")
struct DecisionTests {
    @Test("authentication comes first: without it no other problem is revealed")
    func authenticationFirst() {
        var gate = Gate()
        gate.headers = [":method": "POST", ":path": "/3/device/aaaa"]
        gate.body = Array("{}".utf8)
        #expect(gate.verdict() == "403 MissingProviderToken")
        gate.headers = [":method": "GET", ":path": "/"]
        #expect(gate.verdict() == "403 MissingProviderToken")
    }

    @Test("a key of the other environment with an invented token gets the answer about the key")
    func keyBeforeToken() {
        var gate = Gate()
        gate.setToken(TestToken(key: "SANDKEY001"))
        gate.set(":path", "/3/device/invented")
        #expect(gate.verdict() == "403 BadEnvironmentKeyInToken")
    }

    @Test("TooManyRequests is the rate of one device, which is not limited by default")
    func rateIsOff() {
        var gate = Gate()
        for _ in 0..<1_000 { #expect(gate.verdict() == "200") }
    }

    @Test("200 means committed: the push is passed on before the answer, which a failed commit turns into 500")
    func committed() throws {
        var gate = Gate()
        let actions = gate.send()
        guard case .deliver = actions.first, case .answer(let answer) = actions.last else {
            Issue.record("the answer does not follow the push")
            return
        }
        #expect(answer.uncommitted.verdict == "500 InternalServerError")
    }
}
