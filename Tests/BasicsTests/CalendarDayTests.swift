import Basics
import Foundation
import TestSupport
import Testing

@Suite("A calendar day")
struct CalendarDayTests {
    /// Foundation's Gregorian calendar changes to the Julian one before 1582; this one of its calendars never does.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()

    private static func reference(_ number: Int64) -> [Int64] {
        let date = Date(timeIntervalSince1970: Double(number) * 86_400)
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
        return [parts.year, parts.month, parts.day].map { Int64($0 ?? 0) }
    }

    /// From 1582-10-15, where Foundation's calendar becomes ours, to 9999-12-31.
    static let firstOfFoundation: Int64 = -141_427
    static let last: Int64 = 2_932_896

    @Test("is the day that Foundation computes, for many random days")
    func random() {
        var dice = SeededDice(seed: 1970)
        let width = Int(Self.last - Self.firstOfFoundation) + 1
        for _ in 0..<5_000 {
            let number = Self.firstOfFoundation + Int64(dice.below(width))
            let day = CalendarDay(number: number)
            #expect([day.year, day.month, day.day] == Self.reference(number))
            #expect(day.number == number)
        }
    }

    @Test("is the day that Foundation computes, around each new year and each end of February")
    func boundaries() throws {
        for year in Int64(1583)...9_999 where year % 7 == 0 || year % 100 < 2 || year % 100 == 99 {
            for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] as [(Int64, Int64)] {
                let number = try #require(CalendarDay(year: year, month: month, day: day)).number
                #expect(Self.reference(number) == [year, month, day])
            }
        }
    }

    @Test("follows the previous day, from the year 1 to the year 9999, without gaps")
    func everyDay() {
        var (year, month, day) = (Int64(1), Int64(1), Int64(1))
        var mistakes = 0
        for number in Int64(-719_162)...Self.last {
            let named = CalendarDay(number: number)
            if named.year != year || named.month != month || named.day != day || named.number != number {
                mistakes += 1
            }
            day += 1
            if day > CalendarDay.days(inMonth: month, of: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(mistakes == 0)
        #expect((year, month, day) == (10_000, 1, 1))
    }

    @Test(
        "has its number",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (1, 1, 1, -719_162),
            (0, 3, 1, -719_468), (0, 2, 29, -719_469), (-400, 3, 1, -865_565), (9_999, 12, 31, 2_932_896),
        ] as [(Int64, Int64, Int64, Int64)])
    func numbers(year: Int64, month: Int64, day: Int64, number: Int64) throws {
        let date = try #require(CalendarDay(year: year, month: month, day: day))
        #expect(date.number == number)
        #expect(CalendarDay(number: number) == date)
    }

    @Test("exists for every instant")
    func extremes() {
        for number in [Int64.min / 86_400_000_000, Int64.max / 86_400_000_000] {
            #expect(CalendarDay(number: number).number == number)
        }
    }

    @Test(
        "is refused where the month has no such day",
        arguments: [
            (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29), (1900, 2, 29),
            (2100, 2, 29), (2024, 2, 30), (2026, -1, 1), (2026, .max, .max),
        ] as [(Int64, Int64, Int64)])
    func refused(year: Int64, month: Int64, day: Int64) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test("of February has 29 in leap years", arguments: [(2024, true), (2000, true), (1900, false), (2023, false)])
    func leap(year: Int64, isLeap: Bool) {
        #expect(CalendarDay.isLeap(year) == isLeap)
        #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == isLeap)
    }
}
