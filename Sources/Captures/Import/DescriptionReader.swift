internal import Basics

/// Reads one description from its first bracket to its last.
struct DescriptionReader {
    private static let mostDeep = 64

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(TextFault) -> Description.Value {
        let value = try self.value(isBare: false)
        self.skipBlanks()
        guard self.offset == self.bytes.count else { throw self.fault("there is text after its end") }
        return value
    }

    /// - Parameter isBare: Whether texts are unquoted and end at the next key, as in a dictionary of Swift.
    private mutating func value(isBare: Bool) throws(TextFault) -> Description.Value {
        self.skipBlanks()
        guard self.depth < Self.mostDeep else { throw self.fault("it is nested too deeply") }
        self.depth += 1
        defer { self.depth -= 1 }
        if self.starts("{length = ") { return try self.measuredData() }
        if isBare, let value = self.unwrapped() { return value }
        switch self.next {
        case UInt8(ascii: "{"): return .dictionary(try self.propertyList())
        case UInt8(ascii: "("): return .array(try self.array(until: UInt8(ascii: ")")))
        case UInt8(ascii: "["): return try self.collection()
        case UInt8(ascii: "\""):
            let start = self.offset
            let text = try self.quoted()
            guard isBare, !self.isAtEndOfBare else { return text == "<null>" ? .null : .text(text) }
            self.offset = start
            return .word(self.bareText())
        case UInt8(ascii: "<"): return try self.data()
        case nil: throw self.fault("it ends where a value is expected")
        default:
            if isBare { return .word(self.bareText()) }
            return .word(try self.word())
        }
    }
}

// MARK: - Property lists

extension DescriptionReader {
    private mutating func propertyList() throws(TextFault) -> [Description.Member] {
        self.offset += 1
        var members: [Description.Member] = []
        while true {
            self.skipBlanks()
            if self.take("}") { return members }
            let key = self.next == UInt8(ascii: "\"") ? try self.quoted() : try self.word()
            self.skipBlanks()
            guard self.take("=") else { throw self.fault("a key has no '=' after it") }
            members.append(Description.Member(key: key, value: try self.value(isBare: false)))
            self.skipBlanks()
            guard self.take(";") || self.next == UInt8(ascii: "}") else {
                throw self.fault("a value has no ';' after it")
            }
        }
    }

    private mutating func array(until closer: UInt8) throws(TextFault) -> [Description.Value] {
        self.offset += 1
        var values: [Description.Value] = []
        while true {
            self.skipBlanks()
            if self.next == closer {
                self.offset += 1
                return values
            }
            values.append(try self.value(isBare: false))
            self.skipBlanks()
            guard self.take(",") || self.next == closer else { throw self.fault("an element has no comma after it") }
        }
    }

    private mutating func quoted() throws(TextFault) -> String {
        let start = self.offset
        self.offset += 1
        var text = DescribedText()
        while let byte = self.next {
            self.offset += 1
            if byte == UInt8(ascii: "\"") { return text.finished }
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if !text.appendEscape(self.bytes, &self.offset) {
                break
            }
        }
        throw TextFault("a string has no closing quote", at: start)
    }

    private mutating func word() throws(TextFault) -> String {
        let word = self.bytes[self.offset...].prefix { $0 > 0x20 && !Array(";,={}()[]<>\"".utf8).contains($0) }
        guard !word.isEmpty else { throw self.fault("a value is missing") }
        self.offset += word.count
        return String(decoding: word, as: UTF8.self)
    }

    /// Reads data in the form `<0fbc 12>`, or `<null>`.
    private mutating func data() throws(TextFault) -> Description.Value {
        let inside = self.bytes[(self.offset + 1)...].prefix { $0 != UInt8(ascii: ">") }
        let digits = inside.filter { $0 > 0x20 }
        guard self.offset + 1 + inside.count < self.bytes.count else { throw self.fault("data has no closing bracket") }
        let isNull = digits.elementsEqual("null".utf8)
        guard let bytes = isNull ? [] : Hex.bytes(of: digits) else {
            throw self.fault("data contains characters that are not hex digits")
        }
        self.offset += inside.count + 2
        return isNull ? .null : .data(bytes)
    }

