/// Writes JSON in the form that senders use: no white space, keys in the given order.
struct CompactJSON {
    /// The spelling of non-ASCII characters.
    enum Spelling: Sendable {
        /// Unchanged UTF-8, with only the escapes that JSON requires.
        case raw
        /// Escapes with `\u` for everything beyond ASCII and `\/` for a slash, as in older libraries.
        case escaped
    }

    private(set) var bytes: [UInt8] = []
    private let spelling: Spelling
    private var needsComma = false

    init(_ spelling: Spelling) {
        self.spelling = spelling
        self.bytes.reserveCapacity(4096)
    }

    /// Writes `{…}`, after `key` when inside an object.
    mutating func object(_ key: String? = nil, _ content: (inout CompactJSON) -> Void) {
        self.bracketed(key, open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), content)
    }

    /// Writes `[…]` after `key`.
    mutating func array(_ key: String? = nil, _ content: (inout CompactJSON) -> Void) {
        self.bracketed(key, open: UInt8(ascii: "["), close: UInt8(ascii: "]"), content)
    }

    /// Writes a string, after `key` when inside an object.
    mutating func text(_ key: String? = nil, _ text: String) {
        self.start(key)
        self.quote(text)
        self.needsComma = true
    }

    /// Writes a number or a literal in its final form, after `key` when inside an object.
    mutating func plain(_ key: String? = nil, _ spelling: some CustomStringConvertible) {
        self.start(key)
        self.bytes.append(contentsOf: spelling.description.utf8)
        self.needsComma = true
    }

    private mutating func bracketed(
        _ key: String?, open: UInt8, close: UInt8, _ content: (inout CompactJSON) -> Void
    ) {
        self.start(key)
        self.bytes.append(open)
        self.needsComma = false
        content(&self)
        self.bytes.append(close)
        self.needsComma = true
    }

    private mutating func start(_ key: String?) {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
        guard let key else { return }
        self.quote(key)
        self.bytes.append(UInt8(ascii: ":"))
    }

    private mutating func quote(_ text: String) {
        self.bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { self.character(scalar) }
        self.bytes.append(UInt8(ascii: "\""))
    }

    private mutating func character(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\": self.escape(UInt8(truncatingIfNeeded: scalar.value))
        case "\n": self.escape(UInt8(ascii: "n"))
        case "\t": self.escape(UInt8(ascii: "t"))
        case "/" where self.spelling == .escaped: self.escape(UInt8(ascii: "/"))
        case _ where scalar.value >= 0x80 && self.spelling == .escaped:
            for unit in UTF16.encode(scalar)! { self.escape(unit) }
        default: self.bytes.append(contentsOf: UTF8.encode(scalar)!)
        }
    }

    private mutating func escape(_ letter: UInt8) {
        self.bytes.append(UInt8(ascii: "\\"))
        self.bytes.append(letter)
    }

    private mutating func escape(_ unit: UInt16) {
        self.escape(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] { self.bytes.append(Hexadecimal.digit(UInt8((unit >> shift) & 0xF))) }
    }
}

/// Lower-case hexadecimal.
enum Hexadecimal {
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
