import Basics

/// A promise about two runs of one plan: with something changed that must not matter, devices show the same in the end.
///
/// Nobody has to say what is right, so it holds for every app and every server.
package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// Everything is read anew in the end.
    case readAnew = "P10"
    /// Each page tells all of its changes twice.
    case pagesRepeated = "P11"
    /// Every tap is lost, and devices sync in the end.
    case tapsLost = "P20"
    /// Taps come twice, late, and before those that were sent before.
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

    /// One seed in so many is put to one.
    private static let oneInSoMany: UInt64 = 4

    /// What a seed is put to: mostly nothing, for a second run takes as long as the first.
    static func chosen(by seed: UInt64) -> Relation? {
        let die = Die(seed: seed)
        func draw(_ n: UInt64) -> Draw { die.draw(.relation, entity: .max, cause: DieCause(step: 0), n: n) }
        return draw(0).below(Self.oneInSoMany) == 0 ? draw(1).choice(of: Self.allCases) : nil
    }

    /// What is otherwise in the second run, in words that go on from "a second run".
    package var words: String { self.variation.words }

    /// What is otherwise in the second run.
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
    /// The plan with the relation that a seed puts it to, unless it says so itself.
    func related(by seed: UInt64) -> Scenario {
        var related = self
        related.relation = self.relation ?? Relation.chosen(by: seed)
        return related
    }
}
