/// The parts of our envelope that the scan found.
///
/// The type has the size of two words and a byte, so that a tap is returned in registers. This is possible because
/// offsets in a payload fit into 13 bits.
struct Envelope {
    /// The token of the host in the lower half, and the token of the subscription in the upper half.
    private var address: UInt64 = 0
    /// The token of the head in the lower bits. Above it are the offset and the element count of the array of
    /// activities.
    private var hint: UInt64 = 0
    private var flags = Flags()

    private struct Flags: OptionSet {
        var rawValue: UInt8 = 0
        static var isOurVersion: Flags { Flags(rawValue: 1) }
        static var isOurScenario: Flags { Flags(rawValue: 2) }
        static var isHintTruncated: Flags { Flags(rawValue: 4) }
        static var isIllTyped: Flags { Flags(rawValue: 8) }
    }

    @inline(__always)
    var isWellFormed: Bool {
        self.flags.isSuperset(of: [.isOurVersion, .isOurScenario]) && !self.isIllTyped && self.host.exists
            && self.subscription.exists
    }

    @inline(__always) var host: StoredToken {
        get { StoredToken(word: UInt32(truncatingIfNeeded: self.address)) }
        set { self.address = self.address & ~0xFFFF_FFFF | UInt64(newValue.word) }
    }

    @inline(__always) var subscription: StoredToken {
        get { StoredToken(word: UInt32(truncatingIfNeeded: self.address &>> 32)) }
        set { self.address = self.address & 0xFFFF_FFFF | UInt64(newValue.word) &<< 32 }
    }

    @inline(__always) var head: StoredToken {
        get { StoredToken(word: UInt32(truncatingIfNeeded: self.hint)) }
        set { self.hint = self.hint & ~0xFFFF_FFFF | UInt64(newValue.word) }
    }

    /// The offset of the array of activities; zero when there is none.
    @inline(__always) var activities: Int { Int(truncatingIfNeeded: self.hint &>> 32 & 0xFFFF) }

    /// The number of elements in the array of activities.
    @inline(__always) var activityCount: Int { Int(truncatingIfNeeded: self.hint &>> 48) }

    @inline(__always)
    mutating func noteActivities(at offset: Int, count: Int) {
        let numbers = UInt64(truncatingIfNeeded: offset) &<< 32 | UInt64(truncatingIfNeeded: count) &<< 48
        self.hint = self.hint & 0xFFFF_FFFF | numbers
    }

    @inline(__always)
    mutating func countActivity() { self.hint &+= 1 &<< 48 }

    @inline(__always) var isHintTruncated: Bool { self.flags.contains(.isHintTruncated) }

    /// Whether an optional member has a wrong type.
    @inline(__always) var isIllTyped: Bool { self.flags.contains(.isIllTyped) }

    mutating func noteIllTyped() { self.flags.insert(.isIllTyped) }

    /// Records, without a check, that the version and the scenario are those of our envelope.
    @inline(__always)
    mutating func assumeOurs() { self.flags = [.isOurVersion, .isOurScenario] }

    private mutating func set(_ flag: Flags, to isSet: Bool) {
        if isSet { self.flags.insert(flag) } else { self.flags.remove(flag) }
    }

    mutating func string(_ token: StringToken, of key: EnvelopeKey, _ bytes: Span<UInt8>) {
        switch key {
        case .scenario: self.set(.isOurScenario, to: token.names("userNotifications", in: bytes))
        case .host: self.host = token.count > 0 ? StoredToken(token) : StoredToken()
        case .subscription: self.subscription = token.count > 0 ? StoredToken(token) : StoredToken()
        case .head: self.head = StoredToken(token)
        case .activities, .truncated: self.noteIllTyped()
        case .version, .other: break
        }
    }

    mutating func number(from start: Int, to end: Int, of key: EnvelopeKey, _ bytes: Span<UInt8>) {
        if key == .version { self.set(.isOurVersion, to: isExactlyOne(bytes, from: start, to: end)) }
        if key == .head || key == .activities || key == .truncated { self.noteIllTyped() }
    }

    mutating func literal(_ first: UInt8, of key: EnvelopeKey) {
        if key == .truncated, first != UInt8(ascii: "n") {
            self.set(.isHintTruncated, to: first == UInt8(ascii: "t"))
        } else if key == .head || key == .activities || key == .truncated {
            self.noteIllTyped()
        }
    }

    /// Records a container. Returns true for the list of activities, whose content must be read.
    mutating func container(at offset: Int, isObject: Bool, of key: EnvelopeKey) -> Bool {
        if key == .activities, !isObject {
            self.noteActivities(at: offset, count: 0)
            return true
        }
        if key == .head || key == .activities || key == .truncated { self.noteIllTyped() }
        return false
    }
}

/// A token of a payload, or none, stored in half a word.
struct StoredToken {
    /// The start is in the lowest bits and the end above it. The top bit is set if the text has no escapes. A start is
    /// never zero.
    fileprivate let word: UInt32

    fileprivate init(word: UInt32) { self.word = word }

    /// Creates a value without a token.
    @inline(__always) init() { self.word = 0 }

    @inline(__always)
    init(_ token: StringToken) {
        let ends = UInt32(truncatingIfNeeded: token.start) | UInt32(truncatingIfNeeded: token.end) &<< 16
        self.word = token.isPlain ? ends | 1 &<< 31 : ends
    }

    @inline(__always) var exists: Bool { self.word != 0 }

    /// Returns the text, if there is one.
    func string(in bytes: Span<UInt8>) -> String? {
        guard self.exists else { return nil }
        return self.token.string(in: bytes)
    }

    /// The range of the text, if it exists and has no escapes.
    var plainPlace: Range<Int>? { self.exists && self.token.isPlain ? self.token.start..<self.token.end : nil }

    private var token: StringToken {
        StringToken(Int(self.word & 0xFFFF), Int(self.word &>> 16 & 0x7FFF), isPlain: self.word &>> 31 != 0)
    }
}
