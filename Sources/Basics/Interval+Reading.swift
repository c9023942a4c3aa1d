extension Interval {
    /// Reads a duration, which is a number and a unit: `250ms`, `2s`, `1.5h`.
    ///
    /// The units are us, ms, s, m, h and d. A fraction is accepted if the result is in whole microseconds. Signs are
    /// not allowed.
    package init(duration text: some StringProtocol) throws(TextFault) {
        var reader = DurationReader(Array(text.utf8.prefix(DurationReader.longest + 1)))
        self = try reader.read()
    }
}

private struct DurationReader {
    /// The maximum length of a text, which limits the work. Even the longest interval in its smallest unit has a
    /// shorter text.
    static let longest = 32

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(TextFault) -> Interval {
        guard self.bytes.count <= Self.longest else {
            throw TextFault("the duration is longer than the limit of \(Self.longest) characters", at: Self.longest)
        }
        guard let whole = self.digits() else { throw TextFault("a duration must start with a digit", at: self.offset) }
        var fraction: ArraySlice<UInt8> = []
        if self.offset < self.bytes.count, self.bytes[self.offset] == UInt8(ascii: ".") {
            self.offset += 1
            guard let digits = self.digits() else {
                throw TextFault("a digit is missing after the point", at: self.offset)
            }
            fraction = digits
        }
        let unit = try self.unit()
        return try Self.interval(whole, fraction, unit)
    }

    private mutating func digits() -> ArraySlice<UInt8>? {
        let digits = self.bytes[self.offset...].prefix(while: ASCII.isDigit)
        self.offset += digits.count
        return digits.isEmpty ? nil : digits
    }

    private func unit() throws(TextFault) -> Interval.Unit {
        let rest = self.bytes[self.offset...]
        guard let unit = Interval.Unit.allCases.first(where: { rest.elementsEqual($0.suffix.utf8) }) else {
            throw TextFault(self.complaint(about: rest), at: self.offset)
        }
        return unit
    }

    private func complaint(about rest: ArraySlice<UInt8>) -> String {
        let units = "us, ms, s, m, h or d"
        if rest.isEmpty { return "a duration needs a unit; use \(units)" }
        let word = rest.drop { $0 == UInt8(ascii: " ") }
        if word.count < rest.count, Interval.Unit.allCases.contains(where: { word.elementsEqual($0.suffix.utf8) }) {
            let whole = String(decoding: self.bytes[..<self.offset] + word, as: UTF8.self)
            return "remove the space between the number and its unit; write \(whole)"
        }
        let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
        if rest.indices.dropLast().contains(where: { rest[$0...].starts(with: dots) }) {
            return "a range is not allowed here; write one duration, such as 5s"
        }
        return "unknown unit of time; use \(units)"
    }

    private static func interval(
        _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, _ unit: Interval.Unit
    ) throws(TextFault) -> Interval {
        let tooLong = TextFault("the duration is longer than the limit of \(Int64.max) microseconds", at: 0)
        var count: Int64 = 0
        for digit in whole {
            let (shifted, overflow) = count.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(Int64(digit - 0x30))
            guard !overflow, !carry else { throw tooLong }
            count = sum
        }
        guard let parts = Self.share(fraction, of: unit) else {
            throw TextFault("the duration must be a whole number of microseconds", at: 0)
        }
        guard let interval = Interval(exactly: count, unit)?.adding(parts) else { throw tooLong }
        return interval
    }

    /// Converts the digits after the point to an interval, for a number in this unit. Returns nil if the result is not
    /// in whole microseconds.
    private static func share(_ digits: ArraySlice<UInt8>, of unit: Interval.Unit) -> Interval? {
        let end = digits.lastIndex { $0 != 0x30 }.map { $0 + 1 } ?? digits.startIndex
        // A unit is divisible by two or five at most thirteen times. So a fraction with more digits is never a whole
        // number of microseconds.
        guard end - digits.startIndex <= 13 else { return nil }
        var (numerator, denominator) = (UInt64(0), UInt64(1))
        for digit in digits[..<end] {
            numerator = numerator * 10 + UInt64(digit - 0x30)
            denominator *= 10
        }
        let product = numerator.multipliedFullWidth(by: UInt64(unit.rawValue))
        let (microseconds, rest) = denominator.dividingFullWidth(product)
        return rest == 0 ? Interval(microseconds: Int64(microseconds)) : nil
    }
}
