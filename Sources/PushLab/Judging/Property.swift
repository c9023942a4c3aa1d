/// A promise of the whole system, by its number.
package enum Property: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// An expectation of a scenario or a test.
    case expectation = 0
    case p1 = 1
    case p2, p3, p4, p5, p6, p7, p8, p9, p10
    case p11, p12, p13, p14, p15, p16, p17, p18, p19, p20
    case p21, p22, p23, p24, p25, p26, p27, p28, p29, p30
    case p31, p32, p33, p34, p35, p36, p37, p38, p39, p40
    case p41, p42, p43, p44, p45

    /// The id in files and reports: `P15`.
    package var id: String { self == .expectation ? "expect" : "P\(self.rawValue)" }

    package init?(id: String) {
        guard let found = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = found
    }

    package static func < (one: Property, other: Property) -> Bool { one.rawValue < other.rawValue }
}
