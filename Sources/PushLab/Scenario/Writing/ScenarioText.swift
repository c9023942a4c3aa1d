import Basics

extension Scenario {
    /// The scenario as a file that somebody could have written; reading it gives the same scenario.
    package var yaml: String {
        var lines = ["version: \(Scenario.formatVersion)"]
        if !self.about.isEmpty { lines.append("about: \(YAMLText.of(self.about))") }
        if let seed { lines.append("seed: \(seed)") }
        if self.isHeavy { lines.append("weight: heavy") }
        if self.host != Scenario.usualHost { lines.append("host: \(YAMLText.of(self.host))") }
        lines += ["users:"] + self.people.map { "  \(YAMLText.of($0.name)): \(Self.map(of: $0))" }
        lines += self.networkLines
        if let serviceLine { lines.append(serviceLine) }
        if let pushLine { lines.append(pushLine) }
        lines += self.faultLines
        if let relation { lines.append("relation: \(relation.rawValue)") }
        if !self.traps.isEmpty {
            lines.append("traps: [\(self.traps.map(\.rawValue).sorted().joined(separator: ", "))]")
        }
        #if Mutants
            if !self.mutants.isEmpty {
                lines.append("mutants: [\(self.mutants.map(\.rawValue).sorted().joined(separator: ", "))]")
            }
        #endif
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

    /// When it is done: since the beginning, or after the step before where that is the shorter thing to say.
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

    /// The word of a deed in files.
    func word(of deed: Deed) -> String { String(self.text(of: deed).prefix { $0 != ":" }) }

    private func text(of deed: Deed) -> String {
        switch deed {
        case .publish(let notification, let user): return "publish: {\(self.text(of: notification, user))}"
        case .device(let deed, let device): return self.text(of: deed, device)
        case .burst(let stem, let count, let user):
            let whom = self.people.count > 1 ? ", user: \(YAMLText.of(user))" : ""
            return "burst: {as: \(YAMLText.of(stem)), count: \(count)\(whom)}"
        case .expireCursors(let user): return "expire_cursors: \(YAMLText.of(user))"
        case .killService(let time): return "kill_service: {for: \(time)}"
        case .killServer(let time): return "kill_server: {for: \(time)}"
        case .partition(let cut, let time): return "partition: {\(self.text(of: cut)), for: \(time)}"
        case .expect(let expectation): return "expect: {\(self.text(of: expectation))}"
        case .quiesce(nil): return "quiesce: {}"
        case .quiesce(let limit?): return "quiesce: {within: \(limit)}"
        case .random(let deeds):
            let (low, high) = (deeds.count.lowerBound, deeds.count.upperBound)
            let unwanted = RandomDeeds.words.filter(deeds.unwanted.contains).joined(separator: ", ")
            return "random: {operations: \(low == high ? "\(low)" : "\(low)..\(high)"), over: \(deeds.span)"
                + (unwanted.isEmpty ? "}" : ", without: [\(unwanted)]}")
        }
    }

    private func text(of cut: Cut) -> String {
        let devices = cut.devices.map { YAMLText.of(self.title(of: $0)) }
        let lists = [("devices", devices), ("push", cut.pushes.map(\.rawValue))]
        return lists.filter { !$0.1.isEmpty }.map { "\($0.0): [\($0.1.joined(separator: ", "))]" }
            .joined(separator: ", ")
    }

    private func text(of notification: LabNotification, _ user: String) -> String {
        var parts = ["as: \(YAMLText.of(notification.id))"]
        if self.people.count > 1 { parts.append("user: \(YAMLText.of(user))") }
        if notification.content != "content of \(notification.id)" {
            parts.append("content: \(YAMLText.of(notification.content))")
        }
        if notification.isVisual { parts.append("visual: true") }
        if let lifetime = notification.lifetime { parts.append("expires: \(Interval(lifetime))") }
        return parts.joined(separator: ", ")
    }

    private func text(of deed: DeviceDeed, _ name: DeviceName) -> String {
        let device = YAMLText.of(self.title(of: name))
        func with(_ key: String, _ more: String?) -> String {
            more.map { "\(key): {device: \(device), \($0)}" } ?? "\(key): \(device)"
        }
        switch deed {
        case .act(let act, let id): return with(act.rawValue, "n: \(YAMLText.of(id))")
        case .offline(let time): return with("offline", time.map { "for: \($0)" })
        case .lowPower(let time): return with("low_power", time.map { "for: \($0)" })
        case .oddPage(let odd, let count): return with(odd.rawValue, count == 1 ? nil : "count: \(count)")
        case .setClock(.zero): return with("set_clock", nil)
        case .setClock(let skew):
            return with("set_clock", skew < .zero ? "behind: \(.zero - skew as Interval)" : "ahead: \(skew)")
        case .restore(let source):
            let title = source.map { YAMLText.of(self.title(of: DeviceName(user: name.user, device: $0))) }
            return with("restore", title.map { "from: \($0)" })
        case .signIn(let account): return with("sign_in", "account: \(account.rawValue)")
        case .delayAnswer(let time): return with("delay_answer", "by: \(time)")
        case .repeatTap(let time): return with("repeat_tap", "after: \(time)")
        case .delayTap(let time): return with("delay_tap", "by: \(time)")
        case .fault(let fault, let count): return with(fault.rawValue, count == 1 ? nil : "count: \(count)")
        case .refuseConnections(let fault, let count):
            let counted = count == 1 ? "" : "count: \(count), "
            return with("refuse_connections", "\(counted)because: \(fault.rawValue)")
        default:
            guard let key = DeviceDeed.plain.first(where: { $0.value == deed })?.key else {
                preconditionFailure("a deed that has no word: \(deed)")
            }
            return with(key, nil)
        }
    }

    // MARK: Expectations

    private func text(of expectation: Expectation) -> String {
        switch expectation {
        case .agreement: "agree: all"
        case .hold(let promises) where promises == Property.everyPromise: "hold: all"
        case .hold(let promises):
            "hold: \(promises.lowerBound.id)"
                + (promises.lowerBound == promises.upperBound ? "" : "..\(promises.upperBound.id)")
        case .everywhere(let id, let sight): "everywhere: \(YAMLText.of(id))\(Self.text(of: sight))"
        case .on(let device, let id, let sight):
            "device: \(YAMLText.of(self.title(of: device))), n: \(YAMLText.of(id))\(Self.text(of: sight))"
        }
    }

    private static func text(of sight: Sight) -> String {
        let state = sight.state.map { ", state: \($0.rawValue)" } ?? ""
        let read = sight.isRead.map { ", read: \($0)" } ?? ""
        let banner = sight.banner.map { ", banner: \($0.rawValue)" } ?? ""
        return state + read + banner
    }
}

extension Scenario {
    /// A letter, and then letters, digits, hyphens and underscores, forty at most.
    package static func isName(_ name: String) -> Bool {
        (name.utf8.first.map { ASCII.isLetter($0) } ?? false) && name.utf8.count <= 40
            && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// A name of a user or device that no scenario file takes, if there is one.
    package var nameThatNoFileTakes: String? {
        self.people.flatMap { [$0.name] + $0.devices.map(\.name) }.first { !Self.isName($0) }
    }
}
