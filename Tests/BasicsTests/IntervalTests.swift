import Basics
import TestSupport
import Testing

@Suite("An interval")
struct IntervalTests {
    @Test("counts in each unit")
    func units() {
        #expect(Interval.days(1) == .hours(24))
        #expect(Interval.hours(1) == .minutes(60))
        #expect(Interval.minutes(1) == .seconds(60))
        #expect(Interval.seconds(1) == .milliseconds(1_000))
        #expect(Interval.milliseconds(1) == .microseconds(1_000))
        #expect(Interval.seconds(3) * 2 - .seconds(1) + .zero == .seconds(5))
        #expect(Interval.seconds(1) < .seconds(2))
    }

    @Test("from outside is nil beyond the range of microseconds", arguments: Interval.Unit.allCases)
    func outside(_ unit: Interval.Unit) {
        let most = Int64.max / unit.rawValue
        #expect(Interval(exactly: most, unit)?.microseconds == most * unit.rawValue)
        #expect(Interval(exactly: -most, unit)?.microseconds == -most * unit.rawValue)
        if unit != .microseconds {
            #expect(Interval(exactly: most + 1, unit) == nil)
            #expect(Interval(exactly: .max, unit) == nil)
            #expect(Interval(exactly: .min, unit) == nil)
        }
        #expect(Interval(exactly: 3, unit) == Interval(microseconds: 3 * unit.rawValue))
    }

    @Test("does not overflow in an addition")
    func adding() {
        #expect(Interval.seconds(1).adding(.seconds(2)) == .seconds(3))
        #expect(Interval(microseconds: .max).adding(.microseconds(1)) == nil)
        #expect(Interval(microseconds: .min).adding(.microseconds(-1)) == nil)
    }

