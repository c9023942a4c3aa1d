/// Receives everything that the scanner finds during a walk.
///
/// Each call must be inlined, otherwise every walk becomes slower.
protocol JSONVisitor {
    /// Lets the visitor skip a beginning of the text that it recognises. Returns the place where the walk then starts,
    /// and the objects that are open there. Returns nil if the visitor does not recognise the beginning.
    mutating func canonicalStart(_ bytes: Span<UInt8>, _ stops: StopBits) -> (end: Int, open: OpenContainers)?
    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault)
    mutating func string(_ token: StringToken, _ bytes: Span<UInt8>)
    mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>)
    mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>)
    /// Returns false to skip the container: then neither its content nor its end is reported.
    mutating func open(at offset: Int, isObject: Bool) -> Bool
    mutating func close(before end: Int)
}

extension JSONVisitor {
    @inline(__always)
    mutating func canonicalStart(_ bytes: Span<UInt8>, _ stops: StopBits) -> (end: Int, open: OpenContainers)? { nil }
}

/// A visitor that ignores everything: the walk only validates.
struct NobodyVisitor: JSONVisitor {
    // A stored property is needed because a value without size has no address, and the thread sanitizer checks
    // addresses.
    private var size: UInt8 = 0

    @inline(__always) mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func string(_ token: StringToken, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func open(at offset: Int, isObject: Bool) -> Bool { true }
    @inline(__always) mutating func close(before end: Int) {}
}