    /// Reads data in the form `{length = 4, bytes = 0x0fbc1234}`. Long data is refused, because it is printed only in
    /// part.
    private mutating func measuredData() throws(TextFault) -> Description.Value {
        let whole = self.bytes[self.offset...].prefix { $0 != UInt8(ascii: "}") }
        let shown = Array(whole.split(separator: UInt8(ascii: "x"), maxSplits: 1).last ?? []).filter { $0 > 0x20 }
        guard self.offset + whole.count < self.bytes.count else { throw self.fault("data has no closing bracket") }
        let length = whole.dropFirst("{length = ".utf8.count).prefix(while: ASCII.isDigit)
        guard let bytes = Hex.bytes(of: shown), length.elementsEqual("\(bytes.count)".utf8) else {
            throw self.fault("the log shows only a part of the data")
        }
        self.offset += whole.count + 1
        return .data(bytes)
    }
}

// MARK: - Swift

extension DescriptionReader {
    private static let key = Array("AnyHashable(".utf8)
    private static let wrapper = "Optional("

    /// Reads a dictionary or an array in square brackets.
    private mutating func collection() throws(TextFault) -> Description.Value {
        let start = self.offset
        self.offset += 1
        if self.starts(":]") {
            self.offset += 2
            return .dictionary([])
        }
        var members: [Description.Member] = []
        while true {
            self.skipBlanks()
            guard let key = try self.swiftKey() else { break }
            members.append(Description.Member(key: key, value: try self.value(isBare: true)))
            self.skipBlanks()
            if self.take("]") { return .dictionary(members) }
            guard self.take(",") else { throw self.fault("a value has no comma after it") }
        }
        guard members.isEmpty else { throw self.fault("a key is missing") }
        self.offset = start
        return .array(try self.array(until: UInt8(ascii: "]")))
    }

    /// Reads a key in the form `AnyHashable("aps"):` or `"aps":`. Returns nil for any other form.
    private mutating func swiftKey() throws(TextFault) -> String? {
        let start = self.offset
        let isWrapped = self.bytes[self.offset...].starts(with: Self.key)
        if isWrapped { self.offset += Self.key.count }
        if self.next == UInt8(ascii: "\"") {
            let key = try self.quoted()
            if !isWrapped || self.take(")"), self.take(":") { return key }
        }
        self.offset = start
        return nil
    }

    /// Reads the content of `Optional(…)` if its end is unambiguous, as with a dictionary. Otherwise returns nil.
    private mutating func unwrapped() -> Description.Value? {
        guard self.starts(Self.wrapper) else { return nil }
        let start = self.offset
        self.offset += Self.wrapper.utf8.count
        if let next = self.next, Array("{([\"<".utf8).contains(next), let value = try? self.value(isBare: false),
            self.take(")"), self.isAtEndOfBare
        {
            return value
        }
        self.offset = start
        return nil
    }

    /// Reads a text up to the next key, or to the closing bracket of its dictionary.
    private mutating func bareText() -> String {
        let start = self.offset
        var open = 0
        while let byte = self.next {
            if open == 0, self.isAtEndOfBare { break }
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") { open += 1 }
            if byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")"), open > 0 { open -= 1 }
            self.offset += 1
        }
        let text = String(decoding: self.bytes[start..<self.offset], as: UTF8.self)
        guard text.hasPrefix(Self.wrapper), text.hasSuffix(")") else { return text }
        return String(text.dropFirst(Self.wrapper.count).dropLast())
    }

    /// Whether an unquoted text ends here. It ends before the closing bracket of its dictionary, and before a comma
    /// that is followed by a key.
    private var isAtEndOfBare: Bool {
        switch self.next {
        case UInt8(ascii: "]"): return true
        case UInt8(ascii: ","):
            let behind = self.bytes[(self.offset + 1)...].drop { $0 == 0x20 }
            if behind.starts(with: Self.key) { return true }
            guard behind.first == UInt8(ascii: "\"") else { return false }
            return behind.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().first == UInt8(ascii: ":")
        default: return false
        }
    }
}

// MARK: - Bytes

extension DescriptionReader {
    private var next: UInt8? { self.offset < self.bytes.count ? self.bytes[self.offset] : nil }

    private func starts(_ text: String) -> Bool { self.bytes[self.offset...].starts(with: text.utf8) }

    private func fault(_ reason: String) -> TextFault { TextFault(reason, at: self.offset) }

    private mutating func skipBlanks() {
        while let byte = self.next, byte <= 0x20 { self.offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard self.next == UInt8(ascii: character) else { return false }
        self.offset += 1
        return true
    }
}
