import Foundation
import TestSupport
import Testing

@testable import Basics

@Suite("The logarithm table")
struct LogarithmTableTests {
    private static let one = 4_294_967_296.0

    @Test("has the values that the mathematics library computes, entry by entry")
    func entries() {
        #expect(LogarithmTable.entries.count == 257)
        for (index, entry) in LogarithmTable.entries.enumerated() {
            #expect(entry == UInt32((log(1 + Double(index) / 256) * Self.one).rounded()), "entry \(index)")
        }
        #expect(LogarithmTable.logarithmOfTwo == UInt64((log(2.0) * Self.one).rounded()))
    }

    /// Numbers of every size, those around each power of two, and those around each entry.
    static let numbers: [UInt64] = {
        var numbers: [UInt64] = [1, .max]
        for power in 0..<64 as Range<UInt64> {
            let around: UInt64 = 1 << power
            numbers += [around &- 1, around, around &+ 1]
        }
        for index in 256..<512 as Range<UInt64> {
            let entry = index << 55
            numbers += [entry - 1, entry, entry + 1, entry | 1 << 54]
        }
        var dice = SeededDice(seed: 3)
        for size in 0..<4_000 as Range<UInt64> { numbers.append(dice.next() >> (size % 64)) }
        return numbers.filter { $0 != 0 }
    }()

    @Test("is never more than two millionths below the logarithm")
    func error() {
        for number in Self.numbers {
            let exact = -log(Double(number) / 18_446_744_073_709_551_616)
            let drawn = Double(LogarithmTable.negativeLogarithm(of: number)) / Self.one
            #expect(abs(exact - drawn) < 2e-6, "\(number)")
        }
    }

    @Test("never decreases while numbers get smaller")
    func monotone() {
        let numbers = Self.numbers.sorted(by: >)
        let logarithms = numbers.map(LogarithmTable.negativeLogarithm)
        #expect(logarithms == logarithms.sorted())
    }

    @Test("treats zero as one")
    func zero() {
        #expect(LogarithmTable.negativeLogarithm(of: 0) == LogarithmTable.negativeLogarithm(of: 1))
        #expect(LogarithmTable.negativeLogarithm(of: 1) == 64 * LogarithmTable.logarithmOfTwo)
        #expect(LogarithmTable.negativeLogarithm(of: .max) == 1)
        #expect(LogarithmTable.negativeLogarithm(of: 1 << 63) == LogarithmTable.logarithmOfTwo)
    }
}

@Suite("An exponential draw")
struct ExponentialTests {
    private static let times = (0..<20_000).map { entity in
        Die(seed: 7).draw(DiePurpose(number: 9), entity: entity, cause: DieCause(step: 1))
            .exponential(mean: .milliseconds(40)).microseconds
    }

    @Test("has the requested mean")
    func mean() {
        // The standard deviation of one is the mean itself; of this mean, a 141st of it.
        let mean = Self.times.reduce(0, +) / Int64(Self.times.count)
        #expect(abs(mean - 40_000) < 5 * 40_000 / 141)
    }

    /// The share that is still waiting after so many means is e⁻ˣ.
    @Test("is memoryless", arguments: [(0.1, 905), (0.5, 607), (1, 368), (2, 135), (4, 18)])
    func survival(means: Double, permille: Int) {
        let limit = Int64(means * 40_000)
        let waiting = Self.times.count { $0 > limit }
        #expect(abs(waiting * 1_000 / Self.times.count - permille) <= 18)
    }

    @Test("is never negative and never longer than 45 means")
    func bounds() {
        #expect(Self.times.allSatisfy { (0...45 * 40_000).contains($0) })
        #expect(Draw(bits: .max).exponential(mean: .hours(1)) == .microseconds(1))
        #expect(Draw(bits: 0).exponential(mean: .seconds(1)) == .microseconds(44_361_420))
    }

    @Test("with a mean of zero is zero")
    func zero() { #expect(Draw(bits: 0).exponential(mean: .zero) == .zero) }

    @Test("is limited to the longest interval instead of overflowing")
    func longest() {
        let longest = Interval(microseconds: .max)
        #expect(Draw(bits: 0).exponential(mean: longest) == longest)
        #expect(Draw(bits: 1 << 63).exponential(mean: longest).microseconds < .max)
        #expect(Draw(bits: 1 << 62).exponential(mean: longest) == longest)
    }
}
