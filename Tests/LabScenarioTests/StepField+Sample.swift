import PushLab

extension StepField {
    /// A value of the field in a file with the devices `phone` and `tablet` of `alice`, who has `n1`.
    var sample: String {
        switch self.value {
        case .device: "phone"
        case .sibling: "tablet"
        case .user: "alice"
        case .id: "n2"
        case .notification: "n1"
        case .text: "x"
        case .flag: "true"
        case .time: "2s"
        case .count, .numbers: "3"
        case .rate: "20/m"
        case .word(_, let choices, _): choices[choices.count - 1]
        case .devices: "[phone]"
        case .platforms: "[ios]"
        case .steps: "[crash]"
        case .extraSteps: "[slow]"
        }
    }
}

extension StepKind {
    /// A step with the samples of some of its fields.
    func sample(_ isWanted: (StepField) -> Bool) -> String {
        let fields = self.fields.filter(isWanted).map { "\($0.key): \($0.sample)" }
        return "  - \(self.word): {\(fields.joined(separator: ", "))}"
    }
}
