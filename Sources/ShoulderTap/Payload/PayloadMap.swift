/// The places of all values in a payload. The map creates no strings.
struct PayloadMap: Sendable {
    enum Kind: UInt8, Sendable { case object, array, string, number, literal, key }

    /// One value or key. The range of a string or key excludes its quotes.
    struct Entry: Sendable {
        var start: UInt32
        var end: UInt32
        /// The index after this value and everything in it. For a key, it is the index after the key's value.
        ///
        /// While a container is being built, this is the index of its parent.
        var next: UInt32
        var kind: Kind
        var isPlain: Bool
        /// Whether a string, key or number needs a closer look: it has escapes or brackets, or is long.
        var isSuspect = false

        var token: StringToken { StringToken(Int(self.start), Int(self.end), isPlain: self.isPlain) }
    }

    let bytes: [UInt8]
    fileprivate(set) var entries: [Entry] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the members of an object in the order of the bytes; empty for any other value.
    func members(of object: Int) -> MemberIndices {
        let isObject = self.entries[object].kind == .object
        return MemberIndices(next: object + 1, end: isObject ? Int(self.entries[object].next) : 0)
    }

    /// Iterates over the members of one object. It does not hold the map, so the caller may change the owner of the
    /// map.
    struct MemberIndices {
        fileprivate var next: Int
        fileprivate let end: Int

        /// Returns the index of the next key; its value follows it.
        @inline(__always)
        mutating func nextKey(in map: borrowing PayloadMap) -> Int? {
            guard self.next < self.end else { return nil }
            let key = self.next
            self.next = Int(map.entries[key + 1].next)
            return key
        }
    }

    /// Returns the index of a value: the value of the first member whose key is `name`.
    func value(of name: StaticString, in object: Int) -> Int? {
        self.firstValue(in: object) { $0.names(name, in: self.bytes.span) }
    }

    func firstValue(in object: Int, where isWanted: (StringToken) -> Bool) -> Int? {
        var members = self.members(of: object)
        while let key = members.nextKey(in: self) {
            if isWanted(self.entries[key].token) { return key + 1 }
        }
        return nil
    }

    /// Returns the type of a value.
    func kind(of index: Int) -> PayloadElement.Kind {
        switch self.entries[index].kind {
        case .object: .object
        case .array: .array
        case .string, .key: .string
        case .number: .number
        case .literal: self.bytes[Int(self.entries[index].start)] == UInt8(ascii: "n") ? .null : .bool
        }
    }

    /// Returns the offset at which the value begins, including quotes.
    func offset(of index: Int) -> Int {
        let entry = self.entries[index]
        let isQuoted = entry.kind == .string || entry.kind == .key
        return Int(entry.start) - (isQuoted ? 1 : 0)
    }
}

/// Builds the map during the scan.
struct MapBuilder: JSONVisitor {
    private(set) var map: PayloadMap
    /// The index of the first entry that needs a closer look, if any.
    private(set) var firstSuspect: Int?
    /// The innermost open container.
    fileprivate var innermost: Int?

    init(bytes: [UInt8]) {
        self.map = PayloadMap(bytes: bytes)
        self.map.entries.reserveCapacity(bytes.count / 8 + 4)
    }

    @inline(__always)
    fileprivate mutating func add(_ kind: PayloadMap.Kind, _ start: Int, _ end: Int, isPlain: Bool = true) {
        self.map.entries.append(
            PayloadMap.Entry(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: self.map.entries.count &+ 1), kind: kind, isPlain: isPlain))
    }

    /// Marks the last added value or key, because it needs a closer look.
    @inline(never)
    private mutating func suspect() {
        let index = self.map.entries.count &- 1
        self.map.entries[index].isSuspect = true
        if self.firstSuspect == nil { self.firstSuspect = index }
    }

    @inline(__always)
    mutating func key(_ token: StringToken, _ bytes: Span<UInt8>) {
        self.add(.key, token.start, token.end, isPlain: token.isPlain)
        if !token.isPlain { self.suspect() }
    }

    @inline(__always)
    mutating func string(_ token: StringToken, _ bytes: Span<UInt8>) {
        // The two closing brackets differ in one bit. If the text is empty, this byte is its opening quote.
        let last = bytes.byte(at: token.end &- 1)
        self.add(.string, token.start, token.end, isPlain: token.isPlain)
        if !token.isPlain || last & ~0x20 == Ascii.closeBracket { self.suspect() }
    }

    @inline(__always)
    mutating func number(from start: Int, to end: Int, _ bytes: Span<UInt8>) {
        // The shortest number that is too large is 1e309; numbers up to 15 digits are always exact.
        let length = end &- start
        self.add(.number, start, end)
        if length > 15 || length >= 5 && bytes.digitsEnd(from: start) < end { self.suspect() }
    }

    @inline(__always)
    mutating func literal(from start: Int, to end: Int, _ bytes: Span<UInt8>) {
        self.add(.literal, start, end)
    }

    @inline(__always)
    mutating func open(at offset: Int, isObject: Bool) -> Bool {
        let index = self.map.entries.count
        self.add(isObject ? .object : .array, offset, offset)
        self.map.entries[index].next = self.innermost.map { UInt32(truncatingIfNeeded: $0) } ?? Self.nobody
        self.innermost = index
        return true
    }

    @inline(__always)
    mutating func close(before end: Int) { self.closeInnermost(before: end) }

    @inline(__always)
    fileprivate mutating func closeInnermost(before end: Int) {
        guard let index = self.innermost else { return }
        let outer = self.map.entries[index].next
        self.innermost = outer == Self.nobody ? nil : Int(outer)
        self.map.entries[index].end = UInt32(truncatingIfNeeded: end)
        self.map.entries[index].next = UInt32(truncatingIfNeeded: self.map.entries.count)
    }

    private static var nobody: UInt32 { .max }
}

