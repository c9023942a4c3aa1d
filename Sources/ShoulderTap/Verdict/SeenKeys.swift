/// The set of keys seen in one object.
struct SeenKeys {
    private var bits: UInt16 = 0

    func contains(_ number: UInt8) -> Bool { self.bits & 1 &<< UInt16(number) != 0 }

    /// Adds a key that is known to occur once.
    @inline(__always)
    mutating func assume(_ number: UInt8) { self.bits |= 1 &<< UInt16(number) }

    /// Adds a key. A repeated key is a fault at its opening quote.
    @inline(__always)
    mutating func note(_ number: UInt8, _ token: StringToken) throws(JSONFault) {
        let bit: UInt16 = 1 &<< UInt16(number)
        guard self.bits & bit == 0 else { throw JSONFault(.duplicateKey, at: token.quote) }
        self.bits |= bit
    }
}
