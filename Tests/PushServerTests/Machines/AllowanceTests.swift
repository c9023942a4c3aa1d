import Basics
import PushServer
import Testing

@Suite("Allowances")
struct AllowanceTests {
    private static let start = Interval.seconds(1_000)

    private static func spend(_ count: Int, _ allowance: inout Allowance, at now: Interval) -> [Bool] {
        var results: [Bool] = []
        for _ in 0..<count { results.append(allowance.spend(at: now)) }
        return results
    }

    @Test("a burst is allowed and one more is not")
    func burst() {
        var allowance = Allowance(Allowance.Rule(burst: 3, perSecond: 1), at: Self.start)
        #expect(Self.spend(4, &allowance, at: Self.start) == [true, true, true, false])
    }

    @Test("time refills an allowance, and never beyond its burst")
    func refill() {
        var allowance = Allowance(Allowance.Rule(burst: 2, perSecond: 10), at: Self.start)
        #expect(Self.spend(3, &allowance, at: Self.start) == [true, true, false])
        #expect(Self.spend(1, &allowance, at: Self.start + .milliseconds(99)) == [false])
        #expect(Self.spend(1, &allowance, at: Self.start + .milliseconds(100)) == [true])
        #expect(Self.spend(3, &allowance, at: Self.start + .days(400)) == [true, true, false])
    }

    @Test("a clock that goes back takes nothing away and gives nothing")
    func backwards() {
        var allowance = Allowance(Allowance.Rule(burst: 1, perSecond: 1), at: Self.start)
        #expect(Self.spend(1, &allowance, at: Self.start) == [true])
        #expect(Self.spend(1, &allowance, at: Self.start - .seconds(10)) == [false])
    }
}
