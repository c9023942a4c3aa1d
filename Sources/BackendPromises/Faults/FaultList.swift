import Basics

/// The faults of one run, in the order of the pushes that they affect.
package struct FaultList: Hashable, Sendable, CustomStringConvertible {
    package var faults: [PushFault]

    package init(_ faults: [PushFault] = []) { self.faults = faults }

    /// The text form of the list, such as `503x2@4,reset@7`. The form of an empty list is `none`.
    package var description: String {
        self.faults.isEmpty ? "none" : self.faults.map(\.description).joined(separator: ",")
    }

    /// Reads what ``description`` writes.
    package init?(_ text: String) {
        guard text != "none" else {
            self.init()
            return
        }
        var faults: [PushFault] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let fault = PushFault(word) else { return nil }
            faults.append(fault)
        }
        self.init(faults)
    }

    /// Whether a backend without mistakes can still get every push to its device.
    package var isSurvivable: Bool { self.faults.allSatisfy(\.isSurvivable) }
}

// MARK: - From a seed

extension DiePurpose {
    fileprivate static let faultCount = DiePurpose(number: 2_101)
    fileprivate static let faultKind = DiePurpose(number: 2_102)
    fileprivate static let faultPlace = DiePurpose(number: 2_103)
    fileprivate static let faultLength = DiePurpose(number: 2_104)
}

extension FaultList {
    /// The kinds of faults, with their weights and the possible numbers of affected pushes.
    private static let kinds: [(kind: PushFault.Kind, weight: Int, counts: [Int])] = [
        (.unavailable, 5, [1, 2, 2, 2]), (.unavailable, 1, [14]), (.tooMany, 3, [1, 2, 2]), (.broken, 1, [1, 2]),
        (.gone, 5, [1]), (.reset, 2, [1]), (.unanswered, 3, [1]), (.drop, 1, [1]), (.goaway, 2, [1]), (.slow, 1, [1]),
        (.lost, 1, [1]), (.late, 1, [1]),
    ]

    private static let mostFaults: UInt64 = 4
    /// The last push that may be affected. Early pushes are affected more often than late ones.
    private static let lastPush: UInt64 = 12

    /// Creates the faults of a seed. Each kind is drawn independently, so a new kind does not change the others.
    package init(seed: UInt64) {
        let die = Die(seed: seed)
        func draw(_ purpose: DiePurpose, _ fault: UInt64, _ n: UInt64 = 0) -> Draw {
            die.draw(purpose, entity: fault, cause: DieCause(step: 0), n: n)
        }
        let wheel = Self.kinds.flatMap { row in Array(repeating: row, count: row.weight) }
        let count = 1 + draw(.faultCount, 0).below(Self.mostFaults)
        var faults: [PushFault] = []
        for number in 0..<count {
            guard let row = draw(.faultKind, number).choice(of: wheel) else { continue }
            let place = min(
                draw(.faultPlace, number).below(Self.lastPush), draw(.faultPlace, number, 1).below(Self.lastPush))
            let length = draw(.faultLength, number).choice(of: row.counts) ?? 1
            let fault = PushFault(row.kind, at: Int(place) + 1, count: length)
            // One push has one fault.
            if !faults.contains(where: { $0.push == fault.push }) { faults.append(fault) }
        }
        self.init(faults.sorted { $0.push < $1.push })
    }
}
