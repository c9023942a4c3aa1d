/// Collects during the scan everything that decides a verdict, and ignores the rest.
struct VerdictVisitor: JSONVisitor {
    /// The object in which the walk currently is, if its keys are relevant.
    private enum Place { case outside, top, aps, envelope, activities, activity }

    private(set) var aps = ApsFacts()
    private(set) var envelope = Envelope()
    private(set) var hasAps = false
    private(set) var mdmIsString = false
    private(set) var containerIsString = false
    private(set) var cloudKitIsObject = false
    private(set) var isObject = false
    /// Whether the envelope has an unknown member.
    private(set) var hasStrangeMember = false

    private let isLenient: Bool
    private var place = Place.outside
    /// The lengths that a relevant key in this object may have. Bit *n* is set if a relevant key has *n* bytes.
    private var lengths = ~UInt64(0)
    /// Whether the innermost relevant object is `aps` and has a key.
    private var sawKey = false
    /// Whether the next value can be relevant.
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

    /// The role of the outermost object.
    enum Root { case top, envelope }

    private let root: Root

    init(isLenient: Bool, root: Root = .top) {
        self.isLenient = isLenient
        self.root = root
    }

    /// Whether there is a key for our envelope.
    var hasEnvelope: Bool { self.seenTop.contains(TopKey.shoulderTap.rawValue) }

    /// Whether the envelope has any member that is missing in the short form of WNS.
    var hasAddress: Bool {
        let seen = self.seenEnvelope
        return seen.contains(EnvelopeKey.version.rawValue) || seen.contains(EnvelopeKey.scenario.rawValue)
            || seen.contains(EnvelopeKey.host.rawValue) || seen.contains(EnvelopeKey.subscription.rawValue)
    }
}

extension VerdictVisitor {
    @inline(__always)
    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        self.sawKey = true
        // The length excludes most irrelevant keys.
        if token.isPlain, self.lengths &>> UInt64(truncatingIfNeeded: min(token.count, 63)) & 1 == 0 {
            self.isHeeding = false
        } else {
            try self.heed(token, bytes)
        }
    }

    // The comparisons are in the order of likelihood. A jump table would be mispredicted with every change of object.
    @inline(never)
    private mutating func heed(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        if self.place == .aps {
            try self.heed(apsKey: token, bytes)
        } else if self.place == .top {
            try self.heed(topKey: token, bytes)
        } else {
            try self.heed(innerKey: token, bytes)
        }
    }

    @inline(__always)
    private mutating func heed(topKey token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        self.topKey = token.isPlain ? TopKey(plain: token, in: bytes) : TopKey.unescaping(token, in: bytes)
        self.isHeeding = self.topKey != .other
        guard self.isHeeding else { return }
        try self.seenTop.note(self.topKey.rawValue, token)
        if self.topKey == .aps { self.hasAps = true }
    }

    @inline(__always)
    private mutating func heed(apsKey token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        self.apsKey = token.isPlain ? ApsKey(plain: token, in: bytes) : ApsKey.unescaping(token, in: bytes)
        self.isHeeding = self.apsKey != .other && !self.apsKey.isVisible
        guard self.apsKey != .other else { return }
        try self.seenAps.note(self.apsKey.rawValue, token)
        if self.apsKey.isVisible { self.aps.isVisible = true }
    }

    @inline(never)
    private mutating func heed(innerKey token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault) {
        switch self.place {
        case .envelope:
            self.envelopeKey =
                token.isPlain ? EnvelopeKey(plain: token, in: bytes) : EnvelopeKey.unescaping(token, in: bytes)
            self.isHeeding = self.envelopeKey != .other
            if self.isHeeding {
                try self.seenEnvelope.note(self.envelopeKey.rawValue, token)
            } else {
                self.hasStrangeMember = true
            }
        case .activity:
            self.activityKeyIsID = token.names("id", in: bytes)
            if self.activityKeyIsID { try self.seenActivity.note(0, token) }
            self.isHeeding = self.activityKeyIsID
        case .top, .aps, .outside, .activities: break
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
        case .activities: self.envelope.noteIllTyped()
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
        case .activities: self.envelope.noteIllTyped()
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
        case .activities: self.envelope.noteIllTyped()
        case .outside, .top, .activity: break
        }
    }

    @inline(__always)
    mutating func open(at offset: Int, isObject: Bool) -> Bool {
        self.isHeeding && self.enter(at: offset, isObject: isObject)
    }

    @inline(never)
    private mutating func enter(at offset: Int, isObject: Bool) -> Bool {
        if self.place == .top { return isObject && self.openMember() }
        if self.place == .aps {
            if isObject { self.aps.object(of: self.apsKey) }
            return false
        }
        return self.enterInner(at: offset, isObject: isObject)
    }

    @inline(never)
    private mutating func enterInner(at offset: Int, isObject: Bool) -> Bool {
        switch self.place {
        case .outside:
            guard isObject else { return false }
            self.isObject = true
            self.move(to: self.root == .top ? .top : .envelope)
            return true
        case .envelope:
            guard self.envelope.container(at: offset, isObject: isObject, of: self.envelopeKey) else { return false }
            self.move(to: .activities)
            return true
        case .activities:
            guard isObject else {
                self.envelope.noteIllTyped()
                return false
            }
            self.envelope.countActivity()
            self.activityHasID = false
            self.seenActivity = SeenKeys()
            self.move(to: .activity)
            return true
        case .top, .aps, .activity: return false
        }
    }

    @inline(__always)
    private mutating func move(to place: Place) {
        self.place = place
        self.lengths = place == .top ? TopKey.lengths : place == .aps ? ApsKey.lengths : ~0
    }

    private mutating func openMember() -> Bool {
        switch self.topKey {
        case .aps:
            self.aps.isObject = true
            self.sawKey = false
            self.move(to: .aps)
            return true
        case .shoulderTap:
            self.move(to: .envelope)
            return true
        case .cloudKit:
            self.cloudKitIsObject = true
            return false
        case .mdm, .containerIdentifier, .other: return false
        }
    }

    @inline(never)
    mutating func close(before end: Int) {
        if self.place == .aps {
            self.aps.isEmpty = !self.sawKey
            self.move(to: .top)
        } else if self.place == .top {
            self.move(to: .outside)
        } else {
            self.closeInner()
        }
    }

    @inline(never)
    private mutating func closeInner() {
        switch self.place {
        case .envelope: self.move(to: self.root == .top ? .top : .outside)
        case .activities: self.move(to: .envelope)
        case .activity:
            if !self.activityHasID { self.envelope.noteIllTyped() }
            self.move(to: .activities)
            self.isHeeding = true
        case .outside, .top, .aps: break
        }
    }
}

