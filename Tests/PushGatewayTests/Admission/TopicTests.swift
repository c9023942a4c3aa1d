import Basics
import PushGateway
import Testing

/// The table of push types as the documentation has it, written down apart from the code.
struct TypeRow: Sendable, CustomTestStringConvertible {
    let type: PushType
    let suffix: String
    let priorities: Set<Int>
    let withCertificate: Bool
    let limit: Int

    var testDescription: String { self.type.rawValue }

    static let all: [TypeRow] = [
        TypeRow(type: .alert, suffix: "", priorities: [1, 5, 10], withCertificate: true, limit: 4_096),
        TypeRow(type: .background, suffix: "", priorities: [1, 5], withCertificate: true, limit: 4_096),
        TypeRow(
            type: .complication, suffix: ".complication", priorities: [5, 10], withCertificate: true, limit: 4_096),
        TypeRow(
            type: .controls, suffix: ".push-type.controls", priorities: [1, 5, 10], withCertificate: true,
            limit: 4_096),
        TypeRow(
            type: .fileprovider, suffix: ".pushkit.fileprovider", priorities: [1, 5, 10], withCertificate: true,
            limit: 4_096),
        TypeRow(
            type: .liveactivity, suffix: ".push-type.liveactivity", priorities: [5, 10], withCertificate: false,
            limit: 4_096),
        TypeRow(type: .location, suffix: ".location-query", priorities: [5, 10], withCertificate: false, limit: 4_096),
        TypeRow(type: .mdm, suffix: "", priorities: [1, 5, 10], withCertificate: true, limit: 4_096),
        TypeRow(type: .pushtotalk, suffix: ".voip-ptt", priorities: [10], withCertificate: true, limit: 4_096),
        TypeRow(type: .voip, suffix: ".voip", priorities: [10], withCertificate: true, limit: 5_120),
        TypeRow(
            type: .widgets, suffix: ".push-type.widgets", priorities: [1, 5, 10], withCertificate: true, limit: 4_096),
    ]

    /// A push that keeps every rule of the row.
    func gate(withCertificate: Bool = false, rules: AdmissionRules = AdmissionRules()) -> Gate {
        let topic = Gate.bundle + self.suffix
        var gate = Gate(certificate: withCertificate ? ClientCertificate(topics: [topic]) : nil, rules: rules)
        gate.set("apns-topic", topic)
        gate.set("apns-push-type", self.type.rawValue)
        gate.set("apns-priority", String(self.priorities.max() ?? 0))
        return gate
    }
}

