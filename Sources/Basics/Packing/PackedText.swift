/// How a text is packed: addresses and ids that end in hexadecimal digits take the bytes that they stand for, as do
/// tokens of 256 bits.
enum PackedText {
    private enum Form: UInt8 {
        case plain
        /// Some characters, and then bytes as lower-case digits.
        case hex
        case token
    }

    /// Fewer digits are not worth the count of them.
    private static let fewestDigits = 8

    static func write(_ text: String, into packer: inout Packer) {
        let count = text.utf8.count
        let isWritten = text.utf8.withSpan { characters in
            let digits = self.digitsAtEnd(of: characters)
            guard digits >= self.fewestDigits else { return false }
            packer.write(Form.hex.rawValue)
            packer.append(characters.extracting(..<(count - digits)))
            packer.write(count: digits / 2)
            for place in stride(from: count - digits, to: count, by: 2) {
                packer.write(self.value(of: characters[place]) << 4 | self.value(of: characters[place + 1]))
            }
            return true
        }
        guard !isWritten else { return }
        if let words = Base64URL.words(of: text) {
            packer.write(Form.token.rawValue)
            packer.enter(words)
        } else {
            packer.write(Form.plain.rawValue)
            text.utf8.withSpan { packer.append($0) }
        }
    }

    static func read(from unpacker: inout Unpacker) -> String {
        switch Form(rawValue: unpacker.byte())! {
        case .plain: return String(decoding: unpacker.piece(), as: UTF8.self)
        case .token: return Base64URL.text(of: unpacker.enter())
        case .hex:
            let start = unpacker.piece()
            let digits = unpacker.piece()
            return String(unsafeUninitializedCapacity: start.count + 2 * digits.count) { text in
                _ = text.update(fromContentsOf: start)
                var place = start.count
                for byte in digits {
                    text[place] = Hex.digit(of: byte >> 4)
                    text[place + 1] = Hex.digit(of: byte & 15)
                    place += 2
                }
                return place
            }
        }
    }

    /// How many lower-case digits stand at the end of a text, as whole bytes.
    private static func digitsAtEnd(of text: Span<UInt8>) -> Int {
        var place = text.count
        while place > 0, 0x30...0x39 ~= text[place - 1] || 0x61...0x66 ~= text[place - 1] { place -= 1 }
        return (text.count - place) & ~1
    }

    /// Of a lower-case digit, without a jump: letters have a bit that digits lack, and begin at one.
    private static func value(of digit: UInt8) -> UInt8 { digit & 15 + digit >> 6 * 9 }
}
