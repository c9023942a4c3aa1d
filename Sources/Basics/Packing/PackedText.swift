/// The packed form of a text.
///
/// Hexadecimal digits at the end of addresses and ids are packed as bytes. Tokens of 256 bits are packed as bytes too.
enum PackedText {
    private enum Form: UInt64 {
        case plain
        /// Any characters at the start, and after them numbers in lower-case hexadecimal digits.
        case hex
        case token

        static let bitCount: UInt64 = 2
    }

    /// The number of hexadecimal digits in one number.
    private static let digits = 16

    static func write(_ text: Span<UInt8>, into packer: inout Packer) {
        let numbers = Self.numbersAtEnd(of: text)
        if numbers > 0 {
            packer.put(Form.hex.rawValue, Form.bitCount)
            let start = text.count - numbers * Self.digits
            packer.write(start: text.extracting(..<start))
            packer.write(count: numbers)
            for place in stride(from: start, to: text.count, by: Self.digits) {
                packer.write(noise: Hex.number(of: text, at: place)!)
            }
        } else if let words = Base64URL.words(of: text) {
            packer.put(Form.token.rawValue, Form.bitCount)
            packer.enter(words)
        } else {
            packer.put(Form.plain.rawValue, Form.bitCount)
            packer.append(text)
        }
    }

    static func read(from unpacker: inout Unpacker) -> String {
        switch Form(rawValue: unpacker.take(Int(Form.bitCount)))! {
        case .plain:
            let count = unpacker.count()
            return String(unsafeUninitializedCapacity: count) { unpacker.read(count, to: $0) }
        case .token: return Base64URL.text(of: unpacker.enter())
        case .hex:
            let start = unpacker.start()
            let numbers = unpacker.count()
            return String(unsafeUninitializedCapacity: start.count + numbers * Self.digits) { text in
                var place = text.update(fromContentsOf: start)
                for _ in 0..<numbers {
                    Hex.write(unpacker.noise(), to: text, at: place)
                    place += Self.digits
                }
                return place
            }
        }
    }

    /// Returns the number of hexadecimal numbers in lower-case digits at the end of a text.
    private static func numbersAtEnd(of text: Span<UInt8>) -> Int {
        var place = text.count
        while place >= Self.digits, Hex.number(of: text, at: place - Self.digits) != nil { place -= Self.digits }
        return (text.count - place) / Self.digits
    }
}
