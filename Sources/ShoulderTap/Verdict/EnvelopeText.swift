/// A text outside APNs that may carry our envelope.
enum EnvelopeText {
    /// The envelope, if it is the whole text.
    static func bare(_ bytes: Span<UInt8>) -> Envelope? {
        guard let facts = self.facts(of: bytes, root: .envelope), facts.isObject, facts.envelope.isWellFormed else {
            return nil
        }
        return facts.envelope
    }

    /// The envelope under its key or bare, or the short form of WNS that names activities and no address.
    static func raw(_ bytes: Span<UInt8>) -> Envelope? {
        guard let outer = self.facts(of: bytes, root: .top), outer.isObject else { return nil }
        if outer.hasEnvelope { return outer.envelope.isWellFormed ? outer.envelope : nil }
        guard let facts = self.facts(of: bytes, root: .envelope) else { return nil }
        let isShort = facts.envelope.activities != 0 && !facts.envelope.isIllTyped && !facts.hasAddress
        return facts.envelope.isWellFormed || isShort ? facts.envelope : nil
    }

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
