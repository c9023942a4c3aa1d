import Basics

/// The parts of the sentence that describes a step of a plan.
struct StepPhrase {
    let values: StepValues

    /// The shortest clear name of the device that the step is about.
    var device: String { self.values.device?.fullName ?? "" }

    func text(_ key: String) -> String { self.values.text(key) ?? "" }

    /// The id of a notification, or a placeholder for an empty id.
    func name(_ key: String) -> String { Self.name(self.text(key)) }

    func time(_ key: String) -> String { self.values.time(key)?.words ?? "" }

    /// The text ` for 10m`, or nothing when the step has no end.
    var length: String { self.values.time("for").map { " for \($0.words)" } ?? "" }

    /// The text `the next tap` or `the next 3 taps`.
    func next(_ noun: String) -> String { "the next \(self.counted(noun))" }

    /// The text `tap` or `3 taps`.
    func counted(_ noun: String) -> String {
        self.values.count == 1 ? noun : "\(self.values.count) \(noun)s"
    }

    /// Returns `one` when the count is one, and `several` otherwise.
    func number(_ one: String, _ several: String) -> String { self.values.count == 1 ? one : several }

    static func name(_ id: String) -> String { id.isEmpty ? "(no id)" : id }
}

extension Scenario {
    /// The sentence for a step: `publish n1 to alice`.
    package func phrase(of deed: Deed) -> String {
        let (kind, values) = deed.row
        return kind.phrase(StepPhrase(values: values))
    }
}
