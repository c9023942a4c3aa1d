/// What one pass over a payload decides, with nothing allocated.
struct Verdict {
    /// Bytes of a payload for a device.
    static var deviceLimit: Int { 4096 }
    /// Bytes of a VoIP payload, more than which no push service takes.
    static var sizeLimit: Int { 5120 }

    private(set) var kind: PayloadKind = .foreign
    private(set) var envelope = Envelope()
    private var aps = ApsFacts()
    private var hasAps = false
    private var mdmIsString = false
    private var containerIsString = false
    private var cloudKitIsObject = false

    /// Judges `bytes`; a payload that is over `limit` is never our tap.
    init(_ bytes: Span<UInt8>, with scanner: inout JSONScanner<some ReadingRules>, limit: Int) throws(JSONFault) {
        guard bytes.count <= Self.sizeLimit else { throw JSONFault(.tooLarge, at: Self.sizeLimit) }
        let mark = try scanner.start(bytes)
        let start = try scanner.blank(bytes, from: mark)
        guard start < bytes.count else { throw JSONFault(.empty, at: start) }
        if bytes.byte(at: start) == Ascii.openBrace {
            let end = try self.object(bytes, from: start, with: &scanner)
            try scanner.finish(bytes, from: end)
            self.kind = self.decide(fits: bytes.count <= limit)
        } else {
            let end = try scanner.skip(bytes, from: start, depth: 0)
            try scanner.finish(bytes, from: end)
        }
    }

    @inline(__always)
    private mutating func object(
        _ bytes: Span<UInt8>, from start: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Int {
        var seen = SeenKeys()
        var members = ObjectCursor(at: start)
        while let token = try members.next(bytes, with: &scanner) {
            let key = DecidingKey.Top(token, in: bytes)
            let first = bytes.byte(at: members.offset)
            if key != .other {
                try seen.note(key.rawValue, token)
                switch key {
                case .aps: self.hasAps = true
                case .mdm: self.mdmIsString = first == Ascii.quote
                case .containerIdentifier: self.containerIsString = first == Ascii.quote
                case .cloudKit: self.cloudKitIsObject = first == Ascii.openBrace
                case .shoulderTap, .other: break
                }
            }
            if key == .aps, first == Ascii.openBrace {
                members.offset = try self.aps.read(bytes, from: members.offset, with: &scanner)
            } else if key == .shoulderTap, first == Ascii.openBrace {
                members.offset = try self.envelope.read(bytes, from: members.offset, depth: 1, with: &scanner)
            } else if first == Ascii.quote {
                members.offset = try scanner.string(bytes, from: members.offset &+ 1).end &+ 1
            } else {
                members.offset = try scanner.skip(bytes, from: members.offset, depth: 1)
            }
        }
        return members.offset
    }

    /// The `aps` decides first; what stands beside it counts only where `aps` says nothing.
    private func decide(fits: Bool) -> PayloadKind {
        guard self.hasAps else { return self.frame ?? .foreign }
        guard self.aps.isObject else { return .foreign }
        if self.aps.isLiveActivity { return .liveActivity }
        if self.aps.isVisible { return self.aps.wakes ? .alertWithWake : .alert }
        if self.aps.wakes { return self.envelope.isWellFormed && fits ? .shoulderTap : .background }
        if self.aps.contentHasChanged { return .widgets }
        return self.aps.isEmpty ? self.frame ?? .voip : .foreign
    }

    /// What the frame says where there is no `aps`, or an empty one.
    private var frame: PayloadKind? {
        if self.mdmIsString { return .mdm }
        if self.containerIsString { return .fileProvider }
        return self.cloudKitIsObject ? .cloudKit : nil
    }
}
