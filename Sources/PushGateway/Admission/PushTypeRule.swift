/// The rule for pushes of one type. Each rule is one row of the table of types, topics, priorities and authentication.
struct PushTypeRule: Hashable, Sendable {
    let type: PushType
    /// The suffix that follows the bundle id in the topic.
    let suffix: String
    /// The documented priorities. Other priorities are accepted with a warning, because the real service's answer is
    /// not known.
    let priorities: [PushPriority]
    let needsProviderToken: Bool
    let payloadLimit: Int

    private init(
        _ type: PushType, _ suffix: String = "", _ priorities: [PushPriority] = PushPriority.allCases,
        needsProviderToken: Bool = false, payloadLimit: Int = AdmissionRules.payloadLimit
    ) {
        self.type = type
        self.suffix = suffix
        self.priorities = priorities
        self.needsProviderToken = needsProviderToken
        self.payloadLimit = payloadLimit
    }

    /// The rules of all types. No suffix is the ending of another suffix, so a topic matches at most one suffix.
    static let all: [PushTypeRule] = [
        PushTypeRule(.alert),
        PushTypeRule(.background, "", [.passive, .powerAware]),
        PushTypeRule(.complication, ".complication", [.powerAware, .immediate]),
        PushTypeRule(.controls, ".push-type.controls"),
        PushTypeRule(.fileprovider, ".pushkit.fileprovider"),
        PushTypeRule(
            .liveactivity, ".push-type.liveactivity", [.powerAware, .immediate], needsProviderToken: true),
        PushTypeRule(.location, ".location-query", [.powerAware, .immediate], needsProviderToken: true),
        PushTypeRule(.mdm),
        PushTypeRule(.pushtotalk, ".voip-ptt", [.immediate]),
        PushTypeRule(.voip, ".voip", [.immediate], payloadLimit: AdmissionRules.voipPayloadLimit),
        PushTypeRule(.widgets, ".push-type.widgets"),
    ]

    static func of(_ type: PushType) -> PushTypeRule {
        // The table has a row for each type; a test checks that it is complete.
        guard let rule = Self.all.first(where: { $0.type == type }) else { preconditionFailure("no rule for \(type)") }
        return rule
    }
}

extension PushType {
    /// The suffix that follows the bundle id in a topic of this type. It is empty for most types.
    package var topicSuffix: String { PushTypeRule.of(self).suffix }
}
