/// What holds for pushes of one type: one row of the table of types, topics, priorities and ways to authenticate.
struct PushTypeRule: Hashable, Sendable {
    let type: PushType
    /// What the topic has behind the bundle id.
    let suffix: String
    /// The documented ones. Others are let pass with a warning, since no answer to them is known.
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

    /// No suffix ends in another, so that a topic has one at most.
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
        // The table has a row for each type; a test counts them.
        guard let rule = Self.all.first(where: { $0.type == type }) else { preconditionFailure("no rule for \(type)") }
        return rule
    }
}

extension PushType {
    /// The end of a topic of this type, after the bundle id; empty for most.
    package var topicSuffix: String { PushTypeRule.of(self).suffix }
}
