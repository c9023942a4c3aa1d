extension ISODate {
    /// Reads a date and time with its offset: `2018-08-29T12:31:53.858Z`, `2018-08-29t14:31:53+02:00`.
    ///
    /// `T` and `Z` may have either case. A fraction has one to nine digits; digits after the microseconds are cut off.
    /// A leap second is 23:59:60 UTC on the last day of a month. It is read as the first instant of the next day, and
    /// its fraction is ignored. The year must be from 0001 to 9999 in the text and in UTC.
    package static func instant(of text: some StringProtocol) throws(TextFault) -> Instant {
        var reader = DateReader(Array(text.utf8.prefix(DateReader.longest + 1)))
        return try reader.read()
    }
}

private struct DateReader {
    /// The length of `2018-08-29T12:31:53.123456789+02:00`.
    static let longest = 35

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(TextFault) -> Instant {
        let day = try self.day()
        try self.take([0x54, 0x74], "a T is missing between date and time")
        let (hour, minute, second) = try self.time()
        let fraction = try self.fraction()
        let zone = try self.zone()
        guard self.offset == self.bytes.count else { throw self.fault("there is text after the date") }

        let minutes = day.number * 1_440 + hour * 60 + minute - zone
        if second == 60 {
            guard self.isLastOfMonth(minutes) else { throw TextFault("this minute has no second 60", at: 17) }
            return try self.checked(seconds: (minutes + 1) * 60, microseconds: 0)
        }
        return try self.checked(seconds: minutes * 60 + second, microseconds: fraction)
    }

    private mutating func day() throws(TextFault) -> CalendarDay {
        let year = try self.number(digits: 4, upTo: 9_999, "the year must have four digits")
        guard year > 0 else { throw TextFault("the year must be 0001 to 9999", at: 0) }
        try self.take([0x2D], "a - is missing after the year")
        let month = try self.number(digits: 2, upTo: 12, "the month must be 01 to 12")
        guard month > 0 else { throw TextFault("the month must be 01 to 12", at: 5) }
        try self.take([0x2D], "a - is missing after the month")
        let number = try self.number(digits: 2, upTo: 31, "the day must be 01 to 31")
        guard let day = CalendarDay(year: year, month: month, day: number) else {
            throw TextFault("this month does not have this day", at: 8)
        }
        return day
    }

    private mutating func time() throws(TextFault) -> (hour: Int64, minute: Int64, second: Int64) {
        let hour = try self.number(digits: 2, upTo: 23, "the hour must be 00 to 23")
        try self.take([0x3A], "a : is missing after the hour")
        let minute = try self.number(digits: 2, upTo: 59, "the minute must be 00 to 59")
        try self.take([0x3A], "a : is missing after the minute")
        return (hour, minute, try self.number(digits: 2, upTo: 60, "the second must be 00 to 59"))
    }

    /// Reads the fraction, in microseconds.
    private mutating func fraction() throws(TextFault) -> Int64 {
        guard self.next == 0x2E else { return 0 }
        self.offset += 1
        var (microseconds, count) = (Int64(0), 0)
        while let byte = self.next, 0x30...0x39 ~= byte {
            guard count < 9 else { throw self.fault("the fraction of a second must have at most nine digits") }
            if count < 6 { microseconds = microseconds * 10 + Int64(byte - 0x30) }
            count += 1
            self.offset += 1
        }
        guard count > 0 else { throw self.fault("a digit is missing after the point") }
        for _ in min(count, 6)..<6 { microseconds *= 10 }
        return microseconds
    }

    /// Reads the offset, in minutes ahead of UTC.
    private mutating func zone() throws(TextFault) -> Int64 {
        switch self.next {
        case 0x5A, 0x7A:
            self.offset += 1
            return 0
        case 0x2B, 0x2D:
            let sign: Int64 = self.next == 0x2B ? 1 : -1
            self.offset += 1
            let hours = try self.number(digits: 2, upTo: 23, "the hours of the offset must be 00 to 23")
            try self.take([0x3A], "a : is missing in the offset from UTC")
            return sign
                * (hours * 60 + (try self.number(digits: 2, upTo: 59, "the minutes of the offset must be 00 to 59")))
        default:
            throw self.fault("Z or an offset from UTC is missing after the time")
        }
    }

    private func isLastOfMonth(_ minutes: Int64) -> Bool {
        (minutes + 1).isMultiple(of: 1_440) && CalendarDay(number: (minutes + 1) / 1_440).day == 1
    }

    /// Checks the year in UTC. The offset can move a date out of the years with four digits.
    private func checked(seconds: Int64, microseconds: Int64) throws(TextFault) -> Instant {
        guard (Self.first..<Self.end).contains(seconds) else {
            throw TextFault("the year in UTC must be 0001 to 9999", at: 0)
        }
        return Instant(microseconds: seconds * 1_000_000 + microseconds)
    }

    /// The starts of 0001-01-01 and 10000-01-01, in seconds since 1970.
    private static let first: Int64 = -62_135_596_800
    private static let end: Int64 = 253_402_300_800

    private var next: UInt8? { self.offset < self.bytes.count ? self.bytes[self.offset] : nil }

    private mutating func take(_ either: [UInt8], _ reason: String) throws(TextFault) {
        guard let next = self.next, either.contains(next) else { throw self.fault(reason) }
        self.offset += 1
    }

    private mutating func number(digits: Int, upTo most: Int64, _ reason: String) throws(TextFault) -> Int64 {
        let start = self.offset
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let byte = self.next, 0x30...0x39 ~= byte else { throw self.fault(reason) }
            number = number * 10 + Int64(byte - 0x30)
            self.offset += 1
        }
        guard number <= most else { throw TextFault(reason, at: start) }
        return number
    }

    private func fault(_ reason: String) -> TextFault { TextFault(reason, at: self.offset) }
}