extension MapBuilder {
    /// Closes the containers that a fault left open, so that the map built so far is valid.
    ///
    /// - Returns: The path to the fault.
    mutating func abandon(_ fault: JSONFault) -> String {
        let offset = fault.offset
        // An empty value takes the place of the value that the fault prevented.
        self.add(.literal, offset, offset)
        let wanted = self.map.entries.count - 1
        let isKey = wanted > 0 && self.map.entries[wanted - 1].kind == .key
        let isInArray = self.innermost.map { self.map.entries[$0].kind == .array } ?? false
        // An extra comma belongs to its container; any other fault belongs to the missing value.
        let isElement = isInArray && fault.code != .trailingComma
        let container = self.innermost
        while self.innermost != nil { self.closeInnermost(before: offset) }
        if isKey || isElement { return self.map.path(to: wanted) }
        self.map.entries.removeLast()
        for index in self.map.entries.indices where self.map.entries[index].next > wanted {
            self.map.entries[index].next = UInt32(wanted)
        }
        return container.map(self.map.path) ?? ""
    }
}

extension PayloadMap {
    /// The result of building a map.
    struct Drawing {
        /// The map of the whole text, or of the part before the fault.
        var map: PayloadMap
        /// The first entry of a complete text that needs a closer look.
        var firstSuspect: Int?
        var fault: JSONFault?
        /// The path to the fault.
        var faultPath = ""
    }

    /// Builds the map of a text.
    static func draw(_ bytes: [UInt8], with scanner: inout JSONScanner<some ReadingRules>) -> Drawing {
        bytes.span.withStops { stops, isUTF8 in
            self.draw(bytes, stops, isUTF8: isUTF8, with: &scanner)
        }
    }

    /// Builds the map of a text, whose stops (quotes, backslashes and control characters) were already found.
    static func draw(
        _ bytes: [UInt8], _ stops: StopBits, isUTF8: Bool, with scanner: inout JSONScanner<some ReadingRules>
    ) -> Drawing {
        var builder = MapBuilder(bytes: bytes)
        do throws(JSONFault) {
            try scanner.read(bytes.span, stops, isUTF8: isUTF8, &builder)
            return Drawing(map: builder.map, firstSuspect: builder.firstSuspect)
        } catch {
            let path = builder.abandon(error)
            return Drawing(map: builder.map, fault: error, faultPath: builder.map.path(toByte: error.offset) ?? path)
        }
    }

    /// Returns the path to the innermost container around a byte.
    func pathAround(byte offset: Int) -> String {
        let found = self.entries.lastIndex { entry in
            (entry.kind == .object || entry.kind == .array) && Int(entry.start) < offset && offset < Int(entry.end)
        }
        return found.map(self.path) ?? ""
    }

    /// Returns the path to the string or key that contains a byte.
    private func path(toByte offset: Int) -> String? {
        let found = self.entries.lastIndex { entry in
            (entry.kind == .string || entry.kind == .key) && Int(entry.start) <= offset && offset < Int(entry.end)
        }
        return found.map(self.path)
    }

    /// Returns the path to an entry; a key has the path of its value.
    func path(to wanted: Int) -> String {
        let target = self.entries[wanted].kind == .key ? wanted + 1 : wanted
        var path = PathText()
        var container = 0
        while container < target {
            let isArray = self.entries[container].kind == .array
            var child = container + (isArray ? 1 : 2)
            var position = 0
            while Int(self.entries[child].next) <= target {
                child = Int(self.entries[child].next) + (isArray ? 0 : 1)
                position += 1
            }
            if isArray {
                path.append(position: position)
            } else {
                path.append(key: self.entries[child - 1].token.string(in: self.bytes.span))
            }
            container = child
        }
        return path.text
    }
}
