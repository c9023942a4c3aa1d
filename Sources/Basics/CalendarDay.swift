/// A day of the Gregorian calendar, extended without limit in both directions.
package struct CalendarDay: Hashable, Sendable {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    /// Creates a day. Returns nil when there is no such day.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day that is `number` days after 1970-01-01.
    package init(number: Int64) {
        // If years begin in March, the leap day is their last day. A period of 400 years always has the same number of
        // days.
        let (era, dayOfEra) = (number + Self.daysToEpoch).floored(by: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - Self.days(beforeYearOfEra: yearOfEra)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - Self.days(beforeMonthFromMarch: monthFromMarch) + 1
        self.month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.year = era * 400 + yearOfEra + (self.month <= 2 ? 1 : 0)
    }

    /// The number of days after 1970-01-01.
    package var number: Int64 {
        let (era, yearOfEra) = (self.month <= 2 ? self.year - 1 : self.year).floored(by: 400)
        let monthFromMarch = self.month > 2 ? self.month - 3 : self.month + 9
        return era * Self.daysOfEra + Self.days(beforeYearOfEra: yearOfEra)
            + Self.days(beforeMonthFromMarch: monthFromMarch) + self.day - 1 - Self.daysToEpoch
    }

    package static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: Self.isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let daysOfEra: Int64 = 146_097
    /// The number of days from March 1 of the year zero to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    private static func days(beforeYearOfEra year: Int64) -> Int64 { year * 365 + year / 4 - year / 100 }

    /// Returns the number of days from March 1 to the start of a month. March is month zero. From March on, the lengths
    /// of the months repeat the pattern 31, 30, 31, 30, 31 days.
    private static func days(beforeMonthFromMarch month: Int64) -> Int64 { (153 * month + 2) / 5 }
}
