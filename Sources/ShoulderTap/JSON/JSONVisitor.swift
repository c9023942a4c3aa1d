/// Hears of everything that a walk passes.
///
/// Each call must be inlined, or every walk pays for it.
protocol JSONVisitor {
    /// Says where to start and in which objects, when the visitor knows how the text begins.
    mutating func canonicalStart(_ bytes: Span<UInt8>, _ stops: StopBits) -> (end: Int, open: OpenContainers)?
    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) throws(JSONFault)
    mutating func string(_ token: StringToken, _ bytes: Span<UInt8>)
    mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>)
    mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>)
    /// False when nothing inside is wanted; then neither that nor the end of the container is heard of.
    mutating func open(at offset: Int, isObject: Bool) -> Bool
    mutating func close(before end: Int)
}

extension JSONVisitor {
    @inline(__always)
    mutating func canonicalStart(_ bytes: Span<UInt8>, _ stops: StopBits) -> (end: Int, open: OpenContainers)? { nil }
}

/// Wants to know nothing: the walk only validates.
struct NobodyVisitor: JSONVisitor {
    // A value without size has no address, and the thread sanitizer looks at the address of whatever is changed.
    private var size: UInt8 = 0

    @inline(__always) mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func string(_ token: StringToken, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func open(at offset: Int, isObject: Bool) -> Bool { true }
    @inline(__always) mutating func close(before end: Int) {}
}
