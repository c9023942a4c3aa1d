import Basics
import PushGateway
import Testing

/// One way to fail one check; what it changes is named, so that two that change the same are not put together.
struct Failure: Sendable {
    let check: Check
    let reason: String
    let touches: Set<String>
    /// How the connection is authenticated where this can happen.
    let needsCertificate: Bool?
    let apply: @Sendable (inout Gate) -> Void

    init(
        _ check: Check, _ reason: String, touches: Set<String>, certificate: Bool? = nil,
        _ apply: @escaping @Sendable (inout Gate) -> Void
    ) {
        self.check = check
        self.reason = reason
        self.touches = touches
        self.needsCertificate = certificate
        self.apply = apply
    }

    func canHappen(with other: Failure) -> Bool {
        guard self.touches.isDisjoint(with: other.touches) else { return false }
        return self.needsCertificate == nil || other.needsCertificate == nil
            || self.needsCertificate == other.needsCertificate
    }

    static let all: [Failure] = [
        Failure(.serviceStays, "Shutdown", touches: ["service"]) { $0.service = .shuttingDown },
        Failure(.serviceHasRoom, "ServiceUnavailable", touches: ["service"]) { $0.service = .overloaded },
        Failure(.certificateIsValid, "BadCertificate", touches: ["validity"], certificate: true) {
            $0.recertify { $0.isValid = false }
        },
        Failure(.certificateIsOfEnvironment, "BadCertificateEnvironment", touches: ["environments"], certificate: true)
        {
            $0.recertify { $0.environments = .sandbox }
        },
        Failure(.providerTokenIsPresent, "MissingProviderToken", touches: ["token", "key", "age"], certificate: false) {
            $0.set("authorization", nil)
        },
        Failure(.providerTokenIsSigned, "InvalidProviderToken", touches: ["token", "key", "age"], certificate: false) {
            $0.set("authorization", "bearer a.b.c")
        },
        Failure(.keyIsOfEnvironment, "BadEnvironmentKeyInToken", touches: ["key"], certificate: false) {
            $0.token { $0.name("SANDKEY001") }
        },
        Failure(.providerTokenIsFresh, "ExpiredProviderToken", touches: ["age"], certificate: false) {
            $0.token { $0.age(.hours(2)) }
        },
        Failure(.keyIsRelated, "UnrelatedKeyIdInToken", touches: ["firstKey"], certificate: false) {
            $0.bind(key: "OTHERKEY01", team: "TEAM000002", ago: .hours(1))
        },
        Failure(.providerTokenIsKept, "TooManyProviderTokenUpdates", touches: ["firstKey"], certificate: false) {
            $0.bind(key: "TEAMKEY002", team: "TEAM000001", ago: .minutes(1))
        },
        Failure(.noHeaderIsRepeated, "DuplicateHeaders", touches: []) {
            $0.headers.append("x-trace", "1")
            $0.headers.append("x-trace", "2")
        },
        Failure(.methodIsPost, "MethodNotAllowed", touches: [":method"]) { $0.set(":method", "PUT") },
        Failure(.pathIsKnown, "BadPath", touches: [":path"]) { $0.set(":path", "/3/devices") },
        Failure(.deviceTokenIsPresent, "MissingDeviceToken", touches: [":path"]) { $0.set(":path", "/3/device/") },
        Failure(.idIsCanonical, "BadMessageId", touches: ["apns-id"]) { $0.set("apns-id", "1") },
        Failure(.topicIsPresent, "MissingTopic", touches: ["apns-topic", "topics"]) {
            $0.set("apns-topic", nil)
            $0.recertify { $0.topics.append("com.contoso.chat") }
        },
        Failure(.pushTypeIsKnown, "InvalidPushType", touches: ["apns-push-type"]) {
            $0.set("apns-push-type", "silent")
        },
        Failure(.topicIsWellFormed, "BadTopic", touches: ["apns-topic"]) { $0.set("apns-topic", "com contoso") },
        Failure(.pushTypeFitsTopic, "InvalidPushType", touches: ["apns-topic"]) {
            $0.set("apns-topic", Gate.bundle + ".voip")
        },
        Failure(.topicIsAllowed, "TopicDisallowed", touches: ["topics"]) {
            $0.admission.keys.restrict(team: "TEAM000001", to: ["com.contoso.chat"])
            $0.recertify { $0.topics = ["com.contoso.chat"] }
        },
        Failure(.topicIsNotDenied, "Forbidden", touches: ["denied"]) {
            $0.admission.rules.deniedTopics = [Gate.bundle]
        },
        Failure(.priorityIsKnown, "BadPriority", touches: ["apns-priority"]) { $0.set("apns-priority", "9") },
        Failure(.expirationIsTime, "BadExpirationDate", touches: ["apns-expiration"]) {
            $0.set("apns-expiration", "never")
        },
        Failure(.collapseIDIsShort, "BadCollapseId", touches: ["apns-collapse-id"]) {
            $0.set("apns-collapse-id", String(repeating: "x", count: 65))
        },
        Failure(.deviceTokenIsHex, "BadDeviceToken", touches: [":path"]) { $0.set(":path", "/3/device/xx") },
        Failure(.storeAnswers, "InternalServerError", touches: ["store"]) { $0.ports.storeFails = true },
        Failure(.deviceIsKnown, "BadDeviceToken", touches: ["device environment"]) {
            $0.ports.facts?.environment = .sandbox
        },
        Failure(.deviceIsActive, "Unregistered", touches: ["life"]) {
            $0.ports.facts?.life = .unregistered(since: Gate.noon)
        },
        Failure(.deviceHasApp, "DeviceTokenNotForTopic", touches: ["app"]) {
            $0.ports.facts?.topic = "com.contoso.chat"
        },
        Failure(.bodyArrived, "IdleTimeout", touches: ["end"]) { $0.bodyEnd = .cutByTimer },
        Failure(.payloadIsPresent, "PayloadEmpty", touches: ["body"]) { $0.body = [] },
        Failure(.payloadIsSmall, "PayloadTooLarge", touches: ["body"]) {
            $0.body = Array(repeating: 0x20, count: 9_000)
        },
        Failure(.deviceIsUnderRate, "TooManyRequests", touches: ["rate"]) { $0.ports.facts?.isOverRate = true },
    ]
}

