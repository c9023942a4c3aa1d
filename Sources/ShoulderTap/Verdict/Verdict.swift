/// Decides the kind of a payload in one pass, without allocations.
enum Verdict {
    /// The maximum number of bytes of a payload: the limit for a VoIP push. No push service accepts more.
    static var sizeLimit: Int { 5120 }

    /// Classifies `bytes` and writes the parts of a tap to `envelope`. A payload over `limit` is never our tap.
    @inline(__always)
    static func of<Rules>(
        _ bytes: Span<UInt8>, with scanner: inout JSONScanner<Rules>, limit: Int, _ envelope: inout Envelope
    ) throws(JSONFault) -> PayloadKind {
        guard bytes.count <= Self.sizeLimit else { throw JSONFault(.tooLarge, at: Self.sizeLimit) }
        return try bytes.withStops { (stops, isUTF8) throws(JSONFault) in
            try Self.of(bytes, stops, isUTF8: isUTF8, with: &scanner, limit: limit, &envelope)
        }
    }

    /// Classifies `bytes`, whose stops (quotes, backslashes and control characters) were already found.
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

    /// Decides the kind. `aps` decides first, and other members are used only if `aps` does not determine the kind.
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

    /// Returns the kind of a payload whose `aps` is missing or empty.
    private static func frame(_ facts: VerdictVisitor) -> PayloadKind? {
        if facts.mdmIsString { return .mdm }
        if facts.containerIsString { return .fileProvider }
        return facts.cloudKitIsObject ? .cloudKit : nil
    }
}
