/// Recursive descent over the grammar of RFC 8259: one function per rule of the grammar.
///
/// The bytes have been checked to be UTF-8 before.
struct ReferenceParser {
    let bytes: [UInt8]
    let lenient: Bool
    var at = 0

    init(_ bytes: [UInt8], lenient: Bool) {
        self.bytes = bytes
        self.lenient = lenient
    }

    mutating func text() throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        if self.lenient && self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.at = 3 }
        try self.skipGap()
        if self.at == self.bytes.count { throw self.refusal(.noValue) }
        let value = try self.value(depth: 0)
        try self.skipGap()
        if self.at < self.bytes.count { throw self.refusal(.trailingBytes) }
        return value
    }

    private mutating func value(depth: Int) throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        guard let byte = self.peek else { throw self.unexpected }
        switch byte {
        case UInt8(ascii: "{"): return try self.object(depth: depth + 1)
        case UInt8(ascii: "["): return try self.array(depth: depth + 1)
        case UInt8(ascii: "\""):
            let start = self.at
            let text = try self.string()
            return ReferenceJSON(.string(text), start..<self.at)
        case UInt8(ascii: "t"): return try self.literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try self.literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try self.literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try self.number()
        default: throw self.unexpected
        }
    }

    private mutating func object(depth: Int) throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        if depth > ReferenceJSON.depthLimit { throw self.refusal(.tooDeep) }
        let start = self.at
        self.at += 1
        var members: [ReferenceJSON.Member] = []
        try self.skipGap()
        if self.take("}") { return ReferenceJSON(.object(members), start..<self.at) }
        while true {
            let keyStart = self.at
            guard self.peek == UInt8(ascii: "\"") else { throw self.unexpected }
            let key = try self.string()
            let keyRange = keyStart..<self.at
            try self.skipGap()
            guard self.take(":") else { throw self.unexpected }
            try self.skipGap()
            let value = try self.value(depth: depth)
            members.append(ReferenceJSON.Member(key: key, keyRange: keyRange, value: value))
            try self.skipGap()
            if self.take("}") { break }
            guard self.take(",") else { throw self.unexpected }
            try self.skipGap()
            if self.lenient && self.take("}") { break }
        }
        return ReferenceJSON(.object(members), start..<self.at)
    }

    private mutating func array(depth: Int) throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        if depth > ReferenceJSON.depthLimit { throw self.refusal(.tooDeep) }
        let start = self.at
        self.at += 1
        var elements: [ReferenceJSON] = []
        try self.skipGap()
        if self.take("]") { return ReferenceJSON(.array(elements), start..<self.at) }
        while true {
            let element = try self.value(depth: depth)
            elements.append(element)
            try self.skipGap()
            if self.take("]") { break }
            guard self.take(",") else { throw self.unexpected }
            try self.skipGap()
            if self.lenient && self.take("]") { break }
        }
        return ReferenceJSON(.array(elements), start..<self.at)
    }

    private mutating func literal(
        _ word: String, _ form: ReferenceJSON.Form
    ) throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        let start = self.at
        for byte in word.utf8 {
            guard self.peek == byte else { throw self.refusal(.badLiteral) }
            self.at += 1
        }
        return ReferenceJSON(form, start..<self.at)
    }

    private mutating func number() throws(ReferenceJSON.Refusal) -> ReferenceJSON {
        let start = self.at
        _ = self.take("-")
        if !self.take("0") { try self.digits() }
        if self.take(".") { try self.digits() }
        if self.take("e") || self.take("E") {
            if !self.take("+") { _ = self.take("-") }
            try self.digits()
        }
        return ReferenceJSON(.number(Array(self.bytes[start..<self.at])), start..<self.at)
    }

    /// One or more digits.
    private mutating func digits() throws(ReferenceJSON.Refusal) {
        let start = self.at
        while let byte = self.peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { self.at += 1 }
        if self.at == start { throw self.refusal(.badNumber) }
    }
}

// What stands between the tokens, and small steps.
extension ReferenceParser {
    /// Skips white space and, in lenient mode, comments.
    mutating func skipGap() throws(ReferenceJSON.Refusal) {
        while let byte = self.peek {
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                self.at += 1
            } else if self.lenient && self.stands("//") {
                while let inside = self.peek, inside != 0x0A { self.at += 1 }
            } else if self.lenient && self.stands("/*") {
                let start = self.at
                self.at += 2
                while !self.stands("*/") {
                    if self.at >= self.bytes.count {
                        throw ReferenceJSON.Refusal(reason: .openComment, offset: start)
                    }
                    self.at += 1
                }
                self.at += 2
            } else {
                return
            }
        }
    }

    var peek: UInt8? { self.at < self.bytes.count ? self.bytes[self.at] : nil }

    private func stands(_ word: String) -> Bool {
        self.bytes[self.at...].starts(with: word.utf8)
    }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard let byte = self.peek, byte == UInt8(ascii: mark) else { return false }
        self.at += 1
        return true
    }

    var unexpected: ReferenceJSON.Refusal {
        self.refusal(self.at < self.bytes.count ? .unexpectedByte : .unexpectedEnd)
    }

    func refusal(_ reason: ReferenceJSON.Reason) -> ReferenceJSON.Refusal {
        ReferenceJSON.Refusal(reason: reason, offset: self.at)
    }
}
