import Basics

/// A promise about two runs of one plan. The second run has a change that must not matter, so both runs must lead to
/// the same screens.
///
/// A relation needs no expected result, so it holds for every app and every server.
package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// Everything is read again in the end.
    case readAnew = "P10"
    /// Each page contains all of its changes twice.
    case pagesRepeated = "P11"
    /// Every tap is lost, and devices sync in the end.
    case tapsLost = "P20"
    /// Taps come twice, late and out of order.
    case tapsMixedUp = "P21"
    /// Changes come in another order.
    case deliveryPermuted = "P25"
    /// The clocks of devices are wrong.
    case clocksWrong = "P34"

    package var property: Property {
        guard let property = Property(id: self.rawValue) else { preconditionFailure("a relation is a promise") }
        return property
    }

    package init?(_ property: Property) { self.init(rawValue: property.id) }

    /// On average, one out of this many seeds gets a relation.
    private static let oneInSoMany: UInt64 = 4

    /// Chooses the relation of a seed.
    ///
    /// Most seeds have none, because a second run takes as long as the first.
    static func chosen(by seed: UInt64) -> Relation? {
        let die = Die(seed: seed)
        func draw(_ n: UInt64) -> Draw { die.draw(.relation, entity: .max, cause: DieCause(step: 0), n: n) }
        return draw(0).below(Self.oneInSoMany) == 0 ? draw(1).choice(of: Self.allCases) : nil
    }

    /// The difference of the second run, in words that follow "a second run": "in which every tap is lost and the
    /// devices sync at the end".
    package var words: String { self.variation.words }

    /// The variation of the second run.
    var variation: any Variation {
        switch self {
        case .readAnew: ReadingAnew()
        case .pagesRepeated: RepeatedPages()
        case .tapsLost: LostTaps()
        case .tapsMixedUp: MixedUpTaps()
        case .deliveryPermuted: PermutedDelivery()
        case .clocksWrong: WrongClocks()
        }
    }
}

extension Scenario {
    /// The plan with the relation that its seed chooses, unless the plan already has a relation.
    func related(by seed: UInt64) -> Scenario {
        var related = self
        related.relation = self.relation ?? Relation.chosen(by: seed)
        return related
    }
}
