import ShoulderTap

extension JSONWriter {
    mutating func member(_ key: String, number: Int) { self.member(key, raw: String(number)) }

    mutating func member(_ key: String, flag: Bool) { self.member(key, raw: flag ? "true" : "false") }

    /// Writes a member whose value is a text. If `text` is nil, the value is null.
    mutating func member(_ key: String, orNull text: String?) {
        if let text { self.member(key, text) } else { self.member(key, raw: "null") }
    }

    mutating func member(_ key: String, orNull number: Int?) {
        self.member(key, raw: number.map(String.init) ?? "null")
    }

    mutating func member(_ key: String, texts: [String]) {
        self.array(key) { writer in for text in texts { writer.string(text) } }
    }

    mutating func member<Items: Sequence>(
        _ key: String, objects items: Items, _ fill: (Items.Element, inout JSONWriter) -> Void
    ) {
        self.array(key) { writer in for item in items { writer.object { fill(item, &$0) } } }
    }

    mutating func object(_ key: String, _ fill: (inout JSONWriter) -> Void) {
        self.key(key)
        self.object(fill)
    }
}
