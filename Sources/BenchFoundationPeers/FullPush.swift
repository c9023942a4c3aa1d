/// Every documented field of a push, and our envelope, as typed values.
struct FullPush: Decodable {
    let aps: Aps?
    let envelope: Envelope?
    let simulatorBundle: String?

    private enum CodingKeys: String, CodingKey {
        case aps
        case envelope = "shoulderTap"
        case simulatorBundle = "Simulator Target Bundle"
    }

    var isSilent: Bool {
        guard let aps = self.aps else { return false }
        return aps.contentAvailable == 1 && aps.alert == nil && aps.badge == nil && aps.sound == nil
    }

    struct Envelope: Decodable {
        let v: Int
        let scenario: String
        let host: String
        let subscription: String
        let head: String?
        let activities: [Activity]?
        let truncated: Bool?
    }

    struct Activity: Decodable { let id: String }

    /// A custom object. The documentation does not specify its content, so the content is not decoded.
    struct Custom: Decodable {}

    struct Aps: Decodable {
        let alert: Alert?
        let badge: Int?
        let sound: Sound?
        let threadID: String?
        let category: String?
        let targetContentID: String?
        let filterCriteria: String?
        let contentAvailable: Int?
        let mutableContent: Int?
        let interruptionLevel: String?
        let relevanceScore: Double?
        let timestamp: Int?
        let event: String?
        let contentState: Custom?
        let staleDate: Int?
        let dismissalDate: Int?
        let attributesType: String?
        let attributes: Custom?
        let inputPushChannel: String?
        let inputPushToken: Int?
        let contentChanged: Bool?
        let urlArgs: [String]?

        private enum CodingKeys: String, CodingKey {
            case alert, badge, sound, category, timestamp, event, attributes
            case threadID = "thread-id"
            case targetContentID = "target-content-id"
            case filterCriteria = "filter-criteria"
            case contentAvailable = "content-available"
            case mutableContent = "mutable-content"
            case interruptionLevel = "interruption-level"
            case relevanceScore = "relevance-score"
            case contentState = "content-state"
            case staleDate = "stale-date"
            case dismissalDate = "dismissal-date"
            case attributesType = "attributes-type"
            case inputPushChannel = "input-push-channel"
            case inputPushToken = "input-push-token"
            case contentChanged = "content-changed"
            case urlArgs = "url-args"
        }
    }
}
