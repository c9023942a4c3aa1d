/// Dates as texts: reads RFC 3339, and writes the format of the original service.
package enum ISODate {
    /// The precision in which a second is written.
    package enum Fraction: Hashable, Sendable {
        /// A fixed number of digits, at most nine. Further digits are cut off.
        case digits(Int)
        /// As few digits as possible. A whole second has no decimal point.
        case shortest
    }

    /// Returns the instant in UTC: `2018-08-24T12:31:53.858Z`.
    ///
    /// Years before 0 and after 9999, which cannot be read, are written with a sign and six digits.
    package static func text(of instant: Instant, fraction: Fraction = .shortest) -> String {
        let (seconds, microseconds) = instant.microseconds.floored(by: 1_000_000)
        let (days, time) = seconds.floored(by: 86_400)
        let day = CalendarDay(number: days)
        var text: String
        if (0...9_999).contains(day.year) {
            text = Self.padded(day.year, to: 4)
        } else {
            text = (day.year < 0 ? "-" : "+") + Self.padded(abs(day.year), to: 6)
        }
        text += "-\(Self.padded(day.month, to: 2))-\(Self.padded(day.day, to: 2))"
        text += "T\(Self.padded(time / 3_600, to: 2)):\(Self.padded(time / 60 % 60, to: 2))"
        text += ":\(Self.padded(time % 60, to: 2))"
        return text + Self.text(ofFraction: microseconds, fraction) + "Z"
    }

    private static func text(ofFraction microseconds: Int64, _ fraction: Fraction) -> String {
        var digits = Substring(Self.padded(microseconds, to: 6))
        switch fraction {
        case .digits(let count):
            precondition((0...9).contains(count), "a second has at most nine digits")
            digits = digits.prefix(count) + String(repeating: "0", count: max(0, count - 6))
        case .shortest:
            while digits.last == "0" { digits.removeLast() }
        }
        return digits.isEmpty ? "" : "." + digits
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
