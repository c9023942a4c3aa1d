extension Interval {
    /// The interval for humans.
    ///
    /// Short intervals are exact: `30s`, `1500ms`. Longer intervals are split into parts: `1m27.367s`, truncated to
    /// milliseconds. This text cannot be read back; files use ``description``.
    package var words: String {
        let exact = self.description
        guard exact.utf8.count(where: ASCII.isDigit) > Self.mostDigits else { return exact }
        let magnitude = self.microseconds.magnitude
        let sign = self.microseconds < 0 ? "-" : ""
        if magnitude < 1_000_000 { return "\(sign)\(Self.decimal(magnitude))ms" }
        let (hours, minutes) = (magnitude / 3_600_000_000, magnitude / 60_000_000 % 60)
        let rest = magnitude % 60_000_000 / 1_000
        let parts = [
            hours == 0 ? nil : "\(hours)h", minutes == 0 ? nil : "\(minutes)m",
            rest == 0 ? nil : "\(Self.decimal(rest))s",
        ]
        return sign + parts.compactMap { $0 }.joined()
    }

    /// The maximum number of digits that is easy to read.
    private static let mostDigits = 4

    /// Returns a number of thousandths as a decimal, without trailing zeros.
    private static func decimal(_ thousandths: UInt64) -> String {
        let (whole, part) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard part > 0 else { return String(whole) }
        let digits = Array(String(part + 1_000).utf8.dropFirst())
        let end = digits.lastIndex { $0 != UInt8(ascii: "0") } ?? 0
        return "\(whole).\(String(decoding: digits[...end], as: UTF8.self))"
    }
}
