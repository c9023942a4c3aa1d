/// Writes JSON that is safe to show on a terminal: control characters are escaped.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { self.bytes.append(contentsOf: $0) }
    }

    mutating func number(_ value: Int) { self.bytes.append(contentsOf: String(value).utf8) }

    mutating func boolean(_ value: Bool) { self.raw(value ? "true" : "false") }

    mutating func string(_ text: String) {
        self.bytes.append(0x22)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": self.raw("\\\"")
            case "\\": self.raw("\\\\")
            case "\n": self.raw("\\n")
            case "\r": self.raw("\\r")
            case "\t": self.raw("\\t")
            case _ where TerminalText.isUnsafe(scalar): self.escape(scalar)
            default: self.bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        self.bytes.append(0x22)
    }

    mutating func string(_ text: String?) {
        if let text { self.string(text) } else { self.raw("null") }
    }

    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        self.raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { self.raw(",") }
            write(&self, element)
        }
        self.raw("]")
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            self.bytes.append(contentsOf: "\\u".utf8)
            self.bytes.append(contentsOf: repeatElement(0x30, count: 4 - digits.utf8.count))
            self.bytes.append(contentsOf: digits.utf8)
        }
    }
}
