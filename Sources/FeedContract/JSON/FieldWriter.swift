import ShoulderTap

/// Writes the members of an object; nil members are left out.
extension JSONWriter {
    mutating func member(_ key: String, optional text: String?) {
        if let text { self.member(key, text) }
    }

    mutating func member(_ key: String, number: (some BinaryInteger)?) {
        if let number { self.member(key, raw: String(number)) }
    }

    /// Writes a flag only when it is true.
    mutating func member(_ key: String, flag: Bool) {
        if flag { self.member(key, raw: "true") }
    }

    mutating func member<Value: Equatable>(_ key: String, _ value: Value?, of words: [(String, Value)]) {
        guard let value, let word = words.first(where: { $0.1 == value })?.0 else { return }
        self.member(key, word)
    }

    mutating func member(_ key: String, object fill: (inout JSONWriter) -> Void) {
        self.key(key)
        self.object(fill)
    }

    /// Returns an object with one member. The key of the member names the kind of the object.
    static func only(_ key: String, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.member(key, object: fill) }
        return writer.bytes
    }
}
