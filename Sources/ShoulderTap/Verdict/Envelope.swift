/// What the scan found of our envelope.
struct Envelope {
    var isOurVersion = false
    var isOurScenario = false
    private(set) var host: StringToken?
    private(set) var subscription: StringToken?
    private(set) var head: StringToken?
    /// Where the array of activities begins, when there is one.
    private(set) var activities: Int?
    /// How many elements the array of activities has.
    var activityCount = 0
    private(set) var isHintTruncated = false
    /// Whether an optional member has a type that it must not have.
    var isIllTyped = false

    @inline(__always)
    var isWellFormed: Bool {
        self.isOurVersion && self.isOurScenario && self.host != nil && self.subscription != nil && !self.isIllTyped
    }

    mutating func string(_ token: StringToken, of key: EnvelopeKey, _ bytes: Span<UInt8>) {
        switch key {
        case .scenario: self.isOurScenario = token.names("userNotifications", in: bytes)
        case .host: self.host = token.count > 0 ? token : nil
        case .subscription: self.subscription = token.count > 0 ? token : nil
        case .head: self.head = token
        case .activities, .truncated: self.isIllTyped = true
        case .version, .other: break
        }
    }

    mutating func number(from start: Int, to end: Int, of key: EnvelopeKey, _ bytes: Span<UInt8>) {
        if key == .version { self.isOurVersion = isExactlyOne(bytes, from: start, to: end) }
        if key == .head || key == .activities || key == .truncated { self.isIllTyped = true }
    }

    mutating func literal(_ first: UInt8, of key: EnvelopeKey) {
        if key == .truncated, first != UInt8(ascii: "n") {
            self.isHintTruncated = first == UInt8(ascii: "t")
        } else if key == .head || key == .activities || key == .truncated {
            self.isIllTyped = true
        }
    }

    /// Notes a container; true when it is the list of activities, which has to be read.
    mutating func container(at offset: Int, isObject: Bool, of key: EnvelopeKey) -> Bool {
        if key == .activities, !isObject {
            self.activities = offset
            return true
        }
        if key == .head || key == .activities || key == .truncated { self.isIllTyped = true }
        return false
    }
}
