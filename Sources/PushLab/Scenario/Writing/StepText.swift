import Basics

/// Steps and expectations in the format of scenario files.
extension Scenario {
    /// The word of a step in files.
    func word(of deed: Deed) -> String { deed.kind.word }

    func text(of deed: Deed) -> String {
        let (kind, values) = deed.row
        let isAlone = kind.fields.count { values[$0.key] != nil } == 1
        if isAlone, let lead = kind.lead, let value = values[lead.key] {
            return "\(kind.word): \(self.text(of: value))"
        }
        return "\(kind.word): {\(self.text(of: values, kind))}"
    }

    func text(of expectation: Expectation) -> String {
        let deed = Deed.expect(expectation)
        return self.text(of: deed.values, deed.kind)
    }

    private func text(of values: StepValues, _ kind: StepKind) -> String {
        let parts = kind.fields.compactMap { field -> String? in
            if case .user = field.value, self.people.count == 1 { return nil }
            return values[field.key].map { "\(field.key): \(self.text(of: $0))" }
        }
        return parts.joined(separator: ", ")
    }

    private func text(of value: StepValue) -> String {
        switch value {
        case .text(let text): YAMLText.of(text)
        case .word(let word): word
        case .words(let words): "[\(words.joined(separator: ", "))]"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .numbers(let range):
            range.lowerBound == range.upperBound
                ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
        case .time(let time): "\(time)"
        case .device(let device): YAMLText.of(self.title(of: device))
        case .devices(let devices):
            "[\(devices.map { YAMLText.of(self.title(of: $0)) }.joined(separator: ", "))]"
        }
    }
}
