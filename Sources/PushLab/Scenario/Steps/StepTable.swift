/// The table of steps, one row for each kind, in the order of the article.
package enum StepTable {
    package static let all: [StepKind] =
        publications + acts + appSteps + deviceSteps + linkSteps + pushes + storedState + hazards + planSteps

    /// The words of all steps.
    package static let words = all.map(\.word)

    // Used for lookup only: iteration order is not deterministic.
    private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

    /// The kind of step with a word.
    package static func kind(_ word: String) -> StepKind? { Self.byWord[word] }
}

extension Scenario.Deed {
    /// The row for this step in the table of steps, and the values of this step.
    var row: (kind: StepKind, values: StepValues) {
        for kind in StepTable.all {
            if let values = kind.values(self) { return (kind, values) }
        }
        preconditionFailure("no row in the table of steps for \(self)")
    }

    package var kind: StepKind { self.row.kind }

    package var values: StepValues { self.row.values }

    /// The ids of the notifications that the step publishes.
    package var published: [String] {
        switch self {
        case .publish(let notification, _): [notification.id]
        case .burst(let stem, let count, _): (1...count).map { "\(stem)\($0)" }
        default: []
        }
    }

    /// Simpler steps that may show the same failure, the simplest first.
    var simpler: [Scenario.Deed] {
        let (kind, values) = self.row
        if let easing = kind.easing { return easing(self) }
        let eased = kind.fields.flatMap { field in
            field.simpler(than: values[field.key]).compactMap { value -> Scenario.Deed? in
                var values = values
                values[field.key] = value
                return kind.make(values)
            }
        }
        return eased + kind.simplerDeeds.compactMap { deed in values.device.map { .device(deed, $0) } }
    }

    /// The number of times that the step happens; nil for a step that has no count.
    var count: Int? {
        let (kind, values) = self.row
        return kind.fields.contains { $0.key == StepField.count.key } ? values.count : nil
    }

    /// The same step with another count.
    func times(_ count: Int) -> Scenario.Deed {
        var (kind, values) = self.row
        values[StepField.count.key] = .number(count)
        return kind.make(values) ?? self
    }
}

extension StepField {
    /// Returns simpler values for the key, the simplest first. If a value is nil, the key is left out.
    fileprivate func simpler(than value: StepValue?) -> [StepValue?] {
        guard let value else { return [] }
        switch (self.easing, value) {
        case (.absent, _): return [nil]
        case (.shorter, .time(let time)): return time.simpler.map { .time($0) }
        case (.absentOrShorter, .time(let time)): return [nil] + time.simpler.map { .time($0) }
        case (.word(let word), _): return value == .word(word) ? [] : [.word(word)]
        default: return []
        }
    }
}
