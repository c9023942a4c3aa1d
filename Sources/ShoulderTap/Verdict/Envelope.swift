/// What the scan found of our envelope.
struct Envelope {
    private(set) var isOurVersion = false
    private(set) var isOurScenario = false
    private(set) var host: StringToken?
    private(set) var subscription: StringToken?
    private(set) var head: StringToken?
    /// Where the array of activities begins, when there is one.
    private(set) var activities: Int?
    private(set) var isHintTruncated = false
    /// Whether an optional member has a type that it must not have.
    private(set) var isIllTyped = false

    @inline(__always)
    var isWellFormed: Bool {
        self.isOurVersion && self.isOurScenario && self.host != nil && self.subscription != nil && !self.isIllTyped
    }
}

extension Envelope {
    /// Reads the envelope object at `start`, which lies `depth` containers deep.
    @inline(never)
    mutating func read(
        _ bytes: Span<UInt8>, from start: Int, depth: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        var seen = SeenKeys()
        var members = ObjectCursor(at: start)
        while let token = try members.next(bytes, with: &scanner) {
            let key = DecidingKey.Envelope(token, in: bytes)
            if key != .other { try seen.note(key.rawValue, token) }
            members.offset = try self.member(key, bytes, from: members.offset, depth: depth &+ 1, with: &scanner)
        }
        return members.offset
    }

    mutating func member(
        _ key: DecidingKey.Envelope, _ bytes: Span<UInt8>, from start: Int, depth: Int,
        with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        let first = bytes.byte(at: start)
        if key == .activities { return try self.activityList(bytes, from: start, depth: depth, with: &scanner) }
        if first == Ascii.quote {
            let token = try scanner.string(bytes, from: start &+ 1)
            switch key {
            case .scenario: self.isOurScenario = token.names("userNotifications", in: bytes)
            case .host: self.host = token.count > 0 ? token : nil
            case .subscription: self.subscription = token.count > 0 ? token : nil
            case .head: self.head = token
            case .truncated: self.isIllTyped = true
            case .version, .activities, .other: break
            }
            return token.end &+ 1
        }
        let end = try scanner.skip(bytes, from: start, depth: depth)
        switch key {
        case .version: self.isOurVersion = isNumberStart(first) && isExactlyOne(bytes, from: start, to: end)
        case .head: self.isIllTyped = true
        case .truncated:
            self.isHintTruncated = first == UInt8(ascii: "t")
            if first != UInt8(ascii: "t"), first != UInt8(ascii: "f") { self.isIllTyped = true }
        case .scenario, .host, .subscription, .activities, .other: break
        }
        return end
    }

    /// Reads the activities: an array of objects with an id, each id once.
    private mutating func activityList(
        _ bytes: Span<UInt8>, from start: Int, depth: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        guard bytes.byte(at: start) == Ascii.openBracket else {
            self.isIllTyped = true
            return try scanner.skip(bytes, from: start, depth: depth)
        }
        self.activities = start
        var list = ActivityCursor(at: start)
        while let activity = try list.next(bytes, depth: depth &+ 1, with: &scanner) {
            if activity.id == nil { self.isIllTyped = true }
        }
        return list.offset
    }
}

@inline(__always)
func isNumberStart(_ byte: UInt8) -> Bool { Ascii.isDigit(byte) || byte == Ascii.minus }
