/// The weight of a kind of step in random choice.
///
/// Each kind lists its own faces of a die. Therefore a seed draws the same steps even if the table is reordered or gets
/// a new row.
package enum StepChance: Hashable, Sendable {
    /// Random choice does not make the step.
    case never
    /// Random choice makes the step near another step. If the other step is left out, this step is left out too.
    case with(String)
    /// Random choice makes the step only together with others.
    case inGroups
    /// Random choice makes the step when its die shows one of these faces.
    ///
    /// If several steps have the same faces, they are ordered by their lots, and one of them is chosen at random.
    case faces(StepDie, ClosedRange<Int>, lot: Int = 0)

    /// Whether a scenario can ask random choice to leave the step out.
    var isNamed: Bool {
        switch self {
        case .inGroups, .faces: true
        case .never, .with: false
        }
    }
}

/// The dice of random choice.
///
/// The numbers of faces are part of the format of seeds.
package enum StepDie: Int, Hashable, Sendable, CaseIterable {
    /// The die that is rolled first, for every step.
    case any = 100
    /// The die for changes of an app or a device.
    case change = 18
    /// The die for faults of the links of a device.
    case trouble = 8

    /// Returns the die to roll next if the first die shows this face. Returns nil if the first die alone decides.
    static func second(after face: Int) -> StepDie? {
        switch face {
        case 60..<85: .change
        case 85..<100: .trouble
        default: nil
        }
    }

    /// The steps on each face, in the order of their lots.
    var lots: [[StepKind]] { Self.allLots[self] ?? [] }

    // Used for lookup only: iteration order is not deterministic.
    private static let allLots = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Self.lots(of: $0)) })

    private static func lots(of die: StepDie) -> [[StepKind]] {
        (0..<die.rawValue).map { face in
            let found = StepTable.all.compactMap { kind -> (lot: Int, kind: StepKind)? in
                guard case .faces(die, let faces, let lot) = kind.chance, faces.contains(face) else { return nil }
                return (lot, kind)
            }
            return found.sorted { $0.lot < $1.lot }.map(\.kind)
        }
    }
}

extension StepKind {
    /// The values that random choice gives a step.
    enum Choose: Sendable {
        case step(@Sendable (inout DeedWriter) -> Scenario.Deed)
        /// Gives values to a step on a device that is already chosen.
        case onDevice(@Sendable (inout DeedWriter) -> Scenario.DeviceDeed)
    }
}
