import Basics
import Foundation
import TestSupport
import Testing

@Suite("A date that is read")
struct ISODateReadingTests {
    @Test(
        "is the instant that it names",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000001Z", 1), ("1969-12-31T23:59:59.999999Z", -1),
            ("2018-08-29T12:31:53.858Z", 1_535_545_913_858_000), ("2019-08-30T00:25:55.329Z", 1_567_124_755_329_000),
            ("2018-08-29t12:31:53z", 1_535_545_913_000_000), ("2018-08-29T14:31:53+02:00", 1_535_545_913_000_000),
            ("2018-08-29T07:01:53-05:30", 1_535_545_913_000_000), ("1970-01-01T00:00:00-00:00", 0),
            ("1970-01-01T23:59:00+23:59", 0), ("1969-12-31T00:01:00-23:59", 0),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000), ("2024-02-29T23:59:59Z", 1_709_251_199_000_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ] as [(String, Int64)])
    func instants(text: String, microseconds: Int64) throws {
        #expect(try ISODate.instant(of: text) == Instant(microseconds: microseconds))
    }

    @Test(
        "keeps a fraction to the microsecond and cuts off the rest",
        arguments: [
            ("5", 500_000), ("50", 500_000), ("05", 50_000), ("858", 858_000), ("8580000", 858_000),
            ("000001", 1), ("0000009", 0), ("9999999", 999_999), ("999999999", 999_999), ("123456789", 123_456),
        ] as [(String, Int64)])
    func fractions(digits: String, microseconds: Int64) throws {
        #expect(try ISODate.instant(of: "1970-01-01T00:00:00.\(digits)Z") == Instant(microseconds: microseconds))
        #expect(
            try ISODate.instant(of: "1969-12-31T23:59:59.\(digits)+00:00")
                == Instant(microseconds: microseconds - 1_000_000))
    }

    @Test(
        "is the next day in a leap second, for any fraction",
        arguments: [
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2016-12-31T23:59:60.999Z", "2017-01-01T00:00:00Z"),
            ("2015-06-30T23:59:60Z", "2015-07-01T00:00:00Z"), ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00Z"),
            ("2015-06-30T15:59:60-08:00", "2015-07-01T00:00:00Z"), ("1969-12-31T23:59:60Z", "1970-01-01T00:00:00Z"),
        ])
    func leapSeconds(text: String, next: String) throws {
        #expect(try ISODate.instant(of: text) == ISODate.instant(of: next))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let (text, reason): (String, String)
        let offset: Int
        var testDescription: String { self.text }

        init(_ text: String, _ reason: String, at offset: Int) {
            (self.text, self.reason, self.offset) = (text, reason, offset)
        }
    }

    static let refusals = [
        Refusal("", "the year must have four digits", at: 0),
        Refusal("now", "the year must have four digits", at: 0),
        Refusal(" 2018-08-29T12:31:53Z", "the year must have four digits", at: 0),
        Refusal("+002018-08-29T12:31:53Z", "the year must have four digits", at: 0),
        Refusal("201", "the year must have four digits", at: 3),
        Refusal("0000-01-01T00:00:00Z", "the year must be 0001 to 9999", at: 0),
        Refusal("20180829T123153Z", "a - is missing after the year", at: 4),
        Refusal("12018-08-29T12:31:53Z", "a - is missing after the year", at: 4),
        Refusal("2018-00-29T12:31:53Z", "the month must be 01 to 12", at: 5),
        Refusal("2018-13-29T12:31:53Z", "the month must be 01 to 12", at: 5),
        Refusal("2018-8-29T12:31:53Z", "the month must be 01 to 12", at: 6),
        Refusal("2018-08/29T12:31:53Z", "a - is missing after the month", at: 7),
        Refusal("2018-08-32T12:31:53Z", "the day must be 01 to 31", at: 8),
        Refusal("2018-08-00T12:31:53Z", "this month does not have this day", at: 8),
        Refusal("2018-02-29T12:31:53Z", "this month does not have this day", at: 8),
        Refusal("1900-02-29T12:31:53Z", "this month does not have this day", at: 8),
        Refusal("2018-09-31T12:31:53Z", "this month does not have this day", at: 8),
        Refusal("2018-08-29", "a T is missing between date and time", at: 10),
        Refusal("2018-08-29 12:31:53Z", "a T is missing between date and time", at: 10),
        Refusal("2018-08-29T24:00:00Z", "the hour must be 00 to 23", at: 11),
        Refusal("2018-08-29T-1:00:00Z", "the hour must be 00 to 23", at: 11),
        Refusal("2018-08-29T1231Z", "a : is missing after the hour", at: 13),
        Refusal("2018-08-29T12:60:00Z", "the minute must be 00 to 59", at: 14),
        Refusal("2018-08-29T12:31Z", "a : is missing after the minute", at: 16),
        Refusal("2018-08-29T12:31:61Z", "the second must be 00 to 59", at: 17),
        Refusal("2018-08-29T12:31:5Z", "the second must be 00 to 59", at: 18),
        Refusal("2018-08-29T12:31:60Z", "this minute has no second 60", at: 17),
        Refusal("2018-08-29T23:59:60Z", "this minute has no second 60", at: 17),
        Refusal("2018-08-31T23:59:60+01:00", "this minute has no second 60", at: 17),
        Refusal("2018-08-29T12:31:53.Z", "a digit is missing after the point", at: 20),
        Refusal("2018-08-29T12:31:53,858Z", "Z or an offset from UTC is missing after the time", at: 19),
        Refusal("2018-08-29T12:31:53.0000000000Z", "the fraction of a second must have at most nine digits", at: 29),
        Refusal("2018-08-29T12:31:53", "Z or an offset from UTC is missing after the time", at: 19),
        Refusal("2018-08-29T12:31:53.858", "Z or an offset from UTC is missing after the time", at: 23),
        Refusal("2018-08-29T12:31:53 Z", "Z or an offset from UTC is missing after the time", at: 19),
        Refusal("2018-08-29T12:31:53+24:00", "the hours of the offset must be 00 to 23", at: 20),
        Refusal("2018-08-29T12:31:53+0200", "a : is missing in the offset from UTC", at: 22),
        Refusal("2018-08-29T12:31:53+02", "a : is missing in the offset from UTC", at: 22),
        Refusal("2018-08-29T12:31:53+02:60", "the minutes of the offset must be 00 to 59", at: 23),
        Refusal("2018-08-29T12:31:53ZZ", "there is text after the date", at: 20),
        Refusal("2018-08-29T12:31:53Z\n", "there is text after the date", at: 20),
        Refusal("2018-08-29T12:31:53.123456789+02:000", "there is text after the date", at: 35),
        Refusal("２０１８-08-29T12:31:53Z", "the year must have four digits", at: 0),
        Refusal("0001-01-01T00:00:00+00:01", "the year in UTC must be 0001 to 9999", at: 0),
        Refusal("9999-12-31T23:59:59-00:01", "the year in UTC must be 0001 to 9999", at: 0),
        Refusal("9999-12-31T23:59:60Z", "the year in UTC must be 0001 to 9999", at: 0),
    ]

    @Test("is refused with the reason and the position", arguments: refusals)
    func refused(_ item: Refusal) {
        #expect(throws: TextFault(item.reason, at: item.offset)) { try ISODate.instant(of: item.text) }
    }

    @Test("is read only up to the maximum length of a date")
    func long() {
        let text = "2018-08-29T12:31:53Z" + String(repeating: "0", count: 1_000_000)
        #expect(throws: TextFault("there is text after the date", at: 20)) { try ISODate.instant(of: text) }
    }
}

