/// One value of a payload, read in place; the payload is shared, not copied.
public struct PayloadElement: Sendable {
    /// The types of JSON values.
    public enum Kind: Hashable, Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A number.
        case number
        /// A text.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    let map: PayloadMap
    let index: Int

    private var entry: PayloadMap.Entry { self.map.entries[self.index] }

    /// The type of the value.
    public var kind: Kind { self.map.kind(of: self.index) }

    /// The offset of the value's first byte in the payload; for a string, that is the opening quote.
    public var offset: Int { self.map.offset(of: self.index) }

    /// The offset of the opening quote of the value's key; nil for an array element and for the outermost value.
    public var keyOffset: Int? {
        guard self.index > 0, self.map.entries[self.index - 1].kind == .key else { return nil }
        return self.map.offset(of: self.index - 1)
    }

    /// The bytes of the value as written, including quotes and escapes.
    public var rawBytes: ArraySlice<UInt8> {
        let isQuoted = self.entry.kind == .string
        return self.map.bytes[self.offset..<Int(self.entry.end) + (isQuoted ? 1 : 0)]
    }

    /// The text, if the value is a string.
    public var string: String? {
        guard self.entry.kind == .string else { return nil }
        return self.entry.token.string(in: self.map.bytes.span)
    }

    /// The number, if the value is a number.
    public var number: PayloadNumber? {
        guard self.entry.kind == .number else { return nil }
        return PayloadNumber(text: self.entry.token.string(in: self.map.bytes.span))
    }

    /// The number, if the value is an integer that fits 64 bits.
    public var int64: Int64? { self.number?.int64 }

    /// The boolean, if the value is a boolean.
    public var bool: Bool? {
        guard self.kind == .bool else { return nil }
        return self.map.bytes[Int(self.entry.start)] == UInt8(ascii: "t")
    }

    /// Whether the value is null.
    public var isNull: Bool { self.kind == .null }

    /// The elements, if the value is an array.
    public var elements: [PayloadElement]? {
        guard self.entry.kind == .array else { return nil }
        var elements: [PayloadElement] = []
        var next = self.index + 1
        while next < Int(self.entry.next) {
            elements.append(PayloadElement(map: self.map, index: next))
            next = Int(self.map.entries[next].next)
        }
        return elements
    }

    /// The members in the order of the bytes, if the value is an object. A repeated key is listed each time.
    public var members: [(key: String, value: PayloadElement)]? {
        guard self.entry.kind == .object else { return nil }
        var members: [(key: String, value: PayloadElement)] = []
        var indices = self.map.members(of: self.index)
        while let key = indices.nextKey(in: self.map) {
            let name = self.map.entries[key].token.string(in: self.map.bytes.span)
            members.append((name, PayloadElement(map: self.map, index: key + 1)))
        }
        return members
    }

    /// The first member with this key, compared scalar by scalar.
    public subscript(key: String) -> PayloadElement? {
        let bytes = self.map.bytes.span
        let found = self.map.firstValue(in: self.index) { token in
            var cursor = EscapeCursor(token)
            var scalars = key.unicodeScalars.makeIterator()
            while let scalar = cursor.next(in: bytes) {
                guard scalars.next() == scalar else { return false }
            }
            return scalars.next() == nil
        }
        return found.map { PayloadElement(map: self.map, index: $0) }
    }

    /// The element at this position of an array.
    public subscript(position: Int) -> PayloadElement? {
        guard self.entry.kind == .array, position >= 0 else { return nil }
        var next = self.index + 1
        for _ in 0..<position {
            guard next < Int(self.entry.next) else { return nil }
            next = Int(self.map.entries[next].next)
        }
        return next < Int(self.entry.next) ? PayloadElement(map: self.map, index: next) : nil
    }

    /// The value at the end of a path, such as `["ck", "qry", "zid"]` or `["items", 0]`.
    public subscript(path: PayloadPath) -> PayloadElement? {
        var element = self
        for step in path.steps {
            let next =
                switch step {
                case .key(let key): element[key]
                case .position(let position): element[position]
                case .each: nil as PayloadElement?
                }
            guard let next else { return nil }
            element = next
        }
        return element
    }
}
