import Basics

/// The parts of the sentence that a plan says about a step.
struct StepPhrase {
    let values: StepValues

    /// The device that the step is about.
    var device: String { self.values.device.map { "\($0.user).\($0.device)" } ?? "" }

    func text(_ key: String) -> String { self.values.text(key) ?? "" }

    /// The id of a notification; an empty one is visible too.
    func name(_ key: String) -> String { Self.name(self.text(key)) }

    func time(_ key: String) -> String { self.values.time(key)?.words ?? "" }

    /// ` for 10m`, or nothing where the step has no end.
    var length: String { self.values.time("for").map { " for \($0.words)" } ?? "" }

    /// `the next tap` or `the next 3 taps`
    func next(_ noun: String) -> String { "the next \(self.counted(noun))" }

    /// `tap` or `3 taps`
    func counted(_ noun: String) -> String {
        self.values.count == 1 ? noun : "\(self.values.count) \(noun)s"
    }

    /// One of two words, for one thing or for several.
    func number(_ one: String, _ several: String) -> String { self.values.count == 1 ? one : several }

    static func name(_ id: String) -> String { id.isEmpty ? "(no id)" : id }
}

extension Scenario {
    /// A step in a sentence: `publish n1 to alice`.
    package func phrase(of deed: Deed) -> String {
        let (kind, values) = deed.row
        return kind.phrase(StepPhrase(values: values))
    }
}