@Suite("A date that is written")
struct ISODateWritingTests {
    private static let instant = Instant(microseconds: 1_535_113_913_858_200)

    @Test(
        "has the requested number of fractional digits",
        arguments: [
            (0, "2018-08-24T12:31:53Z"), (1, "2018-08-24T12:31:53.8Z"), (3, "2018-08-24T12:31:53.858Z"),
            (6, "2018-08-24T12:31:53.858200Z"), (7, "2018-08-24T12:31:53.8582000Z"),
            (9, "2018-08-24T12:31:53.858200000Z"),
        ])
    func digits(count: Int, text: String) {
        #expect(ISODate.text(of: Self.instant, fraction: .digits(count)) == text)
    }

    @Test(
        "has as few digits as possible, like the original service",
        arguments: [
            (1_535_113_913_858_200, "2018-08-24T12:31:53.8582Z"), (1_535_113_913_858_000, "2018-08-24T12:31:53.858Z"),
            (1_572_300_336_250_000, "2019-10-28T22:05:36.25Z"), (1_535_113_913_000_000, "2018-08-24T12:31:53Z"),
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"), (-500_000, "1969-12-31T23:59:59.5Z"),
        ] as [(Int64, String)])
    func shortest(microseconds: Int64, text: String) {
        #expect(ISODate.text(of: Instant(microseconds: microseconds)) == text)
    }

    @Test("exists for every instant, even outside of four-digit years")
    func extremes() {
        #expect(ISODate.text(of: Instant(microseconds: .max)) == "+294247-01-10T04:00:54.775807Z")
        #expect(ISODate.text(of: Instant(microseconds: .min)) == "-290308-12-21T19:59:05.224192Z")
        #expect(ISODate.text(of: Instant(microseconds: -62_167_219_200_000_000)) == "0000-01-01T00:00:00Z")
        #expect(ISODate.text(of: Instant(microseconds: -62_167_219_200_000_001)) == "-000001-12-31T23:59:59.999999Z")
        #expect(ISODate.text(of: Instant(microseconds: 253_402_300_800_000_000)) == "+010000-01-01T00:00:00Z")
    }

    @Test("is read back as the same instant, and equals Foundation's text")
    func roundTrips() throws {
        let formatter = ISO8601DateFormatter()
        var dice = SeededDice(seed: 8601)
        for _ in 0..<2_000 {
            // From 1583 to 9999, where Foundation has the same calendar.
            let seconds = -12_212_553_600 + Int64(dice.below(265_614_854_400))
            let instant = Instant(microseconds: seconds * 1_000_000 + Int64(dice.below(1_000_000)))
            #expect(try ISODate.instant(of: ISODate.text(of: instant)) == instant)
            #expect(try ISODate.instant(of: ISODate.text(of: instant, fraction: .digits(7))) == instant)
            let whole = ISODate.text(of: instant, fraction: .digits(0))
            #expect(whole == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
        }
    }

    @Test("has at most nine digits of a second")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            _ = ISODate.text(of: Instant(microseconds: 0), fraction: .digits(10))
        }
    }
}
