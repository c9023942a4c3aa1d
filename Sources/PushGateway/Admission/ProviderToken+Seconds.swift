extension ProviderToken {
    /// Returns the whole seconds of a decimal number in any JSON spelling: `1700000000`, `1700000000.25`, `1.7e9`.
    ///
    /// The decimal point is shifted instead of multiplying, so no digit is rounded. Returns nil for other texts and for
    /// times outside `range`.
    static func wholeSeconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var digits = Self.digits(&rest)
        guard !digits.isEmpty else { return nil }
        var fraction: [UInt8] = []
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = Self.digits(&rest)
            guard !fraction.isEmpty else { return nil }
        }
        guard let exponent = Self.exponent(&rest), rest.isEmpty else { return nil }
        digits += fraction
        let shift = exponent - fraction.count
        if shift >= 0 {
            digits += Array(repeating: 0x30, count: shift)
        } else {
            digits.removeLast(min(-shift, digits.count))
        }
        let whole = String(decoding: digits.drop { $0 == 0x30 }, as: UTF8.self)
        guard let value = whole.isEmpty ? 0 : Int64(whole) else { return nil }
        let seconds = isNegative ? -value : value
        return Self.range.contains(seconds) ? seconds : nil
    }

    private static func digits(_ rest: inout Substring.UTF8View) -> [UInt8] {
        let digits = Array(rest.prefix { $0.isDigit })
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Reads the exponent. Returns zero when there is none, and nil when it is malformed or too large.
    private static func exponent(_ rest: inout Substring.UTF8View) -> Int? {
        guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") else { return 0 }
        rest = rest.dropFirst()
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let digits = Self.digits(&rest)
        guard let size = Int(String(decoding: digits, as: UTF8.self)), size <= 64 else { return nil }
        return sign == UInt8(ascii: "-") ? -size : size
    }
}
