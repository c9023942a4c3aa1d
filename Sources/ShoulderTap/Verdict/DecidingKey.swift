/// The keys whose value can change a verdict. A second one makes the payload ambiguous, and so malformed.
enum DecidingKey {
    enum Top: UInt8, CaseIterable {
        case aps, shoulderTap, mdm, cloudKit, containerIdentifier, other

        /// Whether a key is as long as one of these, or hides its length behind escapes.
        @inline(__always)
        static func mayBe(_ token: StringToken) -> Bool {
            let lengths: UInt64 = 1 &<< 2 | 1 &<< 3 | 1 &<< 11 | 1 &<< 20
            return !token.isPlain || token.count < 64 && lengths &>> UInt64(truncatingIfNeeded: token.count) & 1 != 0
        }

        @inline(__always)
        init(_ token: StringToken, in bytes: Span<UInt8>) {
            guard token.isPlain else {
                self = Self.unescaping(token, in: bytes)
                return
            }
            switch token.count {
            case 3 where bytes.spells("aps", at: token.start, count: 3): self = .aps
            case 11 where bytes.spells("shoulderTap", at: token.start, count: 11): self = .shoulderTap
            case 3 where bytes.spells("mdm", at: token.start, count: 3): self = .mdm
            case 2 where bytes.spells("ck", at: token.start, count: 2): self = .cloudKit
            case 20 where bytes.spells("container-identifier", at: token.start, count: 20): self = .containerIdentifier
            default: self = .other
            }
        }

        @inline(never)
        private static func unescaping(_ token: StringToken, in bytes: Span<UInt8>) -> Self {
            if token.names("aps", in: bytes) { return .aps }
            if token.names("shoulderTap", in: bytes) { return .shoulderTap }
            if token.names("mdm", in: bytes) { return .mdm }
            if token.names("ck", in: bytes) { return .cloudKit }
            return token.names("container-identifier", in: bytes) ? .containerIdentifier : .other
        }
    }

    enum Aps: UInt8, CaseIterable {
        case contentAvailable, alert, badge, sound, event, timestamp, contentState, contentChanged, other

        /// Whether the mere presence of the key shows, counts or plays something.
        var isVisible: Bool { self == .alert || self == .badge || self == .sound }

        @inline(__always)
        init(_ token: StringToken, in bytes: Span<UInt8>) {
            guard token.isPlain else {
                self = Self.unescaping(token, in: bytes)
                return
            }
            switch token.count {
            case 17 where bytes.spells("content-available", at: token.start, count: 17): self = .contentAvailable
            case 5: self = Self.ofFiveLetters(bytes.word(at: token.start) & 0xFF_FFFF_FFFF)
            case 9 where bytes.spells("timestamp", at: token.start, count: 9): self = .timestamp
            case 13 where bytes.spells("content-state", at: token.start, count: 13): self = .contentState
            case 15 where bytes.spells("content-changed", at: token.start, count: 15): self = .contentChanged
            default: self = .other
            }
        }

        /// Free of branches: in which order a sender writes alert, badge and sound is noise.
        @inline(__always)
        private static func ofFiveLetters(_ word: UInt64) -> Self {
            let other = Self.other.rawValue
            let alert = word == StaticString("alert").word(at: 0, count: 5) ? other &- Self.alert.rawValue : 0
            let badge = word == StaticString("badge").word(at: 0, count: 5) ? other &- Self.badge.rawValue : 0
            let sound = word == StaticString("sound").word(at: 0, count: 5) ? other &- Self.sound.rawValue : 0
            let event = word == StaticString("event").word(at: 0, count: 5) ? other &- Self.event.rawValue : 0
            return Self(rawValue: other &- alert &- badge &- sound &- event) ?? .other
        }

        @inline(never)
        private static func unescaping(_ token: StringToken, in bytes: Span<UInt8>) -> Self {
            if token.names("content-available", in: bytes) { return .contentAvailable }
            if token.names("alert", in: bytes) { return .alert }
            if token.names("badge", in: bytes) { return .badge }
            if token.names("sound", in: bytes) { return .sound }
            if token.names("event", in: bytes) { return .event }
            if token.names("timestamp", in: bytes) { return .timestamp }
            if token.names("content-state", in: bytes) { return .contentState }
            return token.names("content-changed", in: bytes) ? .contentChanged : .other
        }
    }

    enum Envelope: UInt8, CaseIterable {
        case version, scenario, host, subscription, head, activities, truncated, other

        @inline(__always)
        init(_ token: StringToken, in bytes: Span<UInt8>) {
            guard token.isPlain else {
                self = Self.unescaping(token, in: bytes)
                return
            }
            switch token.count {
            case 1 where bytes.spells("v", at: token.start, count: 1): self = .version
            case 8 where bytes.spells("scenario", at: token.start, count: 8): self = .scenario
            case 4 where bytes.spells("host", at: token.start, count: 4): self = .host
            case 12 where bytes.spells("subscription", at: token.start, count: 12): self = .subscription
            case 4 where bytes.spells("head", at: token.start, count: 4): self = .head
            case 10 where bytes.spells("activities", at: token.start, count: 10): self = .activities
            case 9 where bytes.spells("truncated", at: token.start, count: 9): self = .truncated
            default: self = .other
            }
        }

        @inline(never)
        private static func unescaping(_ token: StringToken, in bytes: Span<UInt8>) -> Self {
            if token.names("v", in: bytes) { return .version }
            if token.names("scenario", in: bytes) { return .scenario }
            if token.names("host", in: bytes) { return .host }
            if token.names("subscription", in: bytes) { return .subscription }
            if token.names("head", in: bytes) { return .head }
            if token.names("activities", in: bytes) { return .activities }
            return token.names("truncated", in: bytes) ? .truncated : .other
        }
    }
}

/// Which keys of one object have been seen.
struct SeenKeys {
    private var bits: UInt16 = 0

    func contains(_ number: UInt8) -> Bool { self.bits & 1 &<< UInt16(number) != 0 }

    /// Notes a key that is known to be there once.
    @inline(__always)
    mutating func assume(_ number: UInt8) { self.bits |= 1 &<< UInt16(number) }

    /// Notes a key; a second one of the same meaning is a fault at its opening quote.
    @inline(__always)
    mutating func note(_ number: UInt8, _ token: StringToken) throws(JSONFault) {
        let bit: UInt16 = 1 &<< UInt16(number)
        guard self.bits & bit == 0 else { throw JSONFault(.duplicateKey, at: token.quote) }
        self.bits |= bit
    }
}
