/// What a payload is, by the documented rules applied one after the other to the plain tree.
package struct ReferenceVerdict: Hashable, Sendable {
    /// The spelling of the kind by the letter.
    package let strict: String
    /// The spelling of the kind when the usual sins are forgiven.
    package let lenient: String
    /// What `tryParse` has to find, which is always strict.
    package let tap: ReferenceTap?

    package var isTap: Bool { self.tap != nil }

    /// No push service takes more.
    package static let sizeLimit = 5120
    /// A silent push may not be larger.
    package static let tapLimit = 4096

    package init(_ bytes: [UInt8]) {
        let strictTree = Self.tree(bytes, lenient: false)
        // Everything that is JSON by the letter means the same to a lenient reader.
        let lenientTree = strictTree ?? Self.tree(bytes, lenient: true)
        self.strict = Self.kind(of: strictTree, size: bytes.count, lenient: false)
        self.lenient = Self.kind(of: lenientTree, size: bytes.count, lenient: true)
        self.tap = self.strict == "shoulderTap" ? strictTree?["shoulderTap"].flatMap(ReferenceTap.init) : nil
    }

    /// The kind alone, in one mode.
    package static func kind(_ bytes: [UInt8], lenient: Bool = false) -> String {
        Self.kind(of: Self.tree(bytes, lenient: lenient), size: bytes.count, lenient: lenient)
    }

    private static func tree(_ bytes: [UInt8], lenient: Bool) -> ReferenceJSON? {
        bytes.count > Self.sizeLimit ? nil : try? ReferenceJSON.parse(bytes, lenient: lenient)
    }

    private static func kind(of tree: ReferenceJSON?, size: Int, lenient: Bool) -> String {
        guard let tree, !Self.repeatsADecidingKey(tree) else { return "malformed" }
        guard tree.isObject else { return "foreign" }
        guard let aps = tree["aps"] else { return Self.signal(in: tree) ?? "foreign" }
        guard let apsMembers = aps.members else { return "foreign" }
        let isVisible = aps["alert"] != nil || aps["badge"] != nil || aps["sound"] != nil
        let wakes = Self.wakes(aps["content-available"], lenient: lenient)
        if wakes, !isVisible {
            let isOurs = size <= Self.tapLimit && tree["shoulderTap"].flatMap(ReferenceTap.init) != nil
            return isOurs ? "shoulderTap" : "background"
        }
        if Self.isLiveActivity(aps) { return "liveActivity" }
        if isVisible { return wakes ? "alertWithWake" : "alert" }
        if aps["content-changed"]?.boolean == true { return "widgets" }
        if apsMembers.isEmpty { return Self.signal(in: tree) ?? "voip" }
        return "foreign"
    }

    /// Signals for Apple's own services, whose keys stand beside an absent or empty `aps`.
    private static func signal(in tree: ReferenceJSON) -> String? {
        if tree["mdm"]?.isString == true { return "mdm" }
        if tree["container-identifier"]?.isString == true { return "fileProvider" }
        if tree["ck"]?.isObject == true { return "cloudKit" }
        return nil
    }

    private static func isLiveActivity(_ aps: ReferenceJSON) -> Bool {
        guard let event = aps["event"]?.text else { return false }
        guard ["start", "update", "end"].contains(where: { event.elementsEqual($0.utf8) }) else { return false }
        return aps["content-state"]?.isObject == true || aps["timestamp"]?.isNumber == true
    }

    private static func wakes(_ value: ReferenceJSON?, lenient: Bool) -> Bool {
        switch value?.form {
        case .number(let spelling): ReferenceNumber.isOne(spelling)
        case .boolean(true): lenient
        case .string(let text): lenient && (text.elementsEqual("1".utf8) || text.elementsEqual("true".utf8))
        default: false
        }
    }

    /// Readers disagree about which of two equal keys counts, so none that decides may occur twice.
    private static func repeatsADecidingKey(_ tree: ReferenceJSON) -> Bool {
        let top = ["aps", "shoulderTap", "mdm", "ck", "container-identifier"]
        if top.contains(where: { tree.count(of: $0) > 1 }) { return true }

        let inAps = [
            "content-available", "alert", "badge", "sound", "event", "content-state", "timestamp", "content-changed",
        ]
        if let aps = tree["aps"], inAps.contains(where: { aps.count(of: $0) > 1 }) { return true }

        guard let envelope = tree["shoulderTap"] else { return false }
        let inEnvelope = ["v", "scenario", "host", "subscription", "head", "activities", "truncated"]
        if inEnvelope.contains(where: { envelope.count(of: $0) > 1 }) { return true }
        return envelope["activities"]?.elements?.contains { $0.count(of: "id") > 1 } ?? false
    }
}
