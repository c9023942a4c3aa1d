import Testing

@testable import PushLab

@Suite("Thresholds and measured values")
struct ThresholdTests {
    static func histogram(_ values: [UInt64]) -> Histogram {
        values.reduce(into: Histogram()) { $0.record($1) }
    }

    @Test(
        "An expression is read as in k6",
        arguments: [
            ("p(99)<2000", .percentile(99_000), .below, 2_000_000),
            ("p(99.9) <= 12.5", .percentile(99_900), .atMost, 12_500), ("max<=2", .largest, .atMost, 2_000),
            (" min > 0 ", .smallest, .above, 0), ("avg>=1.25", .average, .atLeast, 1_250),
            ("med!=7", .percentile(50_000), .unequal, 7_000), ("count==3", .count, .equal, 3_000),
            ("p(0)<1", .percentile(0), .below, 1_000), ("p(100)<1", .percentile(100_000), .below, 1_000),
        ] as [(String, Threshold.Aggregate, Threshold.Comparison, UInt64)])
    func expressions(
        _ text: String, _ aggregate: Threshold.Aggregate, _ comparison: Threshold.Comparison, _ limit: UInt64
    ) throws {
        let threshold = try #require(Threshold(text, of: .wakes))
        #expect(threshold.aggregate == aggregate && threshold.comparison == comparison && threshold.limit == limit)
        #expect(threshold.text == text.replacing(" ", with: ""))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "<", "max", "max<", "<2", "max=2", "max<-1", "max<2s", "max<1e3", "max<1.2345", "max<1.", "max<.5",
            "max<1234567890123", "p99<1", "p(101)<1", "p(x)<1", "p()<1", "p(99<1", "rate<1", "MAX<1", "max<2 0x",
            "max<٣", "max===2", "avg<<2",
        ])
    func refused(_ text: String) { #expect(Threshold(text, of: .wakes) == nil) }

    @Test(
        "The measured value is compared, and printed without trailing zeros",
        arguments: [
            ("max<=5", .wakes, [1, 5, 3], "5", true), ("max<5", .wakes, [1, 5, 3], "5", false),
            ("min>=1", .wakes, [1, 5, 3], "1", true), ("avg<2.5", .wakes, [1, 2], "1.5", true),
            ("avg<=0.333", .wakes, [1, 0, 0], "0.334", false), ("med==2", .wakes, [1, 2, 3], "2", true),
            ("p(50)<2", .wakes, [1, 2, 3, 4], "2", false), ("p(99)<100", .wakes, [7], "7", true),
            ("count>2", .wakes, [0, 0, 0], "3", true), ("p(0)<2", .wakes, [1, 9], "1", true),
            ("max<812.5", .tapToCallback, [812_500], "812.5", false),
            ("max<=812.5", .tapToCallback, [812_500], "812.5", true),
        ] as [(String, Measure, [UInt64], String, Bool)])
    func outcomes(_ text: String, _ measure: Measure, _ values: [UInt64], _ measured: String, _ isKept: Bool) throws {
        let outcome = try #require(Threshold(text, of: measure)).outcome(Self.histogram(values))
        #expect(outcome.measured.map { Measure.text($0) } == measured && outcome.isKept == isKept)
        #expect(outcome.values == values.count)
        let count = values.count == 1 ? "1 value" : "\(values.count) values"
        #expect(outcome.figure == "measured \(measured), of \(count)")
    }

    @Test("Without a measured value nothing is kept and nothing missed, but there is a count")
    func nothing() throws {
        for text in ["max<5", "avg<5", "p(50)<5", "min>=0"] {
            let outcome = try #require(Threshold(text, of: .bytes)).outcome(Histogram())
            #expect(outcome.isKept == nil && outcome.figure == "there was nothing to measure")
        }
        #expect(try #require(Threshold("count==0", of: .bytes)).outcome(Histogram()).isKept == true)
    }

    // MARK: Histograms

    @Test("Percentiles are never too low, and too high by a thirty-second at most")
    func percentiles() throws {
        var values: [UInt64] = []
        var number: UInt64 = 1
        for _ in 0..<3_000 {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            values.append(number >> (number & 63))
        }
        let histogram = Self.histogram(values)
        values.sort()
        for share in [1, 1_000, 50_000, 90_000, 99_000, 99_900, 100_000] {
            let rank = max(1, (values.count * share + 99_999) / 100_000)
            let (exact, found) = (values[rank - 1], try #require(histogram.percentile(share)))
            #expect(found >= exact && found - exact <= exact / 32, "\(share): \(found) for \(exact)")
        }
        #expect(histogram.smallest == values.first && histogram.largest == values.last)
        for value in [0, 1, 63, 64, 65, 127, 128, UInt64.max] {
            let one = Self.histogram([value])
            #expect(one.percentile(50_000) == value && one.smallest == value && one.largest == value)
        }
    }

    @Test("The sum of two histograms is that of all values, in any order")
    func sums() {
        let (one, other) = (Self.histogram([1, 70, 5_000]), Self.histogram([3, 1 << 40]))
        var (forth, back) = (one, other)
        forth += other
        back += one
        #expect(forth == back && forth == Self.histogram([1, 3, 70, 5_000, 1 << 40]))
        #expect(forth.total == 5_074 + (1 << 40))
        var none = Histogram()
        none += Histogram()
        #expect(none == Histogram() && none.percentile(50_000) == nil)
    }
}
