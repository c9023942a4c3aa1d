/// What the scan found of our envelope.
///
/// Two words and a byte, so that a tap is returned in registers: no payload is longer than 13 bits can count.
struct Envelope {
    /// The token of the host, above it that of the subscription.
    private var address: UInt64 = 0
    /// The token of the head, above it where the array of activities begins, and how many elements that has.
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

    /// Where the array of activities begins; zero when there is none.
    @inline(__always) var activities: Int { Int(truncatingIfNeeded: self.hint &>> 32 & 0xFFFF) }

    /// How many elements the array of activities has.
    @inline(__always) var activityCount: Int { Int(truncatingIfNeeded: self.hint &>> 48) }

    @inline(__always)
    mutating func noteActivities(at offset: Int, count: Int) {
        let numbers = UInt64(truncatingIfNeeded: offset) &<< 32 | UInt64(truncatingIfNeeded: count) &<< 48
        self.hint = self.hint & 0xFFFF_FFFF | numbers
    }

    @inline(__always)
    mutating func countActivity() { self.hint &+= 1 &<< 48 }

    @inline(__always) var isHintTruncated: Bool { self.flags.contains(.isHintTruncated) }

    /// Whether an optional member has a type that it must not have.
    @inline(__always) var isIllTyped: Bool { self.flags.contains(.isIllTyped) }

    mutating func noteIllTyped() { self.flags.insert(.isIllTyped) }

    /// Says that version and scenario are ours.
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

    /// Notes a container; true when it is the list of activities, which has to be read.
    mutating func container(at offset: Int, isObject: Bool, of key: EnvelopeKey) -> Bool {
        if key == .activities, !isObject {
            self.noteActivities(at: offset, count: 0)
            return true
        }
        if key == .head || key == .activities || key == .truncated { self.noteIllTyped() }
        return false
    }
}

/// A token of a payload, or none, in half a word.
struct StoredToken {
    /// The start, above it the end, and on top whether the text is plain; a quote stands before every start.
    fileprivate let word: UInt32

    fileprivate init(word: UInt32) { self.word = word }

    /// No token.
    @inline(__always) init() { self.word = 0 }

    @inline(__always)
    init(_ token: StringToken) {
        let ends = UInt32(truncatingIfNeeded: token.start) | UInt32(truncatingIfNeeded: token.end) &<< 16
        self.word = token.isPlain ? ends | 1 &<< 31 : ends
    }

    @inline(__always) var exists: Bool { self.word != 0 }

    /// The text, if there is one.
    func string(in bytes: Span<UInt8>) -> String? {
        guard self.exists else { return nil }
        return self.token.string(in: bytes)
    }

    /// Where the text stands as it is, if it stands anywhere.
    var plainPlace: Range<Int>? { self.exists && self.token.isPlain ? self.token.start..<self.token.end : nil }

    private var token: StringToken {
        StringToken(Int(self.word & 0xFFFF), Int(self.word &>> 16 & 0x7FFF), isPlain: self.word &>> 31 != 0)
    }
}
