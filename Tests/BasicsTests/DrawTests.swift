import Basics
import Testing

/// The draws that the tests below look at: one purpose, one cause, many entities.
private func draws(_ count: Int, purpose: UInt32 = 1) -> [Draw] {
    let die = Die(seed: 0x5EED)
    return (0..<UInt64(count)).map { die.draw(DiePurpose(number: purpose), entity: $0, cause: DieCause(step: 3)) }
}

/// Χ², rounded down: how far counts are from being all alike. Its mean is one less than the number of counts.
private func chiSquare(_ counts: [Int]) -> Int {
    let total = counts.reduce(0, +)
    // Σ (count − total/k)² ÷ (total/k), with the fractions multiplied out.
    let squares = counts.reduce(0) { $0 + ($1 * counts.count - total) * ($1 * counts.count - total) }
    return squares / (counts.count * total)
}

@Suite("A draw")
struct DrawTests {
    static let golden = (0..<12).map { n in
        Die(seed: 0x5EED).draw(DiePurpose(number: 1), entity: 17, cause: DieCause(step: 3), n: n)
    }

    @Test("gives the answers of format 1: a change of any of these is a new format")
    func golden() {
        let draws = Self.golden
        #expect(draws.map { $0.below(6) } == [2, 2, 1, 5, 4, 2, 2, 3, 5, 5, 2, 4])
        #expect(
            draws.prefix(6).map { $0.below(1 << 63 + 1) } == [
                6_625_347_520_921_116_254, 3_780_537_812_193_243_184, 31_536_892_662_029_708,
                8_581_564_753_818_589_519, 9_184_519_318_421_306_281, 8_272_532_937_686_797_990,
            ])
        #expect(draws.map { $0.happens(.percent(30)) }.firstIndex(of: true) == 2)
        #expect(draws[1].permutation(of: 10) == [4, 3, 8, 6, 1, 9, 0, 2, 7, 5])
        #expect(
            draws.map { $0.exponential(mean: .milliseconds(40)).microseconds } == [
                29_389, 35_675, 64_679, 2_885, 8_481, 32_837, 41_220, 19_617, 7_275, 6_182, 33_441, 9_418,
            ])
    }

    @Test("stays below its bound", arguments: [1, 2, 3, 10, 1 << 32, 1 << 63, 1 << 63 + 1, .max] as [UInt64])
    func bounds(_ bound: UInt64) {
        #expect(draws(2_000).allSatisfy { $0.below(bound) < bound })
        #expect(Draw(bits: 0).below(bound) < bound)
        #expect(Draw(bits: .max).below(bound) < bound)
    }

    @Test("gives all numbers with the same probability", arguments: [2, 3, 6, 7, 10, 64, 100] as [Int])
    func even(_ bound: Int) {
        var counts = [Int](repeating: 0, count: bound)
        for draw in draws(20_000, purpose: 2) { counts[Int(draw.below(UInt64(bound)))] += 1 }
        // The mean is bound − 1 and the variance twice that; the bound is more than five standard deviations away.
        let freedom = bound - 1
        #expect(chiSquare(counts) < freedom + 8 * Int(Double(2 * freedom).squareRoot()) + 8, "\(counts)")
    }

    @Test("has no bias for bounds that do not divide 2⁶⁴")
    func unbiased() {
        // 3 · 2⁶²: without redrawing each third number were twice as likely.
        let bound: UInt64 = 3 << 62
        var counts = [0, 0, 0]
        for draw in draws(30_000, purpose: 3) { counts[Int(draw.below(bound) % 3)] += 1 }
        #expect(chiSquare(counts) < 30, "\(counts)")
    }

    @Test(
        "of a range includes both ends",
        arguments: [0...0, -1...1, 1...6, .min ... .min, .max ... .max, (.max - 1) ... .max] as [ClosedRange<Int64>])
    func ranges(_ range: ClosedRange<Int64>) {
        let seen = Set(draws(200).map { $0.within(range) })
        #expect(seen.allSatisfy(range.contains))
        #expect(seen.count == range.count)
    }

    @Test("of all 64-bit numbers reaches both signs and large values")
    func fullRange() {
        let seen = draws(1_000).map { $0.within(.min ... .max) }
        #expect(seen.contains { $0 < .min / 2 } && seen.contains { $0 > .max / 2 })
        #expect(seen.allSatisfy { $0 >= .min })
    }

    @Test("of durations is accurate to the microsecond")
    func intervals() {
        let range: ClosedRange<Interval> = .milliseconds(5) ... .milliseconds(80)
        let seen = draws(500).map { $0.within(range) }
        #expect(seen.allSatisfy(range.contains))
        #expect(seen.contains { $0.microseconds % 1_000 != 0 })
    }

    @Test("happens as often as its odds say", arguments: [1, 10, 300, 500, 999] as [UInt32])
    func odds(_ permille: UInt32) {
        let count = 20_000
        let hits = draws(count, purpose: 4).count { $0.happens(.permille(permille)) }
        let expected = count * Int(permille) / 1_000
        let variance = expected * (1_000 - Int(permille)) / 1_000
        #expect((hits - expected) * (hits - expected) < 25 * (variance + 1), "\(hits), expected \(expected)")
    }

    @Test("never happens at zero odds, and always at full odds")
    func extremes() {
        let all = draws(2_000) + [Draw(bits: 0), Draw(bits: .max)]
        #expect(!all.contains { $0.happens(.never) })
        #expect(all.allSatisfy { $0.happens(.always) })
    }

    @Test("that happens at some odds also happens at higher odds")
    func monotone() {
        for draw in draws(300) {
            let answers = (0...100).map { draw.happens(.percent($0)) }
            #expect(answers == answers.sorted { !$0 && $1 })
        }
    }

    @Test("chooses each element, and nil from an empty list")
    func choice() {
        var counts = ["a": 0, "b": 0, "c": 0]
        for draw in draws(3_000) { counts[draw.choice(of: ["a", "b", "c"]) ?? "", default: 0] += 1 }
        #expect(counts.count == 3)
        #expect(chiSquare(Array(counts.values)) < 30)
        #expect(draws(1)[0].choice(of: [Int]()) == nil)
        #expect(draws(20).allSatisfy { (5..<9).contains($0.choice(of: [0, 5, 6, 7, 8][1...]) ?? 0) })
    }

    @Test("shuffles into each order equally often")
    func permutations() {
        var counts: [[Int]: Int] = [:]
        for draw in draws(12_000, purpose: 5) { counts[draw.permutation(of: 4), default: 0] += 1 }
        #expect(counts.count == 24)
        #expect(counts.keys.allSatisfy { $0.sorted() == [0, 1, 2, 3] })
        #expect(chiSquare(Array(counts.values)) < 23 + 5 * 7)
    }

    @Test("permutes zero, one and many elements", arguments: [0, 1, 2, 1_000])
    func permutationSizes(_ count: Int) {
        #expect(draws(1)[0].permutation(of: count).sorted() == Array(0..<count))
    }

    @Test("from nothing, or of a negative size, is a programming error")
    func mistakes() async {
        await #expect(processExitsWith: .failure) { _ = Draw(bits: 1).below(0) }
        await #expect(processExitsWith: .failure) { _ = Draw(bits: 1).permutation(of: -1) }
        await #expect(processExitsWith: .failure) { _ = Draw(bits: 1).exponential(mean: .seconds(-1)) }
        await #expect(processExitsWith: .failure) { _ = Odds.partsPerMillion(1_000_001) }
    }
}

@Suite("Odds")
struct OddsTests {
    @Test("are counted in parts per million")
    func units() {
        #expect(Odds.percent(30) == .permille(300))
        #expect(Odds.permille(300) == .partsPerMillion(300_000))
        #expect(Odds.percent(100) == .always)
        #expect(Odds.percent(0) == .never)
        #expect(Odds.percent(1) < .percent(2))
    }

    @Test("from outside are limited to one")
    func outside() {
        #expect(Odds(exactlyPartsPerMillion: 1_000_000) == .always)
        #expect(Odds(exactlyPartsPerMillion: 1_000_001) == nil)
        #expect(Odds(exactlyPartsPerMillion: .max) == nil)
    }
}
