import Basics
import Testing

@Suite("An instant")
struct InstantTests {
    @Test(
        "has whole seconds that are rounded towards the past",
        arguments: [
            (0, 0), (999_999, 0), (1_000_000, 1), (-1, -1), (-1_000_000, -1), (-1_000_001, -2),
            (.max, 9_223_372_036_854), (.min, -9_223_372_036_855),
        ] as [(Int64, Int64)])
    func wholeSeconds(microseconds: Int64, seconds: Int64) {
        #expect(Instant(microseconds: microseconds).seconds == seconds)
    }

    @Test("has whole milliseconds that are rounded towards the past", arguments: [(999, 0), (1_000, 1), (-1, -1)])
    func wholeMilliseconds(microseconds: Int64, milliseconds: Int64) {
        #expect(Instant(microseconds: microseconds).milliseconds == milliseconds)
    }

    @Test(
        "from outside is nil beyond the range of microseconds",
        arguments: [
            (0, true), (-1, true), (9_223_372_036_854, true), (9_223_372_036_855, false), (-9_223_372_036_854, true),
            (-9_223_372_036_855, false), (.max, false), (.min, false),
        ] as [(Int64, Bool)])
    func unixSeconds(seconds: Int64, exists: Bool) {
        let expected = exists ? Instant(microseconds: seconds * 1_000_000) : nil
        #expect(Instant(unixSeconds: seconds) == expected)
    }

    @Test("is also converted from and to milliseconds")
    func unixMilliseconds() {
        #expect(Instant(unixMilliseconds: 1_700_000_000_123)?.microseconds == 1_700_000_000_123_000)
        #expect(Instant(unixMilliseconds: .max) == nil)
        #expect(Instant(unixMilliseconds: .min) == nil)
    }

    @Test("moves by intervals, and the difference of two instants is an interval")
    func arithmetic() {
        let noon = Instant(microseconds: 43_200_000_000)
        #expect(noon + .hours(1) - .hours(1) == noon)
        #expect(noon + .hours(1) - noon == .hours(1))
        #expect(noon < noon + .microseconds(1))
        #expect(noon.adding(.hours(-12)) == Instant(microseconds: 0))
        #expect(Instant(microseconds: .max).adding(.microseconds(1)) == nil)
        #expect(Instant(microseconds: .min).adding(.microseconds(-1)) == nil)
    }

    @Test("divides by positive numbers only")
    func mistakes() async {
        await #expect(processExitsWith: .failure) { _ = (1 as Int64).floored(by: 0) }
        await #expect(processExitsWith: .failure) { _ = (1 as Int64).floored(by: -3) }
    }
}