@Suite("Push types, topics, priorities and ways to authenticate")
struct TopicTests {
    @Test("there is a row for each type")
    func complete() { #expect(TypeRow.all.map(\.type) == PushType.allCases) }

    @Test("a type accepts the topic with its own suffix and no other", arguments: TypeRow.all)
    func suffixes(_ row: TypeRow) {
        for suffix in Set(TypeRow.all.map(\.suffix)).sorted() {
            var gate = row.gate()
            gate.set("apns-topic", Gate.bundle + suffix)
            #expect(gate.verdict() == (suffix == row.suffix ? "200" : "400 InvalidPushType"), "\(suffix)")
        }
    }

    @Test("the app is the topic without the suffix", arguments: TypeRow.all)
    func bundles(_ row: TypeRow) throws {
        var gate = row.gate()
        let push = try #require(gate.send().delivered.first)
        #expect(push.bundle == Gate.bundle)
        #expect(push.topic == Gate.bundle + row.suffix)
        #expect(push.type == row.type)
    }

    @Test("priorities other than those documented pass with a warning, but not in strict mode", arguments: TypeRow.all)
    func priorities(_ row: TypeRow) {
        for priority in PushPriority.allCases {
            let isDocumented = row.priorities.contains(Int(priority.rawValue))
            var gate = row.gate()
            gate.set("apns-priority", String(priority.rawValue))
            gate.body = Array("{}".utf8)
            let actions = gate.send()
            #expect(actions.verdict == "200")
            #expect(actions.warnings == (isDocumented ? [] : [.undocumentedPriority(row.type, priority)]))
            gate.admission.rules.isStrict = true
            #expect(gate.verdict() == (isDocumented ? "200" : "400 BadPriority"))
        }
    }

    @Test("certificates may send the documented types", arguments: TypeRow.all)
    func authentication(_ row: TypeRow) {
        var gate = row.gate(withCertificate: true)
        #expect(gate.verdict() == (row.withCertificate ? "200" : "400 TopicDisallowed"))
    }

    @Test("the maximum size of a payload, and not one byte more", arguments: TypeRow.all)
    func sizes(_ row: TypeRow) {
        for hasType in [true, false] {
            var gate = row.gate()
            if !hasType { gate.set("apns-push-type", nil) }
            gate.body = Array(repeating: 0x20, count: row.limit)
            #expect(gate.verdict() == "200")
            gate.body.append(0x20)
            #expect(gate.verdict() == "413 PayloadTooLarge")
        }
    }

    @Test("a push without a type is accepted, with any topic", arguments: TypeRow.all)
    func absentType(_ row: TypeRow) throws {
        var gate = row.gate()
        gate.set("apns-push-type", nil)
        let push = try #require(gate.send().delivered.first)
        #expect(push.type == nil)
        #expect(push.bundle == Gate.bundle)
    }

    @Test("a certificate with one topic gives the topic of a push without one, and a certificate with several does not")
    func defaultTopic() throws {
        var gate = Gate(certificate: ClientCertificate(topics: [Gate.bundle]))
        gate.set("apns-topic", nil)
        #expect(try #require(gate.send().delivered.first).topic == Gate.bundle)
        gate.recertify { $0.topics.append(Gate.bundle + ".voip") }
        #expect(gate.verdict() == "400 MissingTopic")
    }

    @Test("a topic-specific key pushes to its topics with every suffix, and a team to its own apps")
    func permissions() {
        var gate = TypeRow.all[9].gate()
        gate.setToken(TestToken(key: "MAILKEY001"))
        #expect(gate.verdict() == "200")
        gate.admission.keys.restrict(team: "TEAM000001", to: [Gate.bundle, "com.contoso.chat"])
        #expect(gate.verdict() == "200")
        gate.set("apns-topic", "com.contoso.chat.voip")
        #expect(gate.verdict() == "400 TopicDisallowed")
    }

    @Test("a denied topic denies only itself, and a denied app all its topics")
    func denied() {
        var gate = TypeRow.all[9].gate()
        gate.admission.rules.deniedTopics = [Gate.bundle + ".complication"]
        #expect(gate.verdict() == "200")
        gate.admission.rules.deniedTopics = [Gate.bundle]
        #expect(gate.verdict() == "403 Forbidden")
    }

    @Test(
        "topics have letters, digits, dots, hyphens and underscores, up to 255 of them",
        arguments: [
            ("com.apple.mgmt.External.12345678-ABCD-EF01-2345-6789ABCDEF01", true),
            ("com.contoso.my_app", true), (String(repeating: "a", count: 255), true),
            (String(repeating: "a", count: 256), false), ("com.contoso.café", false), ("com.contoso mail", false),
            ("com.contoso/mail", false), ("\u{212A}", false),
        ])
    func letters(_ topic: String, isGood: Bool) {
        var gate = Gate()
        gate.set("apns-topic", topic)
        gate.ports.facts?.topic = topic
        #expect(gate.verdict() == (isGood ? "200" : "400 BadTopic"))
    }

    @Test("an app whose name ends like a suffix keeps its tokens")
    func suffixInName() {
        var gate = Gate()
        gate.set("apns-push-type", nil)
        gate.set("apns-topic", "com.contoso.voip")
        gate.ports.facts?.topic = "com.contoso.voip"
        #expect(gate.verdict() == "200")
    }
}