extension Gate {
    /// The token of the next push, made anew with one thing about it changed.
    mutating func token(_ edit: (inout TokenRecipe) -> Void) {
        edit(&self.recipe)
        self.setToken(TestToken(key: self.recipe.key, age: self.recipe.age))
    }

    /// Changes the certificate, if the connection has one.
    mutating func recertify(_ edit: (inout ClientCertificate) -> Void) {
        guard var certificate = self.connection.certificate else { return }
        edit(&certificate)
        self.connection = PushConnection(self.connection.environment, certificate: certificate)
    }

    /// Has an earlier push of the connection use another token.
    mutating func bind(key: String, team: String, ago interval: Interval) {
        var earlier = Gate()
        earlier.now = self.now - interval
        earlier.setToken(TestToken(key: key, team: team, now: earlier.now))
        _ = earlier.send()
        self.connection = earlier.connection
    }
}

/// What the token of a push is made from.
struct TokenRecipe {
    var key = "TEAMKEY001"
    var age = Interval.zero

    mutating func name(_ key: String) { self.key = key }
    mutating func age(_ age: Interval) { self.age = age }
}

@Suite("The order of the checks")
struct CheckOrderTests {
    @Test("every check is in it once, with a reason, in the order of its name")
    func complete() {
        #expect(Check.order.map(\.check) == Check.allCases)
        #expect(Check.order.allSatisfy { !$0.reasons.isEmpty })
        let reasons = Set(Check.order.flatMap(\.reasons))
        #expect(reasons == Set(DocumentedAnswers.refusals.map { String($0.dropFirst(4)) }))
        #expect(Failure.all.map(\.check) == Check.allCases)
    }

    @Test("each check alone gives its reason", arguments: Failure.all.indices)
    func alone(_ index: Int) {
        let failure = Failure.all[index]
        var gate = Self.gate(for: failure)
        failure.apply(&gate)
        #expect(gate.verdict().hasSuffix(" " + failure.reason))
        let row = Check.order.first { $0.check == failure.check }
        #expect(row?.reasons.contains(failure.reason) == true)
    }

    @Test("of two failing checks the earlier one decides", arguments: Failure.all.indices)
    func pairs(_ index: Int) {
        let earlier = Failure.all[index]
        for later in Failure.all[(index + 1)...] where earlier.canHappen(with: later) {
            for isReversed in [false, true] {
                var gate = Self.gate(for: earlier, later)
                (isReversed ? later : earlier).apply(&gate)
                (isReversed ? earlier : later).apply(&gate)
                let verdict = gate.verdict()
                #expect(verdict.hasSuffix(" " + earlier.reason), "\(earlier.check) and \(later.check): \(verdict)")
            }
        }
    }

    @Test("enough pairs can fail together to determine the order")
    func pairsAreMany() {
        let all = Failure.all
        let count = all.indices.reduce(0) { sum, index in
            sum + all[(index + 1)...].count { all[index].canHappen(with: $0) }
        }
        #expect(count > 400)
        // What stands beside each other in the order can be told apart, but for those that exclude each other.
        let strangers = zip(all, all.dropFirst()).filter { !$0.0.canHappen(with: $0.1) }
        #expect(strangers.count <= 9)
    }

    @Test("a certificate replaces every check of the provider token")
    func certificate() {
        var gate = Gate(certificate: ClientCertificate(topics: [Gate.bundle]))
        gate.set("authorization", "bearer a.b.c")
        #expect(gate.verdict() == "200")
        #expect(gate.ports.checks.count == 0)
    }

    private static func gate(for failures: Failure...) -> Gate {
        let needsCertificate = failures.contains { $0.needsCertificate == true }
        return Gate(certificate: needsCertificate ? ClientCertificate(topics: [Gate.bundle]) : nil)
    }
}
