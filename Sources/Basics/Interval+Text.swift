extension Interval: CustomStringConvertible {
    /// The shortest exact text, which ``init(duration:)`` reads: `250ms`, `2s`, `90s`, `24h`, `30d`.
    package var description: String {
        if self == .zero { return "0s" }
        let magnitude = self.microseconds.magnitude
        // A single day is written as `24h`.
        let unit = Unit.allCases.last { unit in
            let size = UInt64(unit.rawValue)
            return magnitude.isMultiple(of: size) && (unit != .days || magnitude > size)
        }
        let counted = unit ?? .microseconds
        let sign = self.microseconds < 0 ? "-" : ""
        return "\(sign)\(magnitude / UInt64(counted.rawValue))\(counted.suffix)"
    }

    /// The interval in the form of a clock: `00:00.210`. Has hours only if the interval is at least an hour. Truncated
    /// to milliseconds.
    package var clockText: String {
        let milliseconds = self.microseconds.magnitude / 1_000
        let (seconds, minutes) = (milliseconds / 1_000 % 60, milliseconds / 60_000 % 60)
        let hours = milliseconds / 3_600_000
        let sign = self.microseconds < 0 ? "-" : ""
        let front = hours == 0 ? "" : Self.padded(hours, to: 2) + ":"
        let back = "\(Self.padded(minutes, to: 2)):\(Self.padded(seconds, to: 2))"
        return sign + front + back + "." + Self.padded(milliseconds % 1_000, to: 3)
    }

    private static func padded(_ number: UInt64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
