import ShoulderTap

/// The reason why a text is not valid in the protocol between client and service.
package struct FeedFormatError: Error, Hashable, Sendable {
    package enum Fault: UInt8, Hashable, Sendable {
        /// The text is not JSON, too long, or too deep.
        case notJSON
        case missing
        case wrongType
        case unknownValue
        /// A key occurs twice in an object. Programs that read JSON disagree about which of the two values counts.
        case repeated
    }

    package var fault: Fault
    /// The key of the invalid member. It never contains the value.
    package var key: String

    init(_ fault: Fault, _ key: String = "") {
        self.fault = fault
        self.key = key
    }
}

/// Reads the members of one JSON object. All JSON parsing of this module uses this type.
struct FieldReader {
    private let members: [(key: String, value: PayloadElement)]

    /// The maximum size of a text. A page of the longest notifications is smaller, even if every character is escaped.
    static let sizeLimit = 16 << 20

    init(json bytes: [UInt8]) throws(FeedFormatError) {
        guard let document = try? JSONDocument(bytes, limit: Self.sizeLimit) else { throw FeedFormatError(.notJSON) }
        try self.init(document.root, "")
    }

    private init(_ element: PayloadElement, _ key: String) throws(FeedFormatError) {
        guard let members = element.members else { throw FeedFormatError(.wrongType, key) }
        // The keys are compared as bytes, because two keys that look alike are not the same.
        var seen: Set<[UInt8]> = []
        for member in members where !seen.insert(Array(member.key.utf8)).inserted {
            throw FeedFormatError(.repeated, member.key)
        }
        self.members = members
    }

    private func read<Value>(
        _ key: String, _ convert: (PayloadElement) -> Value?
    ) throws(FeedFormatError) -> Value? {
        // A sender may leave a member out, or write null.
        guard let found = self.members.first(where: { $0.key.utf8.elementsEqual(key.utf8) })?.value, !found.isNull
        else { return nil }
        guard let value = convert(found) else { throw FeedFormatError(.wrongType, key) }
        return value
    }

    func text(_ key: String) throws(FeedFormatError) -> String? { try self.read(key, \.string) }
    func int64(_ key: String) throws(FeedFormatError) -> Int64? { try self.read(key, \.int64) }
    func uint64(_ key: String) throws(FeedFormatError) -> UInt64? { try self.read(key) { $0.number?.uint64 } }
    func bool(_ key: String) throws(FeedFormatError) -> Bool? { try self.read(key, \.bool) }

    func object(_ key: String) throws(FeedFormatError) -> FieldReader? {
        guard let found = try self.read(key, { $0 }) else { return nil }
        return try FieldReader(found, key)
    }

    func objects(_ key: String) throws(FeedFormatError) -> [FieldReader]? {
        guard let elements = try self.read(key, \.elements) else { return nil }
        var readers: [FieldReader] = []
        readers.reserveCapacity(elements.count)
        for element in elements { readers.append(try FieldReader(element, key)) }
        return readers
    }

    /// Reads a member whose value must be one of the given words.
    func word<Value>(_ key: String, _ words: [(String, Value)]) throws(FeedFormatError) -> Value? {
        guard let text = try self.text(key) else { return nil }
        guard let found = words.first(where: { $0.0 == text }) else { throw FeedFormatError(.unknownValue, key) }
        return found.1
    }

    /// Returns the only member of the object. Its key names the kind of the object.
    func onlyMember() throws(FeedFormatError) -> (key: String, value: FieldReader) {
        guard let member = self.members.first else { throw FeedFormatError(.missing) }
        guard self.members.count == 1 else { throw FeedFormatError(.unknownValue, self.members[1].key) }
        return (member.key, try FieldReader(member.value, member.key))
    }
}

/// Unwraps a required member.
func required<Value>(_ value: Value?, _ key: String) throws(FeedFormatError) -> Value {
    guard let value else { throw FeedFormatError(.missing, key) }
    return value
}
