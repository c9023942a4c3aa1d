/// The arithmetic of die format 1. No other code may derive numbers, and nothing here may ever change.
enum DieMix {
    /// The first 64 fractional binary digits of π: an arbitrary number with a public origin.
    static let start: UInt64 = 0x243F_6A88_85A3_08D3

    /// The step of SplitMix64: 2⁶⁴ divided by the golden ratio. The step is odd, so its multiples visit all 64-bit
    /// values.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Mixes one more input into the bits. If the last input of a chain counts up, the results form a SplitMix64
    /// stream.
    static func absorb(_ input: UInt64, into bits: UInt64) -> UInt64 {
        Self.scramble(bits &+ (input &+ 1) &* Self.step)
    }

    /// Applies the output function of SplitMix64. The function is one-to-one, and each input bit affects each bit of
    /// the result.
    private static func scramble(_ bits: UInt64) -> UInt64 {
        var z = bits
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
