/// What the `aps` object says about the kind of a push.
struct ApsFacts {
    private(set) var isObject = false
    private(set) var isEmpty = true
    /// Whether `content-available` asks for background time, in the reading that the scanner has.
    private(set) var wakes = false
    /// Whether alert, badge or sound is present, whatever its value.
    private(set) var isVisible = false
    private(set) var contentHasChanged = false
    private var hasEvent = false
    private var hasActivityData = false

    /// Only together do these keys belong to a Live Activity alone.
    var isLiveActivity: Bool { self.hasEvent && self.hasActivityData }

    @inline(__always)
    mutating func read(
        _ bytes: Span<UInt8>, from start: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        self.isObject = true
        var seen = SeenKeys()
        var members = ObjectCursor(at: start)
        while let token = try members.next(bytes, with: &scanner) {
            self.isEmpty = false
            let key = DecidingKey.Aps(token, in: bytes)
            if key != .other { try seen.note(key.rawValue, token) }
            members.offset = try self.member(key, bytes, from: members.offset, with: &scanner)
        }
        return members.offset
    }

    @inline(__always)
    private mutating func member(
        _ key: DecidingKey.Aps, _ bytes: Span<UInt8>, from start: Int,
        with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        let first = bytes.byte(at: start)
        if key == .alert || key == .badge || key == .sound { self.isVisible = true }
        if first == Ascii.quote {
            let token = try scanner.string(bytes, from: start &+ 1)
            if key == .event { self.hasEvent = Self.isEventName(token, in: bytes) }
            if key == .contentAvailable, scanner.isLenient {
                self.wakes = token.names("1", in: bytes) || token.names("true", in: bytes)
            }
            return token.end &+ 1
        }
        if isNumberStart(first) {
            let end = try scanner.number(bytes, from: start)
            if key == .contentAvailable { self.wakes = isExactlyOne(bytes, from: start, to: end) }
            if key == .timestamp { self.hasActivityData = true }
            return end
        }
        let end = try scanner.skip(bytes, from: start, depth: 2)
        if key == .contentState, first == Ascii.openBrace { self.hasActivityData = true }
        if first == UInt8(ascii: "t") {
            if key == .contentChanged { self.contentHasChanged = true }
            if key == .contentAvailable, scanner.isLenient { self.wakes = true }
        }
        return end
    }

    @inline(never)
    private static func isEventName(_ token: StringToken, in bytes: Span<UInt8>) -> Bool {
        token.names("start", in: bytes) || token.names("update", in: bytes) || token.names("end", in: bytes)
    }
}
