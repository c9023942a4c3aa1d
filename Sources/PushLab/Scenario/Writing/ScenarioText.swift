import Basics

extension Scenario {
    /// The scenario as a readable file.
    ///
    /// Reading the file gives the same scenario.
    package var yaml: String {
        var lines = ["version: \(Scenario.formatVersion)"]
        if !self.about.isEmpty { lines.append("about: \(YAMLText.of(self.about))") }
        if let seed { lines.append("seed: \(seed)") }
        if self.isHeavy { lines.append("weight: heavy") }
        if let needsLine { lines.append(needsLine) }
        if self.host != Scenario.usualHost { lines.append("host: \(YAMLText.of(self.host))") }
        lines += ["users:"] + self.people.map { "  \(YAMLText.of($0.name)): \(Self.map(of: $0))" }
        lines += self.networkLines
        if let serviceLine { lines.append(serviceLine) }
        if let pushLine { lines.append(pushLine) }
        if self.usesFacade { lines.append("app: facade") }
        if !self.varied.isEmpty {
            let knobs = Knob.allCases.filter(self.varied.contains).map(\.rawValue)
            lines.append("vary: [\(knobs.joined(separator: ", "))]")
        }
        lines += self.faultLines
        if let relation { lines.append("relation: \(relation.rawValue)") }
        if !self.traps.isEmpty {
            lines.append("traps: [\(self.traps.map(\.rawValue).sorted().joined(separator: ", "))]")
        }
        lines += ["steps:"] + self.stepLines
        if self.expectations != [.agreement] {
            lines +=
                self.expectations.isEmpty
                ? ["expect: []"] : ["expect:"] + self.expectations.map { "  - {\(self.text(of: $0))}" }
        }
        lines += self.thresholdLines
        return lines.joined(separator: "\n") + "\n"
    }

    private var pushLine: String? {
        var parts: [String] = []
        if let wakeBudget { parts += ["wakes: \(wakeBudget.perHour)/h", "burst: \(wakeBudget.burst)"] }
        if let frontDoor {
            parts.append("admission: true")
            let refusals = FrontDoor.Trouble.allCases.filter { frontDoor[$0] > 0 }
                .map { "\($0.rawValue): \(frontDoor[$0])%" }
            if !refusals.isEmpty { parts.append("refuse: {\(refusals.joined(separator: ", "))}") }
        }
        return parts.isEmpty ? nil : "push: {\(parts.joined(separator: ", "))}"
    }

    private var serviceLine: String? {
        var parts: [String] = []
        if let sizes = self.pageSize {
            let (low, high) = (sizes.lowerBound, sizes.upperBound)
            parts.append("page: \(low == high ? "\(low)" : "\(low)..\(high)")")
        }
        if let commit { parts.append("commit: \(Self.text(commit))") }
        return parts.isEmpty ? nil : "service: {\(parts.joined(separator: ", "))}"
    }

    private static func map(of person: Person) -> String {
        let devices = person.devices.map { "\(YAMLText.of($0.name)): \($0.platform.rawValue)" }
        let account = person.account == .personal ? [] : ["account: \(person.account.rawValue)"]
        return "{\((account + devices).joined(separator: ", "))}"
    }

    private var thresholdLines: [String] {
        let lines = Measure.allCases.compactMap { measure -> String? in
            let texts = self.thresholds.filter { $0.measure == measure }.map { YAMLText.of($0.text) }
            return texts.isEmpty ? nil : "  \(measure.rawValue): [\(texts.joined(separator: ", "))]"
        }
        return lines.isEmpty ? [] : ["thresholds:"] + lines
    }

    // MARK: Steps

    private var stepLines: [String] {
        self.steps.indices.map { place in
            let step = self.steps[place]
            let time = self.timeText(of: place)
            let dice = step.dice == 0 ? "" : ", dice: \(step.dice)"
            return "  - {\(time)\(self.text(of: step.deed))\(dice)}"
        }
    }

    /// The text for the time of a step. This is the time since the beginning, or the time after the previous step if
    /// the text for that time is shorter.
    private func timeText(of place: Int) -> String {
        let step = self.steps[place]
        if step.time == .zero { return "" }
        let since = "at: \(step.time), "
        guard place > 0, step.time > self.steps[place - 1].time, !self.steps[place - 1].deed.hasOwnTime else {
            return since
        }
        let after = "after: \(step.time - self.steps[place - 1].time), "
        return after.utf8.count < since.utf8.count ? after : since
    }
}

extension Scenario {
    /// Whether a text is a name: a letter, and then letters, digits, hyphens and underscores, forty characters at most.
    package static func isName(_ name: String) -> Bool {
        (name.utf8.first.map { ASCII.isLetter($0) } ?? false) && name.utf8.count <= 40
            && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// The first name of a user or device that a scenario file does not allow. Nil if all names are allowed.
    package var nameThatNoFileTakes: String? {
        self.people.flatMap { [$0.name] + $0.devices.map(\.name) }.first { !Self.isName($0) }
    }
}
