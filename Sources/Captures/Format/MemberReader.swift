internal import Basics
internal import ShoulderTap

/// Reads the members of one object of a line. Each fault names the faulty member.
struct MemberReader {
    private let element: PayloadElement
    private let members: [(key: String, value: PayloadElement)]
    private let bytes: [UInt8]

    /// - Parameter bytes: The bytes of the line, which are needed to locate faults.
    init(_ element: PayloadElement, in bytes: [UInt8]) {
        self.element = element
        self.members = element.members ?? []
        self.bytes = bytes
    }

    /// The value under a key. The key must be ASCII, because other texts can be equal without having the same bytes.
    subscript(key: String) -> PayloadElement? { self.members.first { $0.key == key }?.value }

    func fault(_ key: String, _ reason: String, _ code: CaptureFinding.Code = .wrongValue) -> CaptureFinding {
        let offset = self[key]?.offset ?? self.element.offset
        return CaptureFinding(code, column: TextPosition(of: offset, in: self.bytes).column, "\(key) \(reason)")
    }

    /// Refuses unknown keys, which are likely mistakes, and repeated keys, which are ambiguous.
    func refuseOthers(than known: [String]) throws(CaptureFinding) {
        var seen: [String] = []
        for (key, value) in self.members {
            let column = { TextPosition(of: value.keyOffset ?? value.offset, in: self.bytes).column }
            guard known.contains(key) else {
                let nearest = Spelling.nearest(to: key, in: known)
                let guess = nearest.map { ": did you mean '\($0)'?" } ?? ": use \(known.joined(separator: ", "))"
                throw CaptureFinding(.unknownKey, column: column(), "unknown key '\(Self.shown(key))'\(guess)")
            }
            if seen.contains(key) {
                throw CaptureFinding(.duplicateKey, column: column(), "the key '\(key)' occurs twice; remove one")
            }
            seen.append(key)
        }
    }

    func string(_ key: String) throws(CaptureFinding) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string else { throw self.fault(key, "must be a string") }
        return text
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(CaptureFinding) -> Int64? {
        guard let value = self[key] else { return nil }
        guard let number = value.int64, range.contains(number) else {
            throw self.fault(key, "must be a whole number in its range")
        }
        return number
    }

    func object(_ key: String) throws(CaptureFinding) -> MemberReader? {
        guard let value = self[key] else { return nil }
        guard value.kind == .object else { throw self.fault(key, "must be an object") }
        return MemberReader(value, in: self.bytes)
    }

    /// Returns the bytes of the text under `key`. If the entry has a base64 text under the alternative name of the key,
    /// decodes that text.
    func bytes(_ key: String) throws(CaptureFinding) -> [UInt8]? {
        switch (try self.string(key), try self.string(key + "Base64")) {
        case (nil, nil): return nil
        case (let text?, nil): return Array(text.utf8)
        case (_?, _?): throw self.fault(key, "cannot be used with \(key)Base64; remove one")
        case (nil, let text?):
            guard let bytes = Base64.bytes(of: text) else { throw self.fault(key + "Base64", "must be base64") }
            return bytes
        }
    }

    func headers() throws(CaptureFinding) -> HeaderList {
        guard let value = self["headers"] else { return HeaderList() }
        guard let elements = value.elements else {
            throw self.fault("headers", "must be an array of \(Self.header)")
        }
        var headers = HeaderList()
        for element in elements {
            guard element.kind == .object else {
                throw self.fault("headers", "must contain only \(Self.header)")
            }
            let field = MemberReader(element, in: self.bytes)
            try field.refuseOthers(than: ["name", "value"])
            guard let name = try field.string("name"), let value = try field.string("value") else {
                throw self.fault("headers", "has a header without a name or a value", .missingKey)
            }
            headers.append(name, value)
        }
        return headers
    }

    private static let header = #"{"name":…,"value":…}"#

    /// Shortens a key that is too long for a message.
    private static func shown(_ key: String) -> String {
        key.unicodeScalars.count > 40 ? String(key.unicodeScalars.prefix(40)) + "…" : key
    }
}