    @Test(
        "is written in the largest unit that divides it",
        arguments: [
            (.zero, "0s"), (.microseconds(1), "1us"), (.microseconds(1_500), "1500us"), (.milliseconds(250), "250ms"),
            (.milliseconds(2_000), "2s"), (.milliseconds(1_500), "1500ms"), (.seconds(90), "90s"), (.seconds(60), "1m"),
            (.minutes(90), "90m"), (.hours(1), "1h"), (.hours(24), "24h"), (.hours(36), "36h"), (.days(2), "2d"),
            (.days(30), "30d"), (.milliseconds(-250), "-250ms"), (.hours(-24), "-24h"),
            (Interval(microseconds: .max), "9223372036854775807us"),
            (Interval(microseconds: .min), "-9223372036854775808us"),
        ] as [(Interval, String)])
    func description(interval: Interval, text: String) { #expect("\(interval)" == text) }

    @Test(
        "is shown as a clock",
        arguments: [
            (.zero, "00:00.000"), (.milliseconds(210), "00:00.210"), (.microseconds(999), "00:00.000"),
            (.microseconds(1_999), "00:00.001"), (.seconds(61), "01:01.000"), (.milliseconds(3_599_999), "59:59.999"),
            (.hours(1), "01:00:00.000"), (.hours(25) + .milliseconds(5), "25:00:00.005"),
            (.days(30), "720:00:00.000"), (.milliseconds(-215), "-00:00.215"),
            (Interval(microseconds: .min), "-2562047788:00:54.775"),
        ] as [(Interval, String)])
    func clock(interval: Interval, text: String) { #expect(interval.clockText == text) }

    @Test(
        "is shown in parts when it has many digits",
        arguments: [
            (.zero, "0s"), (.microseconds(1_500), "1500us"), (.milliseconds(1_500), "1500ms"), (.seconds(90), "90s"),
            (.microseconds(87_367_105), "1m27.367s"), (.microseconds(367_105), "367.105ms"), (.hours(24), "24h"),
            (.microseconds(12_500), "12.5ms"), (.milliseconds(3_600_001), "1h0.001s"), (.seconds(100_000), "27h46m40s"),
            (.microseconds(60_000_001), "1m"), (.microseconds(-12_345_678), "-12.345s"), (.days(3_650), "3650d"),
            (Interval(microseconds: .min), "-2562047788h54.775s"),
        ] as [(Interval, String)])
    func words(interval: Interval, text: String) { #expect(interval.words == text) }

    @Test(
        "is read in the form that people write",
        arguments: [
            ("250ms", .milliseconds(250)), ("2s", .seconds(2)), ("24h", .hours(24)), ("30m", .minutes(30)),
            ("30d", .days(30)), ("15us", .microseconds(15)), ("0s", .zero), ("0ms", .zero),
            ("1.5s", .milliseconds(1_500)),
            ("0.25h", .minutes(15)), ("1.50d", .hours(36)), ("0.000001s", .microseconds(1)), ("007s", .seconds(7)),
            ("1.0us", .microseconds(1)), ("0.5m", .seconds(30)), ("0.00000100000s", .microseconds(1)),
            ("9223372036854775807us", Interval(microseconds: .max)), ("106751991d", .days(106_751_991)),
            ("9223372036854.775807s", Interval(microseconds: .max)), ("0.015625h", .microseconds(56_250_000)),
            ("0.000000005d", .microseconds(432)), ("0.0001220703125d", .microseconds(10_546_875)),
        ] as [(String, Interval)])
    func reading(text: String, interval: Interval) throws { #expect(try Interval(duration: text) == interval) }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let (text, reason): (String, String)
        let offset: Int
        var testDescription: String { self.text }

        init(_ text: String, _ reason: String, at offset: Int) {
            (self.text, self.reason, self.offset) = (text, reason, offset)
        }
    }

    private static let tooLong = "the duration is longer than the limit of 9223372036854775807 microseconds"

    static let refusals = [
        Refusal("", "a duration must start with a digit", at: 0),
        Refusal("ms", "a duration must start with a digit", at: 0),
        Refusal(" 2s", "a duration must start with a digit", at: 0),
        Refusal("-2s", "a duration must start with a digit", at: 0),
        Refusal("+2s", "a duration must start with a digit", at: 0),
        Refusal(".5s", "a duration must start with a digit", at: 0),
        Refusal("２s", "a duration must start with a digit", at: 0),
        Refusal("2", "a duration needs a unit; use us, ms, s, m, h or d", at: 1),
        Refusal("2.5", "a duration needs a unit; use us, ms, s, m, h or d", at: 3),
        Refusal("2.s", "a digit is missing after the point", at: 2),
        Refusal("2 s", "remove the space between the number and its unit; write 2s", at: 1),
        Refusal("1.5  ms", "remove the space between the number and its unit; write 1.5ms", at: 3),
        Refusal("2 sec", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("5s..9s", "a range is not allowed here; write one duration, such as 5s", at: 1),
        Refusal("2S", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("2sec", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("1h30m", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("2s\n", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("1e3s", "unknown unit of time; use us, ms, s, m, h or d", at: 1),
        Refusal("1.2.3s", "unknown unit of time; use us, ms, s, m, h or d", at: 3),
        Refusal("0.5us", "the duration must be a whole number of microseconds", at: 0),
        Refusal("1.0000001s", "the duration must be a whole number of microseconds", at: 0),
        Refusal("0.0000000001d", "the duration must be a whole number of microseconds", at: 0),
        Refusal("0.99999999999999s", "the duration must be a whole number of microseconds", at: 0),
        Refusal("0.99999999999999999999999999999s", "the duration must be a whole number of microseconds", at: 0),
        Refusal("0.00000000001d", "the duration must be a whole number of microseconds", at: 0),
        Refusal(
            "9223372036854775808us", Self.tooLong, at: 0),
        Refusal(
            "9223372036854.775808s", Self.tooLong, at: 0),
        Refusal("106751992d", Self.tooLong, at: 0),
        Refusal(
            "99999999999999999999s", Self.tooLong, at: 0),
        Refusal(
            String(repeating: "0", count: 32) + "s", "the duration is longer than the limit of 32 characters", at: 32),
    ]

    @Test("is refused with the reason and the position", arguments: refusals)
    func refused(_ item: Refusal) {
        #expect(throws: TextFault(item.reason, at: item.offset)) { try Interval(duration: item.text) }
    }

    @Test("is read back from its text")
    func roundTrips() throws {
        var dice = SeededDice(seed: 24)
        for size in 0..<2_000 as Range<UInt64> {
            let interval = Interval(microseconds: Int64(dice.next() >> (1 + size % 63)))
            #expect(try Interval(duration: "\(interval)") == interval)
        }
    }
}
