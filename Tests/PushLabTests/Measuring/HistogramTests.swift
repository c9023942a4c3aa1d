import Testing

@testable import PushLab

@Suite("A histogram from its counters")
struct HistogramTests {
    static let values: [UInt64] = [0, 1, 1, 63, 64, 65, 1_000, 123_456_789, .max]

    static func histogram(_ values: [UInt64]) -> Histogram {
        values.reduce(into: Histogram()) { $0.record($1) }
    }

    @Test("Its counters and totals restore it")
    func again() throws {
        for count in 1...Self.values.count {
            let histogram = Self.histogram(Array(Self.values.prefix(count)))
            let copy = Histogram(
                counters: histogram.counters, smallest: histogram.smallest, largest: histogram.largest,
                total: histogram.total)
            #expect(copy == histogram)
        }
    }

    @Test(
        "Counters and totals that do not match restore nothing",
        arguments: [
            ([], 0, 0, 0), ([(5, 0)], 5, 5, 5), ([(5, -1)], 5, 5, 5), ([(5, 1), (5, 1)], 5, 5, 10),
            ([(6, 1), (5, 1)], 5, 6, 11), ([(5, 1)], 4, 5, 5), ([(5, 1)], 5, 6, 6), ([(5, 1)], 5, 5, 4),
            ([(-1, 1)], 0, 0, 0), ([(4_000, 1)], 0, 0, 0), ([(5, .max)], 5, 5, 5),
        ] as [([(Int, Int)], UInt64, UInt64, UInt64)])
    func refused(_ counters: [(Int, Int)], _ smallest: UInt64, _ largest: UInt64, _ total: UInt64) {
        let pairs = counters.map { (place: $0.0, count: $0.1) }
        #expect(Histogram(counters: pairs, smallest: smallest, largest: largest, total: total) == nil)
    }
}
