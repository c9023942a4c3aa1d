/// An ES256 signature: two numbers from 1 to n - 1, where n is the order of P-256.
struct ES256Signature: Hashable {
    /// The numbers r and s, 32 bytes each.
    let raw: [UInt8]

    /// Reads both numbers from 64 bytes, as in RFC 7515.
    init?(raw: [UInt8]) {
        guard raw.count == 64, Self.isInRange(raw[..<32]), Self.isInRange(raw[32...]) else { return nil }
        self.raw = raw
    }

    /// Reads both numbers from DER, only in its canonical form.
    init?(der: [UInt8]) {
        guard let pair = DERReader.contents(of: DERTag.sequence, in: der[...]) else { return nil }
        var reader = DERReader(pair)
        guard let r = reader.positiveInteger(), let s = reader.positiveInteger(), reader.isAtEnd,
            r.count <= 32, s.count <= 32
        else { return nil }
        self.init(raw: Self.padded(r) + Self.padded(s))
    }

    /// Reads a signature in the form that the sender chose: 64 bytes are both numbers, and any other length is DER.
    ///
    /// DER has a length of 64 bytes only if nine leading bytes of the numbers are zero, which happens once in 2⁷²
    /// signatures.
    init?(sent bytes: [UInt8]) {
        if bytes.count == 64 { self.init(raw: bytes) } else { self.init(der: bytes) }
    }

    var der: [UInt8] { DERWriter.sequence(DERWriter.integer(self.raw[..<32]), DERWriter.integer(self.raw[32...])) }

    private static func padded(_ number: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: 32 - number.count) + number
    }

    private static func isInRange(_ number: ArraySlice<UInt8>) -> Bool {
        number.contains { $0 != 0 } && number.lexicographicallyPrecedes(Self.order)
    }

    /// The order of P-256.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
