/// What one pass over a payload decides, with nothing allocated.
enum Verdict {
    /// Bytes of a VoIP payload, more than which no push service takes.
    static var sizeLimit: Int { 5120 }

    /// Judges `bytes`; a payload that is over `limit` is never our tap. What a tap says is written to `envelope`.
    @inline(__always)
    static func of<Rules>(
        _ bytes: Span<UInt8>, with scanner: inout JSONScanner<Rules>, limit: Int, _ envelope: inout Envelope
    ) throws(JSONFault) -> PayloadKind {
        guard bytes.count <= Self.sizeLimit else { throw JSONFault(.tooLarge, at: Self.sizeLimit) }
        return try bytes.withStops { (stops, isUTF8) throws(JSONFault) in
            try Self.of(bytes, stops, isUTF8: isUTF8, with: &scanner, limit: limit, &envelope)
        }
    }

    /// Judges `bytes`, whose stops are known.
    @inline(never)
    static func of<Rules>(
        _ bytes: Span<UInt8>, _ stops: StopBits, isUTF8: Bool, with scanner: inout JSONScanner<Rules>, limit: Int,
        _ envelope: inout Envelope
    ) throws(JSONFault) -> PayloadKind {
        var visitor = VerdictVisitor(isLenient: Rules.isLenient)
        try scanner.read(bytes, stops, isUTF8: isUTF8, &visitor)
        let kind = Self.decide(visitor, fits: bytes.count <= limit)
        if kind == .shoulderTap { envelope = visitor.envelope }
        return kind
    }

    /// The `aps` decides first; what stands beside it counts only where `aps` says nothing.
    private static func decide(_ facts: VerdictVisitor, fits: Bool) -> PayloadKind {
        guard facts.isObject else { return .foreign }
        guard facts.hasAps else { return self.frame(facts) ?? .foreign }
        guard facts.aps.isObject else { return .foreign }
        if facts.aps.wakes, !facts.aps.isVisible {
            return facts.envelope.isWellFormed && fits ? .shoulderTap : .background
        }
        if facts.aps.isLiveActivity { return .liveActivity }
        if facts.aps.isVisible { return facts.aps.wakes ? .alertWithWake : .alert }
        if facts.aps.contentHasChanged { return .widgets }
        return facts.aps.isEmpty ? self.frame(facts) ?? .voip : .foreign
    }

    /// What the frame says where there is no `aps`, or an empty one.
    private static func frame(_ facts: VerdictVisitor) -> PayloadKind? {
        if facts.mdmIsString { return .mdm }
        if facts.containerIsString { return .fileProvider }
        return facts.cloudKitIsObject ? .cloudKit : nil
    }
}
