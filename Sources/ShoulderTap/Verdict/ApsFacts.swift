/// The facts about the `aps` object that decide the kind of a push.
struct ApsFacts {
    var isObject = false
    var isEmpty = true
    /// Whether `content-available` asks for background time, in the current strictness.
    var wakes = false
    /// Whether alert, badge or sound is present, whatever its value.
    var isVisible = false
    var contentHasChanged = false
    var hasEvent = false
    var hasActivityData = false

    /// Whether the push is for a Live Activity. This is the case only if both an event and the data of an activity are
    /// present.
    var isLiveActivity: Bool { self.hasEvent && self.hasActivityData }

    /// The facts of `{"content-available":1}`.
    @inline(__always)
    static var silent: ApsFacts {
        var facts = ApsFacts()
        facts.isObject = true
        facts.isEmpty = false
        facts.wakes = true
        return facts
    }

    mutating func string(_ token: StringToken, of key: ApsKey, _ bytes: Span<UInt8>, isLenient: Bool) {
        if key == .event {
            self.hasEvent =
                token.names("start", in: bytes) || token.names("update", in: bytes) || token.names("end", in: bytes)
        } else if key == .contentAvailable, isLenient {
            self.wakes = token.names("1", in: bytes) || token.names("true", in: bytes)
        }
    }

    mutating func number(from start: Int, to end: Int, of key: ApsKey, _ bytes: Span<UInt8>) {
        if key == .contentAvailable { self.wakes = isExactlyOne(bytes, from: start, to: end) }
        if key == .timestamp { self.hasActivityData = true }
    }

    mutating func literal(isTrue: Bool, of key: ApsKey, isLenient: Bool) {
        guard isTrue else { return }
        if key == .contentChanged { self.contentHasChanged = true }
        if key == .contentAvailable, isLenient { self.wakes = true }
    }

    mutating func object(of key: ApsKey) {
        if key == .contentState { self.hasActivityData = true }
    }
}
