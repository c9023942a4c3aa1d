/// Reads texts outside APNs that may carry our envelope.
enum EnvelopeText {
    /// Reads the envelope. Returns nil unless the whole text is an envelope.
    static func bare(_ bytes: Span<UInt8>) -> Envelope? {
        guard let facts = self.facts(of: bytes, root: .envelope), facts.isObject, facts.envelope.isWellFormed else {
            return nil
        }
        return facts.envelope
    }

    /// Reads the envelope, either under its key or bare. Also reads the short form of WNS, which has activities but no
    /// address.
    static func raw(_ bytes: Span<UInt8>) -> Envelope? {
        // Our encoder writes the envelope bare. If all members belong to an envelope, no envelope is nested under a
        // key.
        if self.isOurs(bytes), let facts = self.facts(of: bytes, root: .envelope), !facts.hasStrangeMember {
            return facts.envelope.isWellFormed ? facts.envelope : nil
        }
        guard let outer = self.facts(of: bytes, root: .top), outer.isObject else { return nil }
        if outer.hasEnvelope { return outer.envelope.isWellFormed ? outer.envelope : nil }
        guard let facts = self.facts(of: bytes, root: .envelope) else { return nil }
        let isShort = facts.envelope.activities != 0 && !facts.envelope.isIllTyped && !facts.hasAddress
        return facts.envelope.isWellFormed || isShort ? facts.envelope : nil
    }

    /// Whether the text starts like an envelope from our encoder, with version and scenario.
    @inline(__always)
    static func isOurs(_ bytes: Span<UInt8>) -> Bool {
        bytes.spells(#"{"v":1,"scenario":"userNotifications""#, at: 0, count: self.startCount)
    }

    /// The number of bytes at the beginning of an envelope that ``isOurs(_:)`` compares.
    static var startCount: Int { 37 }

    private static func facts(of bytes: Span<UInt8>, root: VerdictVisitor.Root) -> VerdictVisitor? {
        guard bytes.count <= Verdict.sizeLimit else { return nil }
        var scanner = StrictScanner()
        var visitor = VerdictVisitor(isLenient: false, root: root)
        do throws(JSONFault) {
            try scanner.read(bytes, &visitor)
            return visitor
        } catch { return nil }
    }
}
