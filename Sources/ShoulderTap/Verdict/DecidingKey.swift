/// A key whose value can change a verdict. A payload that repeats it is ambiguous, and therefore malformed.
protocol DecidingKey: CaseIterable, RawRepresentable where RawValue == UInt8 {
    /// Any other key.
    static var other: Self { get }
    /// The name of the key; nil for ``other``.
    var name: StaticString? { get }
    /// Creates the key whose name is the text of a token. The token has no escapes.
    init(plain token: StringToken, in bytes: Span<UInt8>)
}

extension DecidingKey {
    @inline(__always)
    init(_ token: StringToken, in bytes: Span<UInt8>) {
        self = token.isPlain ? Self(plain: token, in: bytes) : Self.unescaping(token, in: bytes)
    }

    /// Returns the key whose name is the text of a token. The token has escapes.
    @inline(never)
    static func unescaping(_ token: StringToken, in bytes: Span<UInt8>) -> Self {
        Self.allCases.first { key in key.name.map { token.names($0, in: bytes) } ?? false } ?? .other
    }

    /// Whether a token of `count` bytes, without escapes, contains exactly this key. The key must have a name.
    ///
    /// If `count` is a literal, the comparison compiles to a few comparisons of words.
    @inline(__always)
    func isSpelt(by token: StringToken, count: Int, in bytes: Span<UInt8>) -> Bool {
        self.name.map { bytes.spells($0, at: token.start, count: count) } ?? false
    }
}

/// The keys of the outermost object.
enum TopKey: UInt8, DecidingKey {
    case aps, shoulderTap, mdm, cloudKit, containerIdentifier, other

    @inline(__always) var name: StaticString? {
        switch self {
        case .aps: "aps"
        case .shoulderTap: "shoulderTap"
        case .mdm: "mdm"
        case .cloudKit: "ck"
        case .containerIdentifier: "container-identifier"
        case .other: nil
        }
    }

    /// The lengths that a known key of the outermost object may have. Bit *n* is set if a known key has *n* bytes.
    @inline(__always) static var lengths: UInt64 { 1 &<< 2 | 1 &<< 3 | 1 &<< 11 | 1 &<< 20 }

    @inline(__always)
    init(plain token: StringToken, in bytes: Span<UInt8>) {
        switch token.count {
        case 3 where Self.aps.isSpelt(by: token, count: 3, in: bytes): self = .aps
        case 11 where Self.shoulderTap.isSpelt(by: token, count: 11, in: bytes): self = .shoulderTap
        case 3 where Self.mdm.isSpelt(by: token, count: 3, in: bytes): self = .mdm
        case 2 where Self.cloudKit.isSpelt(by: token, count: 2, in: bytes): self = .cloudKit
        case 20 where Self.containerIdentifier.isSpelt(by: token, count: 20, in: bytes): self = .containerIdentifier
        default: self = .other
        }
    }
}

/// The keys of `aps`.
enum ApsKey: UInt8, DecidingKey {
    case contentAvailable, alert, badge, sound, event, timestamp, contentState, contentChanged, other

    @inline(__always) var name: StaticString? {
        switch self {
        case .contentAvailable: "content-available"
        case .alert: "alert"
        case .badge: "badge"
        case .sound: "sound"
        case .event: "event"
        case .timestamp: "timestamp"
        case .contentState: "content-state"
        case .contentChanged: "content-changed"
        case .other: nil
        }
    }

    /// The lengths that a known key of `aps` may have. Bit *n* is set if a known key has *n* bytes.
    @inline(__always) static var lengths: UInt64 { 1 &<< 5 | 1 &<< 9 | 1 &<< 13 | 1 &<< 15 | 1 &<< 17 }

    /// Whether the presence of the key alone shows, counts or plays something.
    var isVisible: Bool { self == .alert || self == .badge || self == .sound }

    @inline(__always)
    init(plain token: StringToken, in bytes: Span<UInt8>) {
        if token.count == 5 {
            self = Self.ofFiveLetters(bytes.word(at: token.start) & 0xFF_FFFF_FFFF)
        } else {
            self = Self.ofOtherLength(token, in: bytes)
        }
    }

    @inline(__always)
    private static func ofOtherLength(_ token: StringToken, in bytes: Span<UInt8>) -> Self {
        switch token.count {
        case 17 where Self.contentAvailable.isSpelt(by: token, count: 17, in: bytes): .contentAvailable
        case 9 where Self.timestamp.isSpelt(by: token, count: 9, in: bytes): .timestamp
        case 13 where Self.contentState.isSpelt(by: token, count: 13, in: bytes): .contentState
        case 15 where Self.contentChanged.isSpelt(by: token, count: 15, in: bytes): .contentChanged
        default: .other
        }
    }

    /// Returns the key whose name has these five letters. There are no branches, because the order of alert, badge and
    /// sound in a payload is unpredictable.
    @inline(__always)
    private static func ofFiveLetters(_ word: UInt64) -> Self {
        let number =
            Self.other.rawValue &- Self.alert.distance(ifNamed: word) &- Self.badge.distance(ifNamed: word)
            &- Self.sound.distance(ifNamed: word) &- Self.event.distance(ifNamed: word)
        return Self(rawValue: number) ?? .other
    }

    /// Returns the number of ``other`` minus the number of this key, or zero when `word` does not name this key.
    @inline(__always)
    private func distance(ifNamed word: UInt64) -> UInt8 {
        word == self.name?.word(at: 0, count: 5) ? Self.other.rawValue &- self.rawValue : 0
    }
}

/// The keys of our envelope.
enum EnvelopeKey: UInt8, DecidingKey {
    case version, scenario, host, subscription, head, activities, truncated, other

    @inline(__always) var name: StaticString? {
        switch self {
        case .version: "v"
        case .scenario: "scenario"
        case .host: "host"
        case .subscription: "subscription"
        case .head: "head"
        case .activities: "activities"
        case .truncated: "truncated"
        case .other: nil
        }
    }

    @inline(__always)
    init(plain token: StringToken, in bytes: Span<UInt8>) {
        switch token.count {
        case 1 where Self.version.isSpelt(by: token, count: 1, in: bytes): self = .version
        case 8 where Self.scenario.isSpelt(by: token, count: 8, in: bytes): self = .scenario
        case 4 where Self.host.isSpelt(by: token, count: 4, in: bytes): self = .host
        case 12 where Self.subscription.isSpelt(by: token, count: 12, in: bytes): self = .subscription
        case 4 where Self.head.isSpelt(by: token, count: 4, in: bytes): self = .head
        case 10 where Self.activities.isSpelt(by: token, count: 10, in: bytes): self = .activities
        case 9 where Self.truncated.isSpelt(by: token, count: 9, in: bytes): self = .truncated
        default: self = .other
        }
    }
}
