/// A probability in parts per million, so that no decision depends on floating point.
package struct Odds: Hashable, Comparable, Sendable {
    /// The parts per million, from 0 (never) to 1,000,000 (always).
    package let partsPerMillion: UInt32

    private static let whole: UInt32 = 1_000_000

    /// Creates odds. Returns nil above 1,000,000 parts per million.
    package init?(exactlyPartsPerMillion parts: UInt64) {
        guard parts <= UInt64(Self.whole) else { return nil }
        self.partsPerMillion = UInt32(parts)
    }

    private init(checked parts: UInt32) {
        precondition(parts <= Self.whole, "odds are at most one")
        self.partsPerMillion = parts
    }

    package static let never = Odds(checked: 0)
    package static let always = Odds(checked: Odds.whole)

    package static func percent(_ parts: UInt32) -> Odds { .permille(parts * 10) }
    package static func permille(_ parts: UInt32) -> Odds { .partsPerMillion(parts * 1_000) }
    package static func partsPerMillion(_ parts: UInt32) -> Odds { Odds(checked: parts) }

    package static func < (left: Odds, right: Odds) -> Bool { left.partsPerMillion < right.partsPerMillion }
}
