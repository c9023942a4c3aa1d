/// The way in which a kind of step is chosen at random.
///
/// Each kind lists its own faces of a die. Therefore a seed draws the same steps even if the table is reordered or gets
/// a new row.
package enum StepChance: Hashable, Sendable {
    /// Random steps never include this step.
    case never
    /// Random steps include this step only near another step, which is named here. If the other step is left out, this
    /// step is left out too.
    case with(String)
    /// Random steps include this step only together with others, as a group.
    case inGroups
    /// Random steps include this step if its die shows one of these faces.
    ///
    /// If several kinds of steps have the same face, one of them is chosen at random. Their lots determine their order
    /// in this choice.
    case faces(StepDie, ClosedRange<Int>, lot: Int = 0)

    /// Whether a scenario can ask for random steps that do not include this step.
    var isNamed: Bool {
        switch self {
        case .inGroups, .faces: true
        case .never, .with: false
        }
    }
}

/// The dice that are rolled to choose random steps.
///
/// The numbers of faces are part of the format of seeds.
package enum StepDie: Int, Hashable, Sendable, CaseIterable {
    /// The die that is rolled first, for every step.
    case any = 100
    /// The die that chooses a change of an app or a device.
    case change = 18
    /// The die that chooses a fault of a device's links.
    case trouble = 8

    /// Returns the die to roll next if the first die shows this face. Returns nil if the first die alone decides.
    static func second(after face: Int) -> StepDie? {
        switch face {
        case 60..<85: .change
        case 85..<100: .trouble
        default: nil
        }
    }

    /// For each face of this die, the kinds of steps on this face, in the order of their lots.
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
    /// A closure that makes a step with randomly chosen values.
    enum Choose: Sendable {
        case step(@Sendable (inout DeedWriter) -> Scenario.Deed)
        /// Makes a step for a device that is already chosen.
        case onDevice(@Sendable (inout DeedWriter) -> Scenario.DeviceDeed)
    }
}
