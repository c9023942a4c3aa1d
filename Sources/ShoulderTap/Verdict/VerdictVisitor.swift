/// Gathers, while the scanner walks, what decides a verdict; everything else passes unheard.
struct VerdictVisitor: JSONVisitor {
    /// Where the walk stands, among the objects whose keys decide.
    private enum Place { case outside, top, aps, envelope, activities, activity }

    private(set) var aps = ApsFacts()
    private(set) var envelope = Envelope()
    private(set) var hasAps = false
    private(set) var mdmIsString = false
    private(set) var containerIsString = false
    private(set) var cloudKitIsObject = false
    private(set) var isObject = false

    private let isLenient: Bool
    private var place = Place.outside
    /// Whether the value that comes next can matter.
    private var isHeeding = true
    private var topKey = TopKey.other
    private var apsKey = ApsKey.other
    private var envelopeKey = EnvelopeKey.other
    private var seenTop = SeenKeys()
    private var seenAps = SeenKeys()
    private var seenEnvelope = SeenKeys()
    private var activityKeyIsID = false
    private var activityHasID = false
    private var seenActivity = SeenKeys()

    /// What the outermost object is.
    enum Root { case top, envelope }

    private let root: Root

    init(isLenient: Bool, root: Root = .top) {
        self.isLenient = isLenient
        self.root = root
    }

    /// Whether there is a key for our envelope.
    var hasEnvelope: Bool { self.seenTop.contains(TopKey.shoulderTap.rawValue) }

    /// Whether the envelope has any of the members that the short form of WNS lacks.
    var hasAddress: Bool {
        let seen = self.seenEnvelope
        return seen.contains(EnvelopeKey.version.rawValue) || seen.contains(EnvelopeKey.scenario.rawValue)
            || seen.contains(EnvelopeKey.host.rawValue) || seen.contains(EnvelopeKey.subscription.rawValue)
    }
}

