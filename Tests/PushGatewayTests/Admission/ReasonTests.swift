import Basics
import PushGateway
import Testing

/// One row of the table of answers, and a push that gets it.
struct ReasonCase: Sendable, CustomTestStringConvertible {
    let status: Int
    let reason: String
    let what: String
    let gate: @Sendable () -> Gate

    init(_ status: Int, _ reason: String, _ what: String, _ edit: @escaping @Sendable (inout Gate) -> Void) {
        self.status = status
        self.reason = reason
        self.what = what
        self.gate = {
            var gate = Gate()
            edit(&gate)
            return gate
        }
    }

    init(_ status: Int, _ reason: String, _ what: String, certificate: ClientCertificate) {
        self.status = status
        self.reason = reason
        self.what = what
        self.gate = { Gate(certificate: certificate) }
    }

    var testDescription: String { "\(self.status) \(self.reason): \(self.what)" }

    static let all: [ReasonCase] = [
        ReasonCase(400, "BadCollapseId", "a collapse id of 65 bytes") {
            $0.set("apns-collapse-id", String(repeating: "c", count: 65))
        },
        ReasonCase(400, "BadDeviceToken", "no hex digits") { $0.set(":path", "/3/device/xyzz") },
        ReasonCase(400, "BadDeviceToken", "half a byte too many") { $0.set(":path", "/3/device/abc") },
        ReasonCase(400, "BadDeviceToken", "nobody's token") { $0.ports.facts = nil },
        ReasonCase(400, "BadDeviceToken", "a token of the other environment") {
            $0.ports.facts?.environment = .sandbox
        },
        ReasonCase(400, "BadExpirationDate", "a word for a time") { $0.set("apns-expiration", "tomorrow") },
        ReasonCase(400, "BadExpirationDate", "a fraction of a second") { $0.set("apns-expiration", "1.5") },
        ReasonCase(400, "BadExpirationDate", "a time before 1970") { $0.set("apns-expiration", "-1") },
        ReasonCase(400, "BadExpirationDate", "no digits") { $0.set("apns-expiration", "") },
        ReasonCase(400, "BadMessageId", "an id without hyphens") {
            $0.set("apns-id", "eabeae5414a811e5b60b1697f925ec7b")
        },
        ReasonCase(400, "BadMessageId", "an id with a short group") {
            $0.set("apns-id", "eabeae54-14a8-11e5-b60-1697f925ec7b")
        },
        ReasonCase(400, "BadPriority", "a priority of 7") { $0.set("apns-priority", "7") },
        ReasonCase(400, "BadPriority", "a priority with a zero in front") { $0.set("apns-priority", "05") },
        ReasonCase(400, "BadPriority", "background at 10, when strict") {
            $0.admission.rules.isStrict = true
            $0.set("apns-priority", "10")
        },
        ReasonCase(400, "BadPriority", "background without a priority, which is 10, when strict") {
            $0.admission.rules.isStrict = true
            $0.set("apns-priority", nil)
        },
        ReasonCase(400, "BadTopic", "letters that no topic has") { $0.set("apns-topic", "com contoso/mail") },
        ReasonCase(400, "BadTopic", "a suffix without an app") {
            $0.set("apns-topic", ".voip")
            $0.set("apns-push-type", "voip")
        },
        ReasonCase(400, "DeviceTokenNotForTopic", "a token of another app") {
            $0.ports.facts?.topic = "com.contoso.chat"
        },
        ReasonCase(400, "DuplicateHeaders", "the topic twice") { $0.headers.append("apns-topic", Gate.bundle) },
        ReasonCase(400, "DuplicateHeaders", "a header twice that nobody reads, in two cases") {
            $0.headers.append("x-trace", "1")
            $0.headers.append("X-Trace", "1")
        },
        ReasonCase(400, "IdleTimeout", "headers, and then silence") {
            $0.body = []
            $0.bodyEnd = .cutByTimer
        },
        ReasonCase(400, "InvalidPushType", "a type that does not exist") { $0.set("apns-push-type", "widget") },
        ReasonCase(400, "InvalidPushType", "a type in capitals") { $0.set("apns-push-type", "Background") },
        ReasonCase(400, "InvalidPushType", "background to a VoIP topic") {
            $0.set("apns-topic", Gate.bundle + ".voip")
        },
        ReasonCase(400, "MissingDeviceToken", "nothing behind the path") { $0.set(":path", "/3/device/") },
        ReasonCase(400, "MissingTopic", "no topic") { $0.set("apns-topic", nil) },
        ReasonCase(400, "MissingTopic", "an empty topic") { $0.set("apns-topic", "") },
        ReasonCase(400, "PayloadEmpty", "no body") { $0.body = [] },
        ReasonCase(400, "TopicDisallowed", "a topic that is not the key's") {
            $0.setToken(TestToken(key: "MAILKEY001"))
            $0.set("apns-topic", "com.contoso.chat")
        },
        ReasonCase(400, "TopicDisallowed", "a topic that is not the team's") {
            $0.admission.keys.restrict(team: "TEAM000001", to: ["com.contoso.chat"])
        },
        ReasonCase(
            400, "TopicDisallowed", "a topic that is not the certificate's", certificate: .init(topics: ["a", "b"])),
        ReasonCase(
            403, "BadCertificate", "a certificate out of date",
            certificate: .init(topics: [Gate.bundle], isValid: false)),
        ReasonCase(
            403, "BadCertificateEnvironment", "a sandbox certificate in production",
            certificate: .init(topics: [Gate.bundle], environments: .sandbox)),
        ReasonCase(403, "ExpiredProviderToken", "a token of an hour and a second") {
            $0.setToken(TestToken(age: .hours(1) + .seconds(1)))
        },
        ReasonCase(403, "Forbidden", "a topic on the list of those denied") {
            $0.admission.rules.deniedTopics = [Gate.bundle]
        },
        ReasonCase(403, "InvalidProviderToken", "no JWT") { $0.set("authorization", "bearer open sesame") },
        ReasonCase(403, "InvalidProviderToken", "a key that is not known") {
            $0.setToken(TestToken(key: "NOBODYSKEY"))
        },
        ReasonCase(403, "InvalidProviderToken", "another team's name on a key") {
            $0.setToken(TestToken(key: "TEAMKEY001", team: "TEAM000002"))
        },
        ReasonCase(403, "InvalidProviderToken", "a signature by another key") {
            var token = TestToken()
            token.key = "TEAMKEY002"
            $0.setToken(token)
        },
        ReasonCase(403, "InvalidProviderToken", "a token made in more than a minute") {
            $0.setToken(TestToken(age: .zero - .seconds(61)))
        },
        ReasonCase(403, "MissingProviderToken", "neither certificate nor token") { $0.set("authorization", nil) },
        ReasonCase(403, "MissingProviderToken", "a scheme without a token") { $0.set("authorization", "bearer ") },
        ReasonCase(403, "UnrelatedKeyIdInToken", "a key of another team on the same connection") {
            _ = $0.send()
            $0.setToken(TestToken(key: "OTHERKEY01", team: "TEAM000002"))
        },
        ReasonCase(403, "BadEnvironmentKeyInToken", "a sandbox key in production") {
            $0.setToken(TestToken(key: "SANDKEY001"))
        },
        ReasonCase(403, "BadEnvironmentKeyIdInToken", "the same, in the documentation's word") {
            $0.admission.rules.keyWord = .documented
            $0.setToken(TestToken(key: "SANDKEY001"))
        },
        ReasonCase(404, "BadPath", "another path") { $0.set(":path", "/2/device/" + Gate.deviceToken) },
        ReasonCase(404, "BadPath", "a path that goes on") { $0.set(":path", "/3/device/" + Gate.deviceToken + "/") },
        ReasonCase(404, "BadPath", "the channels, which are not served here") {
            $0.set(":path", "/1/apps/\(Gate.bundle)/channels")
        },
        ReasonCase(404, "BadPath", "a broadcast, which is not served here") {
            $0.set(":path", "/4/broadcasts/apps/\(Gate.bundle)")
        },
        ReasonCase(405, "MethodNotAllowed", "GET") { $0.set(":method", "GET") },
        ReasonCase(410, "ExpiredToken", "a token that ran out") {
            $0.ports.facts?.life = .expired(since: Gate.noon - .days(1))
        },
        ReasonCase(410, "Unregistered", "an app that was removed") {
            $0.ports.facts?.life = .unregistered(since: Gate.noon - .days(1))
        },
        ReasonCase(413, "PayloadTooLarge", "4,097 bytes") { $0.body = Array(repeating: 0x20, count: 4_097) },
        ReasonCase(429, "TooManyProviderTokenUpdates", "a second token within 20 minutes") {
            _ = $0.send()
            $0.now = $0.now + .minutes(20) - .microseconds(1)
            $0.setToken(TestToken(now: $0.now))
        },
        ReasonCase(429, "TooManyRequests", "a device with too many pushes in a row") {
            $0.ports.facts?.isOverRate = true
        },
        ReasonCase(500, "InternalServerError", "a store that does not answer") { $0.ports.storeFails = true },
        ReasonCase(503, "ServiceUnavailable", "a service with too much to do") { $0.service = .overloaded },
        ReasonCase(503, "Shutdown", "a service that goes away") { $0.service = .shuttingDown },
        ReasonCase(503, "Shutdown", "a connection behind its second GOAWAY") {
            var actions: [AdmissionAction] = []
            $0.connection.leave(for: .shutdown, $0.admission.rules, into: &actions)
            $0.connection.graceEnded(into: &actions)
        },
    ]
}

