internal import Basics

/// Placeholders of the same length as the text that they replace.
enum Mask {
    private static let letter = UInt8(ascii: "x")
    private static let otherLetter = UInt8(ascii: "y")
    private static let digit = UInt8(ascii: "1")

    /// The form of a placeholder.
    enum Shape: CaseIterable {
        /// The placeholder has the same number of bytes as the text.
        case bytes
        /// The placeholder has as many bytes as the text, and still has the same number of bytes after its escapes are
        /// decoded.
        case escapes
        /// The same number of bytes, all digits, as in a number.
        case digits
        /// The same number of bytes, but different from another placeholder next to it.
        case otherBytes
    }

    /// Returns a placeholder for the content of a JSON string.
    static func text(_ bytes: ArraySlice<UInt8>, _ shape: Shape) -> [UInt8] {
        switch shape {
        case .bytes: return Array(repeating: self.letter, count: bytes.count)
        case .otherBytes: return Array(repeating: self.otherLetter, count: bytes.count)
        case .digits: return Array(repeating: self.digit, count: bytes.count)
        case .escapes: return self.keepingEscapes(bytes)
        }
    }

    private static func keepingEscapes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var masked: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                masked.append(self.letter)
                continue
            }
            masked += [byte, kind]
            if kind == UInt8(ascii: "u") {
                let digits = rest.prefix(4)
                masked += "0078".utf8.prefix(digits.count)
                rest = rest.dropFirst(digits.count)
            }
        }
        return masked
    }

    /// Returns a JSON number with the same sign, point, exponent and leading zero.
    static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var isStart = true
        return bytes.map { byte in
            guard ASCII.isDigit(byte) else {
                if byte != UInt8(ascii: "-") { isStart = false }
                return byte
            }
            defer { isStart = false }
            return isStart && byte == 0x30 ? byte : self.digit
        }
    }

    /// Masks all letters, digits and non-ASCII bytes.
    ///
    /// Escapes stay valid, and so do the words of JSON outside of strings.
    static func everything(_ bytes: [UInt8]) -> [UInt8] {
        var masked: [UInt8] = []
        masked.reserveCapacity(bytes.count)
        var isQuoted = false
        while masked.count < bytes.count {
            let rest = bytes[masked.count...]
            let byte = bytes[masked.count]
            if isQuoted, byte == UInt8(ascii: "\\") {
                let length = rest.dropFirst().first == UInt8(ascii: "u") ? 6 : 2
                masked += self.text(rest.prefix(length), .escapes)
            } else if !isQuoted, let word = ["true", "false", "null"].first(where: { rest.starts(with: $0.utf8) }) {
                masked += word.utf8
            } else {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                let last = masked.isEmpty ? nil : bytes[masked.count - 1]
                masked.append(self.any(byte, behind: last, isQuoted: isQuoted))
            }
        }
        return masked
    }

    /// Masks a byte. A zero that begins a number is kept: no other digit may follow it.
    private static func any(_ byte: UInt8, behind last: UInt8?, isQuoted: Bool) -> UInt8 {
        if ASCII.isDigit(byte), !isQuoted {
            let isStart = last.map { !ASCII.isDigit($0) && !ASCII.isLetter($0) && $0 != UInt8(ascii: ".") } ?? true
            return byte == 0x30 && isStart ? byte : self.digit
        }
        return ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte >= 0x80 ? self.letter : byte
    }

    /// Masks prose: letters, digits and non-ASCII bytes.
    static func prose(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { self.any($0, behind: nil, isQuoted: true) }
    }
}