extension VerdictVisitor {
    @inline(__always)
    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        // Most keys beside `aps` are told apart by their length.
        if self.place == .top, !TopKey.mayBe(token) {
            self.isHeeding = false
        } else {
            try self.heed(token, bytes)
        }
    }

    @inline(never)
    private mutating func heed(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        switch self.place {
        case .top:
            self.topKey = TopKey(token, in: bytes)
            if self.topKey != .other { try self.seenTop.note(self.topKey.rawValue, token) }
            if self.topKey == .aps { self.hasAps = true }
            self.isHeeding = self.topKey != .other
        case .aps:
            self.apsKey = ApsKey(token, in: bytes)
            if self.apsKey != .other { try self.seenAps.note(self.apsKey.rawValue, token) }
            self.aps.key(self.apsKey)
            self.isHeeding = self.apsKey != .other && !self.apsKey.isVisible
        case .envelope:
            self.envelopeKey = EnvelopeKey(token, in: bytes)
            if self.envelopeKey != .other { try self.seenEnvelope.note(self.envelopeKey.rawValue, token) }
            self.isHeeding = self.envelopeKey != .other
        case .activity:
            self.activityKeyIsID = token.names("id", in: bytes)
            if self.activityKeyIsID { try self.seenActivity.note(0, token) }
            self.isHeeding = self.activityKeyIsID
        case .outside, .activities: break
        }
    }

    @inline(__always)
    mutating func string(_ token: StringToken, _ bytes: Span<UInt8>) {
        if self.isHeeding { self.heed(string: token, bytes) }
    }

    @inline(never)
    private mutating func heed(string token: StringToken, _ bytes: Span<UInt8>) {
        switch self.place {
        case .top:
            if self.topKey == .mdm { self.mdmIsString = true }
            if self.topKey == .containerIdentifier { self.containerIsString = true }
        case .aps: self.aps.string(token, of: self.apsKey, bytes, isLenient: self.isLenient)
        case .envelope: self.envelope.string(token, of: self.envelopeKey, bytes)
        case .activities: self.envelope.isIllTyped = true
        case .activity: self.activityHasID = token.count > 0
        case .outside: break
        }
    }

    @inline(__always)
    mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>) {
        if self.isHeeding { self.heedNumber(from: start, to: end, bytes) }
    }

    @inline(never)
    private mutating func heedNumber(from start: Int, to end: Int, _ bytes: Span<UInt8>) {
        switch self.place {
        case .aps: self.aps.number(from: start, to: end, of: self.apsKey, bytes)
        case .envelope: self.envelope.number(from: start, to: end, of: self.envelopeKey, bytes)
        case .activities: self.envelope.isIllTyped = true
        case .outside, .top, .activity: break
        }
    }

    @inline(__always)
    mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>) {
        if self.isHeeding { self.heed(literal: bytes.byte(at: start)) }
    }

    @inline(never)
    private mutating func heed(literal first: UInt8) {
        switch self.place {
        case .aps: self.aps.literal(isTrue: first == UInt8(ascii: "t"), of: self.apsKey, isLenient: self.isLenient)
        case .envelope: self.envelope.literal(first, of: self.envelopeKey)
        case .activities: self.envelope.isIllTyped = true
        case .outside, .top, .activity: break
        }
    }

    @inline(__always)
    mutating func open(at offset: Int, isObject: Bool) -> Bool {
        self.isHeeding && self.enter(at: offset, isObject: isObject)
    }

    @inline(never)
    private mutating func enter(at offset: Int, isObject: Bool) -> Bool {
        switch self.place {
        case .outside:
            guard isObject else { return false }
            self.isObject = true
            self.place = self.root == .top ? .top : .envelope
            return true
        case .top: return isObject && self.openMember()
        case .aps:
            if isObject { self.aps.object(of: self.apsKey) }
            return false
        case .envelope:
            guard self.envelope.container(at: offset, isObject: isObject, of: self.envelopeKey) else { return false }
            self.place = .activities
            return true
        case .activities:
            guard isObject else {
                self.envelope.isIllTyped = true
                return false
            }
            self.envelope.activityCount &+= 1
            self.activityHasID = false
            self.seenActivity = SeenKeys()
            self.place = .activity
            return true
        case .activity: return false
        }
    }

    private mutating func openMember() -> Bool {
        switch self.topKey {
        case .aps:
            self.aps.isObject = true
            self.place = .aps
            return true
        case .shoulderTap:
            self.place = .envelope
            return true
        case .cloudKit:
            self.cloudKitIsObject = true
            return false
        case .mdm, .containerIdentifier, .other: return false
        }
    }

    mutating func close(before end: Int) {
        switch self.place {
        case .outside: break
        case .top: self.place = .outside
        case .aps: self.place = .top
        case .envelope: self.place = self.root == .top ? .top : .outside
        case .activities: self.place = .envelope
        case .activity:
            if !self.activityHasID { self.envelope.isIllTyped = true }
            self.place = .activities
            self.isHeeding = true
        }
    }
}

extension VerdictVisitor {
    /// Knows the members that most silent pushes and all of our taps start with, compared word by word.
    ///
    /// Nothing but speed: whatever is spelt otherwise is read from its first byte on.
    @inline(__always)
    mutating func canonicalStart(_ bytes: Span<UInt8>) -> (end: Int, open: OpenContainers)? {
        guard self.root == .top, bytes.spells(#"{"aps":{"content-available":1}"#, at: 0, count: 30) else { return nil }
        self.isObject = true
        self.hasAps = true
        self.aps = .silent
        self.seenTop.assume(TopKey.aps.rawValue)
        self.place = .top
        let end = 30
        guard bytes.spells(#","shoulderTap":{"v":1,"scenario":"userNotifications""#, at: end, count: 52) else {
            return (end, OpenContainers(objects: 1))
        }
        self.seenTop.assume(TopKey.shoulderTap.rawValue)
        self.seenEnvelope.assume(EnvelopeKey.version.rawValue)
        self.seenEnvelope.assume(EnvelopeKey.scenario.rawValue)
        self.envelope.isOurVersion = true
        self.envelope.isOurScenario = true
        self.place = .envelope
        return (end &+ 52, OpenContainers(objects: 2))
    }
}
