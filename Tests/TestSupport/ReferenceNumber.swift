/// Exact decimal arithmetic on the spelling of a JSON number; only as much as the rules ask for.
package enum ReferenceNumber {
    /// Whether a number, spelt as JSON allows, is exactly 1: in `1`, `1.000`, `10e-1` and `0.1E+1` alike.
    package static func isOne(_ spelling: [UInt8]) -> Bool {
        if spelling.first == UInt8(ascii: "-") { return false }
        let halves = spelling.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
        let parts = halves[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? Array(parts[1]) : []

        // The value is `digits` × 10 ^ (`exponent` − number of fraction digits).
        let digits = Array(parts[0]) + fraction
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let zeros = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        guard significant.dropLast(zeros).elementsEqual([UInt8(ascii: "1")]) else { return false }
        guard halves.count > 1 else { return zeros == fraction.count }
        return Self.exponent(halves[1]) == fraction.count - zeros
    }

    /// The exponent as a number, or nil when it is so large that no payload has the digits to undo it.
    private static func exponent(_ spelling: ArraySlice<UInt8>) -> Int? {
        let isNegative = spelling.first == UInt8(ascii: "-")
        let digits = spelling.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            .drop { $0 == UInt8(ascii: "0") }
        if digits.count > 9 { return nil }
        let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return isNegative ? -magnitude : magnitude
    }
}
