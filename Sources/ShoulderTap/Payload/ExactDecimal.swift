/// The exact value of a JSON number. As a `Double`, `1e-400` would be zero and `1.00000000000000000001` one.
struct ExactDecimal {
    private let isWrittenNegative: Bool
    /// The digits from 0 to 9, without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// The number of digits before the point: 1 in `1.5`, none in `0.15`, -1 in `0.015`.
    private let point: Int

    init(_ number: PayloadNumber) {
        let bytes = Array(number.text.utf8)
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
        let written = mantissa.filter(Ascii.isDigit)
        let digits = written.drop { $0 == UInt8(ascii: "0") }
        let trailingZeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        let hasExponent = mantissa.count < bytes.count
        self.isWrittenNegative = bytes.first == Ascii.minus
        self.digits = digits.dropLast(trailingZeros).map { $0 - UInt8(ascii: "0") }
        self.point =
            whole.count(where: Ascii.isDigit) - (written.count - digits.count)
            + (hasExponent ? exponent(bytes.span, from: mantissa.count + 1, to: bytes.count) : 0)
    }

    var isZero: Bool { self.digits.isEmpty }

    var isNegative: Bool { self.isWrittenNegative && !self.isZero }

    /// Whether the number is between 0 and 1, inclusive.
    var isShare: Bool {
        self.isZero || !self.isNegative && (self.point <= 0 || self.point == 1 && self.digits == [1])
    }

    /// Whether the number is a non-negative integer that fits 64 bits.
    var isCount: Bool {
        guard !self.isZero, !self.isNegative, self.point <= 20 else { return self.isZero }
        guard self.point >= self.digits.count else { return false }
        var value: UInt64 = 0
        for place in 0..<self.point {
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let digit = place < self.digits.count ? UInt64(self.digits[place]) : 0
            let (sum, isOver) = tens.addingReportingOverflow(digit)
            if isTooLarge || isOver { return false }
            value = sum
        }
        return true
    }
}