@Suite("The reasons of the documentation")
struct ReasonTests {
    @Test("each is answered with its status", arguments: ReasonCase.all)
    func answers(_ row: ReasonCase) {
        var gate = row.gate()
        let actions = gate.send()
        #expect(actions.verdict == "\(row.status) \(row.reason)")
        #expect(actions.delivered.isEmpty, "a refused push was passed on")
    }

    @Test("the push that they are variants of is accepted")
    func base() {
        var gate = Gate()
        #expect(gate.verdict() == "200")
    }

    @Test("none is missing")
    func complete() {
        let produced = Set(ReasonCase.all.map { "\($0.status) \($0.reason)" })
        #expect(produced == Set(DocumentedAnswers.refusals))
        #expect(ReasonCase.all.count == Set(ReasonCase.all.map(\.testDescription)).count)
    }

    @Test("each is in the body of the answer, and for 410 with the time in milliseconds", arguments: ReasonCase.all)
    func bodies(_ row: ReasonCase) throws {
        var gate = row.gate()
        let answer = try #require(gate.send().answers.first)
        let time = row.status == 410 ? #","timestamp":1699913600000"# : ""
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"reason":"\#(row.reason)"\#(time)}"#)
        #expect(answer.headers[":status"] == String(row.status))
        #expect(answer.headers["content-type"] == "application/json")
    }
}
