/// The minimal fields that determine whether a push is silent.
struct MinimalPush: Decodable {
    let isSilent: Bool

    private enum Key: String, CodingKey { case aps }

    private enum ApsKey: String, CodingKey {
        case contentAvailable = "content-available"
        case alert, badge, sound
    }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Key.self)
        guard root.contains(.aps) else {
            self.isSilent = false
            return
        }
        let aps = try root.nestedContainer(keyedBy: ApsKey.self, forKey: .aps)
        let wakes = try aps.decodeIfPresent(Int.self, forKey: .contentAvailable) == 1
        self.isSilent = wakes && !aps.contains(.alert) && !aps.contains(.badge) && !aps.contains(.sound)
    }
}
