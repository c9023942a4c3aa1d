/// Functions to classify and inspect payloads.
public enum PushPayload {
    /// Returns the kind of `bytes`, in one pass that allocates nothing.
    public static func classify(_ bytes: Span<UInt8>, strictness: Strictness = .strict) -> PayloadKind {
        switch strictness {
        case .strict: self.judge(bytes, with: StrictScanner())
        case .lenient: self.judge(bytes, with: ForgivingScanner())
        }
    }

    @inline(__always)
    private static func judge(_ bytes: Span<UInt8>, with scanner: JSONScanner<some ReadingRules>) -> PayloadKind {
        var scanner = scanner
        var envelope = Envelope()
        return (try? Verdict.of(bytes, with: &scanner, limit: Tap.payloadLimit, &envelope)) ?? .malformed
    }

    /// Inspects `bytes`: the kind, the typed fields, and all findings.
    ///
    /// A payload over `limit` bytes is never our tap, as in `Tap.tryParse`.
    public static func inspect(
        _ bytes: [UInt8], strictness: Strictness = .strict, limit: Int = Tap.payloadLimit
    ) -> Inspection {
        Inspection(bytes, strictness, limit: max(limit, 0))
    }
}

/// Deprecated spellings.
extension PushPayload {
    /// The same as ``classify(_:strictness:)``.
    @available(*, deprecated, renamed: "classify(_:strictness:)")
    public static func classify(_ bytes: Span<UInt8>, _ strictness: Strictness) -> PayloadKind {
        self.classify(bytes, strictness: strictness)
    }

    /// The same as ``inspect(_:strictness:limit:)``.
    @available(*, deprecated, renamed: "inspect(_:strictness:limit:)")
    public static func inspect(
        _ bytes: [UInt8], _ strictness: Strictness, limit: Int = Tap.payloadLimit
    ) -> Inspection {
        self.inspect(bytes, strictness: strictness, limit: limit)
    }
}
