import Basics
import PushGateway
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("the settings are Apple's")
    func settings() {
        var connection = PushConnection(.production)
        var actions: [AdmissionAction] = []
        connection.opened(into: &actions)
        let settings = PushConnection.Settings(maxConcurrentStreams: 1_000)
        #expect(actions == [.settings(settings)])
        #expect(settings.headerTableSize == 4_096)
        #expect(settings.initialWindowSize == 65_535)
        #expect(settings.maxFrameSize == 16_384)
        #expect(settings.maxHeaderListSize == 8_000)
    }

    @Test("with one stream to start, the first valid token raises them to 1000, whatever else is wrong")
    func oneStreamStart() {
        var rules = AdmissionRules()
        rules.startsWithOneStream = true
        var gate = Gate(rules: rules)
        var opening: [AdmissionAction] = []
        gate.connection.opened(into: &opening)
        #expect(opening == [.settings(.init(maxConcurrentStreams: 1))])
        #expect(gate.openStream() == true)
        #expect(gate.openStream() == false, "a second stream was let in")

        let good = gate.headers["authorization"]
        gate.set("authorization", nil)
        gate.set("apns-priority", "9")
        #expect(gate.send().contains(.allowStreams(1_000)) == false)
        gate.set("authorization", good)
        let actions = gate.send()
        #expect(actions.first == .allowStreams(1_000))
        #expect(actions.verdict == "400 BadPriority")
        #expect(gate.openStream() == true)
        #expect(gate.send().contains(.allowStreams(1_000)) == false, "raised twice")
    }

    @Test("with a certificate there are 1000 streams at once")
    func certificateStart() {
        var rules = AdmissionRules()
        rules.startsWithOneStream = true
        let gate = Gate(certificate: ClientCertificate(topics: [Gate.bundle]), rules: rules)
        #expect(gate.connection.streamLimit == 1_000)
    }

    @Test("a refused push reduces the streams to one until the next accepted one, if configured")
    func drop() {
        var rules = AdmissionRules()
        rules.refusalDropsToOneStream = true
        var gate = Gate(rules: rules)
        gate.set("apns-priority", "9")
        #expect(gate.send().last == .allowStreams(1))
        #expect(gate.send().contains(.allowStreams(1)) == false, "dropped twice")
        gate.set("apns-priority", "5")
        #expect(gate.send().last == .allowStreams(1_000))
        gate.admission.rules.refusalDropsToOneStream = false
        gate.set("apns-priority", "9")
        #expect(gate.send().contains(.allowStreams(1)) == false)
    }

    @Test("a certificate of the other environment ends the connection before anything is served")
    func wrongCertificate() {
        let certificate = ClientCertificate(topics: [Gate.bundle], environments: .sandbox)
        var gate = Gate(certificate: certificate)
        var actions: [AdmissionAction] = []
        gate.connection.opened(into: &actions)
        let farewell = GoAway(.none, for: .badCertificateEnvironment)
        #expect(actions == [.settings(.init(maxConcurrentStreams: 1_000)), .goAway(farewell), .close])
        #expect(String(decoding: farewell.debugData, as: UTF8.self) == #"{"reason":"BadCertificateEnvironment"}"#)
        #expect(gate.openStream() == false)
        #expect(gate.verdict() == "403 BadCertificateEnvironment")
    }

    @Test("a connection ends in two steps, and requests between them are served")
    func twoSteps() {
        var gate = Gate()
        var actions: [AdmissionAction] = []
        #expect(gate.openStream() == true)
        gate.connection.leave(for: .shutdown, gate.admission.rules, into: &actions)
        #expect(actions == [.goAway(GoAway(.any, for: .shutdown)), .awaitGrace(.milliseconds(200))])
        #expect(gate.openStream() == true, "the sender could not know yet")
        #expect(gate.verdict() == "200")

        actions = []
        gate.connection.graceEnded(into: &actions)
        #expect(actions == [.goAway(GoAway(.served, for: .shutdown))])
        #expect(gate.openStream() == false)
        #expect(gate.verdict() == "503 Shutdown")

        actions = []
        gate.connection.streamEnded(into: &actions)
        #expect(actions.isEmpty, "a stream was cut off")
        gate.connection.streamEnded(into: &actions)
        #expect(actions == [.close])
        #expect(gate.connection.phase == .closed)
        #expect(gate.verdict() == "503 Shutdown")
    }

    @Test("an idle connection closes with the second step, and each step happens once")
    func idle() {
        var connection = PushConnection(.production)
        var actions: [AdmissionAction] = []
        connection.graceEnded(into: &actions)
        #expect(actions.isEmpty)
        connection.leave(for: .shutdown, AdmissionRules(), into: &actions)
        connection.leave(for: .badDeviceToken, AdmissionRules(), into: &actions)
        #expect(actions.count == 2)
        actions = []
        connection.graceEnded(into: &actions)
        connection.graceEnded(into: &actions)
        #expect(actions == [.goAway(GoAway(.served, for: .shutdown)), .close])
    }

    @Test("bad device tokens end a connection first, other refusals later, 410 and 5xx never")
    func manyRefusals() {
        func pushes(until most: Int, _ edit: (inout Gate) -> Void) -> Int? {
            var gate = Gate()
            edit(&gate)
            for count in 1...most {
                if gate.send().contains(where: { if case .goAway = $0 { true } else { false } }) { return count }
            }
            return nil
        }
        #expect(pushes(until: 600) { $0.ports.facts = nil } == AdmissionRules.badDeviceTokenLimit)
        #expect(pushes(until: 600) { $0.body = [] } == AdmissionRules.refusalLimit)
        #expect(pushes(until: 600) { $0.ports.facts?.life = .unregistered(since: Gate.noon) } == nil)
        #expect(pushes(until: 600) { $0.ports.storeFails = true } == nil)
        #expect(
            pushes(until: 600) {
                $0.admission.rules.badDeviceTokenLimit = 3
                $0.ports.facts = nil
            } == 3)
        #expect(AdmissionRules.badDeviceTokenLimit < AdmissionRules.refusalLimit)
    }

    @Test("an accepted push resets the count of refusals, and a 410 does not")
    func forgiven() {
        var rules = AdmissionRules()
        rules.badDeviceTokenLimit = 2
        var gate = Gate(rules: rules)
        let facts = gate.ports.facts
        gate.ports.facts = nil
        _ = gate.send()
        gate.ports.facts = facts
        _ = gate.send()
        gate.ports.facts = nil
        #expect(gate.send().contains(.goAway(GoAway(.any, for: .badDeviceToken))) == false)
        gate.ports.facts = facts
        gate.ports.facts?.life = .expired(since: Gate.noon)
        _ = gate.send()
        gate.ports.facts = nil
        #expect(gate.send().contains(.goAway(GoAway(.any, for: .badDeviceToken))) == true)
    }
}

