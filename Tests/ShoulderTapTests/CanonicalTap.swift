/// The payload of a tap written out by hand, and the slow and obvious way to make it fit.
struct CanonicalTap {
    enum Outcome: CaseIterable { case whole, fewerIDs, noIDs, noHead, tooLong }

    private let host: String
    private let subscription: String
    private let head: String?
    private let activities: [String]
    private let isHintTruncated: Bool

    init(
        _ host: String, _ subscription: String, _ head: String?, _ activities: [String], isHintTruncated: Bool = false
    ) {
        self.host = host
        self.subscription = subscription
        self.head = head
        self.activities = activities
        self.isHintTruncated = isHintTruncated
    }

    var parts: TapParts {
        TapParts(
            host: self.host, subscription: self.subscription, head: self.head, activities: self.activities,
            isHintTruncated: self.isHintTruncated)
    }

    var payload: [UInt8] {
        var text = #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
        text += #""host":\#(Self.quoted(self.host)),"subscription":\#(Self.quoted(self.subscription))"#
        if let head = self.head { text += #","head":\#(Self.quoted(head))"# }
        if !self.activities.isEmpty {
            text +=
                #","activities":[\#(self.activities.map { #"{"id":\#(Self.quoted($0))}"# }.joined(separator: ","))]"#
        }
        if self.isHintTruncated { text += #","truncated":true"# }
        return Array((text + "}}").utf8)
    }

    /// The most that fits, tried one id after the other.
    var fitted: (outcome: Outcome, tap: CanonicalTap?) {
        if self.payload.count <= 4096 { return (.whole, self) }
        let isTruncated = !self.activities.isEmpty
        for count in self.activities.indices.reversed() {
            let fewer = CanonicalTap(
                self.host, self.subscription, self.head, Array(self.activities.prefix(count)), isHintTruncated: true)
            if fewer.payload.count <= 4096 { return (count == 0 ? .noIDs : .fewerIDs, fewer) }
        }
        let bare = CanonicalTap(self.host, self.subscription, nil, [], isHintTruncated: isTruncated)
        return bare.payload.count <= 4096 ? (.noHead, bare) : (.tooLong, nil)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += #"\""#
            case "\\": quoted += #"\\"#
            case "\u{8}": quoted += #"\b"#
            case "\t": quoted += #"\t"#
            case "\n": quoted += #"\n"#
            case "\u{C}": quoted += #"\f"#
            case "\r": quoted += #"\r"#
            case "\0"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