extension VerdictVisitor {
    /// Recognises the start of most silent pushes, and whole taps from our encoder, by comparing words.
    ///
    /// This only makes reading faster: a payload in any other spelling is read from its first byte.
    @inline(__always)
    mutating func canonicalStart(_ bytes: Span<UInt8>, _ stops: StopBits) -> (end: Int, open: OpenContainers)? {
        guard self.root == .top else { return self.canonicalEnvelope(bytes, stops) }
        guard bytes.spells(#"{"aps":{"content-available":1}"#, at: 0, count: 30) else { return nil }
        self.isObject = true
        self.hasAps = true
        self.aps = .silent
        self.seenTop.assume(TopKey.aps.rawValue)
        self.move(to: .top)
        let end = 30
        guard bytes.spells(#","shoulderTap":{"v":1,"scenario":"userNotifications""#, at: end, count: 52) else {
            return (end, OpenContainers(objects: 1))
        }
        self.seenTop.assume(TopKey.shoulderTap.rawValue)
        self.envelope.assumeOurs()
        self.move(to: .envelope)
        return (self.canonicalMembers(bytes, stops, from: end &+ 52), OpenContainers(objects: 2))
    }

    /// Recognises a bare envelope from our encoder.
    @inline(__always)
    private mutating func canonicalEnvelope(
        _ bytes: Span<UInt8>, _ stops: StopBits
    ) -> (end: Int, open: OpenContainers)? {
        guard EnvelopeText.isOurs(bytes) else { return nil }
        self.isObject = true
        self.envelope.assumeOurs()
        self.move(to: .envelope)
        return (self.canonicalMembers(bytes, stops, from: EnvelopeText.startCount), OpenContainers(objects: 1))
    }

    /// Reads the members after the scenario, as long as they are written exactly as our encoder writes them.
    @inline(__always)
    private mutating func canonicalMembers(_ bytes: Span<UInt8>, _ stops: StopBits, from start: Int) -> Int {
        self.seenEnvelope.assume(EnvelopeKey.version.rawValue)
        self.seenEnvelope.assume(EnvelopeKey.scenario.rawValue)
        var reader = CanonicalReader(offset: start)
        guard let host = reader.text(behind: #","host":""#, count: 9, bytes, stops) else { return reader.offset }
        self.seenEnvelope.assume(EnvelopeKey.host.rawValue)
        self.envelope.host = StoredToken(host)
        guard let subscription = reader.text(behind: #","subscription":""#, count: 17, bytes, stops) else {
            return reader.offset
        }
        self.seenEnvelope.assume(EnvelopeKey.subscription.rawValue)
        self.envelope.subscription = StoredToken(subscription)
        if let head = reader.text(behind: #","head":""#, count: 9, bytes, stops) {
            self.seenEnvelope.assume(EnvelopeKey.head.rawValue)
            self.envelope.head = StoredToken(head)
        }
        let list = reader.offset &+ 14  // after the comma, the key and the colon
        if let count = reader.activities(bytes, stops) {
            self.seenEnvelope.assume(EnvelopeKey.activities.rawValue)
            self.envelope.noteActivities(at: list, count: count)
        }
        return reader.offset
    }
}

/// Skips texts that are written exactly as our encoder writes them. If a text is written in another way, the offset
/// does not change.
private struct CanonicalReader {
    private(set) var offset: Int

    init(offset: Int) { self.offset = offset }

    /// Returns the text after `prefix`. The last byte of the prefix is the opening quote of this text. Returns nil if
    /// the prefix is not here, or if the text is empty or has escapes.
    @inline(__always)
    mutating func text(
        behind prefix: StaticString, count: Int, _ bytes: Span<UInt8>, _ stops: StopBits
    ) -> StringToken? {
        guard bytes.spells(prefix, at: self.offset, count: count) else { return nil }
        let start = self.offset &+ count
        let stop = stops.stop(from: start)
        guard stop > start, bytes.byte(at: stop) == Ascii.quote else { return nil }
        self.offset = stop &+ 1
        return StringToken(start, stop, isPlain: true)
    }

    /// Returns the number of activities in a list. The list must begin here, with the comma before its key.
    @inline(__always)
    mutating func activities(_ bytes: Span<UInt8>, _ stops: StopBits) -> Int? {
        var ahead = self
        var count = 0
        guard ahead.text(behind: #","activities":[{"id":""#, count: 22, bytes, stops) != nil else { return nil }
        repeat { count &+= 1 } while ahead.text(behind: #"},{"id":""#, count: 9, bytes, stops) != nil
        guard bytes.byte(at: ahead.offset) == Ascii.closeBrace,
            bytes.byte(at: ahead.offset &+ 1) == Ascii.closeBracket
        else { return nil }
        self.offset = ahead.offset &+ 2
        return count
    }
}