@Suite("Updates of the provider token")
struct TokenUpdateTests {
    /// A token that differs from the others, made at the time of the gate.
    private static func another(_ gate: Gate, key: String = "TEAMKEY001") -> TestToken {
        TestToken(key: key, now: gate.now)
    }

    @Test("the same token is never an update, however often and long it is used")
    func same() {
        var gate = Gate()
        for _ in 0..<60 {
            #expect(gate.verdict() == "200")
            gate.now = gate.now + .minutes(1)
        }
        #expect(gate.connection.tokenUpdates == 0)
    }

    @Test("another token is accepted after 20 minutes and not before")
    func pause() {
        var gate = Gate()
        _ = gate.send()
        gate.now = gate.now + .minutes(20) - .microseconds(1)
        gate.setToken(Self.another(gate))
        #expect(gate.verdict() == "429 TooManyProviderTokenUpdates")
        gate.now = gate.now + .microseconds(1)
        #expect(gate.verdict() == "200")
        #expect(gate.connection.tokenUpdates == 1)
        gate.setToken(TestToken())
        #expect(gate.verdict() == "429 TooManyProviderTokenUpdates", "the old token is another one by now")
    }

    @Test("a refused update changes nothing: the token in use stays valid")
    func refusedUpdate() {
        var gate = Gate()
        let first = gate.headers["authorization"]
        _ = gate.send()
        gate.now = gate.now + .seconds(5)
        gate.setToken(Self.another(gate))
        #expect(gate.verdict() == "429 TooManyProviderTokenUpdates")
        gate.set("authorization", first)
        #expect(gate.verdict() == "200")
    }

    @Test("each connection counts separately, unless tokens are compared per key")
    func scopes() {
        for (scope, verdict) in [
            (AdmissionRules.UpdateScope.connection, "200"), (.key, "429 TooManyProviderTokenUpdates"),
        ] {
            var rules = AdmissionRules()
            rules.updateScope = scope
            var gate = Gate(rules: rules)
            _ = gate.send()
            gate.connection = PushConnection(.production)
            #expect(gate.verdict() == "200", "the same token on a second connection")
            gate.connection = PushConnection(.production)
            gate.now = gate.now + .minutes(1)
            gate.setToken(Self.another(gate))
            #expect(gate.verdict() == verdict)
            gate.now = gate.now + .minutes(20)
            #expect(gate.verdict() == "200")
        }
    }

    @Test("per key, another key of the team has its own count")
    func otherKey() {
        var rules = AdmissionRules()
        rules.updateScope = .key
        var gate = Gate(rules: rules)
        _ = gate.send()
        gate.setToken(Self.another(gate, key: "TEAMKEY002"))
        #expect(gate.verdict() == "200")
    }

    @Test(
        "the keys that may follow each other on a connection",
        arguments: [
            ("TEAMKEY001", "TEAMKEY002", true), ("TEAMKEY001", "PRODKEY001", true), ("MAILKEY001", "MAILKEY002", true),
            ("MAILKEY002", "MAILKEY001", true), ("MAILKEY001", "MAILKEY003", false),
            ("TEAMKEY001", "MAILKEY001", false),
            ("MAILKEY001", "TEAMKEY001", false), ("TEAMKEY001", "OTHERKEY01", false),
        ])
    func relations(_ first: String, then second: String, isRelated: Bool) {
        var gate = Gate()
        gate.setToken(TestToken(key: first))
        #expect(gate.verdict() == "200")
        gate.now = gate.now + .minutes(20)
        let team = second == "OTHERKEY01" ? "TEAM000002" : "TEAM000001"
        gate.setToken(TestToken(key: second, team: team, now: gate.now))
        #expect(gate.verdict() == (isRelated ? "200" : "403 UnrelatedKeyIdInToken"))
    }

    @Test(
        "a key is valid in its own environment, and a key of both in both",
        arguments: [
            ("SANDKEY001", PushEnvironment.sandbox, true), ("SANDKEY001", .production, false),
            ("PRODKEY001", .sandbox, false), ("PRODKEY001", .production, true), ("TEAMKEY001", .sandbox, true),
        ])
    func environments(_ key: String, environment: PushEnvironment, isGood: Bool) {
        var gate = Gate(environment)
        gate.setToken(TestToken(key: key))
        #expect(gate.verdict() == (isGood ? "200" : "403 BadEnvironmentKeyInToken"))
    }
}
