/// Collects the ids of a validated list of activities.
struct ActivityCollector: JSONVisitor {
    private(set) var ids: [String] = []
    private var keyIsID = false
    private var depth = 0

    init(capacity: Int) { self.ids.reserveCapacity(capacity) }

    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) { self.keyIsID = token.names("id", in: bytes) }

    mutating func string(_ token: StringToken, _ bytes: Span<UInt8>) {
        if self.keyIsID { self.ids.append(token.string(in: bytes)) }
    }

    mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}
    mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>) {}

    /// Opens the list and the objects in it, but nothing deeper.
    mutating func open(at offset: Int, isObject: Bool) -> Bool {
        self.depth += 1
        if self.depth <= 2 { return true }
        self.depth -= 1
        return false
    }

    mutating func close(before end: Int) { self.depth -= 1 }
}
