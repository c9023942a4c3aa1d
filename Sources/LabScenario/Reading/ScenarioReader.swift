package import PushLab
import Basics

/// The result of reading a file: a scenario, or all faults in it.
package enum ScenarioReading: Hashable, Sendable {
    case scenario(Scenario)
    case faults([ScenarioFault])

    /// Reads the text of a scenario file: YAML or JSON. JSON is a subset of YAML.
    ///
    /// `parts` provides the included files. Without it, a text cannot include anything.
    package init(_ text: [UInt8], named name: String = "", parts: PartContent.Source? = nil) {
        var inclusion = Inclusion(named: name, parts)
        let root: YAMLNode?
        do { root = try inclusion.tree(of: text) } catch {
            self = .faults((inclusion.list.faults + [error]).sorted())
            return
        }
        var reader = ScenarioReader(list: inclusion.list)
        // If an included file is missing, most names would be unknown. In this case nothing else is reported.
        let scenario = inclusion.isWhole ? reader.read(root) : nil
        let faults = reader.list.faults.map { fault in
            var fault = fault
            if fault.place.file > 0 { fault.part = inclusion.files[fault.place.file] }
            return fault
        }
        // If a file is included twice, its faults are reported once.
        if let scenario, faults.isEmpty { self = .scenario(scenario) } else { self = .faults(Set(faults).sorted()) }
    }
}

/// Creates a scenario from a tree.
struct ScenarioReader {
    static let keys = [
        "version", "include", "about", "seed", "weight", "needs", "host", "users", "network", "service", "push", "app",
        "vary", "faults", "relation", "traps", "steps", "expect", "thresholds",
    ]

    var list = FaultList()

    mutating func read(_ root: YAMLNode?) -> Scenario? {
        guard let root else {
            self.list.add("the file is empty; 'shouldertap new' writes an example", at: .start)
            return nil
        }
        guard let fields = self.list.fields(root, "a scenario", Self.keys) else { return nil }
        self.list.checkVersion(fields)
        var scenario = Scenario(people: self.people(fields))
        scenario.about = fields["about"].flatMap { self.list.text($0, "'about'") } ?? ""
        scenario.seed = fields["seed"].flatMap { self.seed($0) }
        let weight = fields["weight"].flatMap { self.list.word($0, "weight", among: ["light", "heavy"]) }
        scenario.isHeavy = weight == "heavy"
        scenario.needs = fields["needs"].flatMap { self.needs($0) }
        if let host = fields["host"].flatMap({ self.host($0) }) { scenario.host = host }
        if let network = fields["network"] { self.read(network, into: &scenario.network) }
        if let service = fields["service"] { self.readService(service, into: &scenario) }
        if let push = fields["push"] { self.readPush(push, into: &scenario) }
        scenario.usesFacade =
            fields["app"].flatMap { self.list.word($0, "app", among: ["reference", "facade"]) } == "facade"
        scenario.varied = Set(self.choices(fields["vary"], "'vary'", "setting"))
        scenario.faults = fields["faults"].flatMap { self.faults($0) }
        scenario.relation = fields["relation"].flatMap { self.list.choice($0, "relation", Relation.self) }
        scenario.traps = Set(self.choices(fields["traps"], "'traps'", "trap"))
        var steps = StepReader(scenario, self.list)
        scenario.steps = steps.read(fields)
        scenario.expectations = steps.expectations(fields["expect"])
        self.list = steps.list
        if let faults = fields["faults"] { self.checkStorm(faults, scenario) }
        scenario.thresholds = fields["thresholds"].map { self.thresholds($0) } ?? []
        return scenario
    }

    private mutating func seed(_ node: YAMLNode) -> UInt64? {
        if case .scalar(let text, let isPlain) = node.content, isPlain || text.hasPrefix("0x") {
            let isHex = text.hasPrefix("0x")
            let digits = isHex ? text.dropFirst(2) : text[...]
            if digits.first?.isHexDigit == true, let seed = UInt64(digits, radix: isHex ? 16 : 10) { return seed }
        }
        self.list.add("'seed' must be a number below 2^64, in decimal or as 0x and hex digits", at: node.place)
        return nil
    }

    private mutating func host(_ node: YAMLNode) -> String? {
        guard let host = self.list.text(node, "'host'", atMost: 253) else { return nil }
        let isHost = !host.isEmpty && host.utf8.allSatisfy { ASCII.isDigit($0) || Self.hostBytes.contains($0) }
        guard isHost else {
            self.list.add(
                "'host' must be a name such as contoso.com, in lowercase letters, digits, '-' and '.'", at: node.place)
            return nil
        }
        guard host.split(separator: ".").allSatisfy({ $0.utf8.count <= Self.longestLabel }) else {
            self.list.add("each part of 'host' must have at most \(Self.longestLabel) characters", at: node.place)
            return nil
        }
        return host
    }

    /// The maximum length of one label of a host name. A label is the part between two dots.
    private static let longestLabel = 63
    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz-.".utf8)

    mutating func choices<Choice: CaseIterable & RawRepresentable<String>>(
        _ node: YAMLNode?, _ key: String, _ role: String
    ) -> [Choice] {
        guard let node, let items = self.list.list(node, key) else { return [] }
        return items.compactMap { self.list.choice($0, role, Choice.self) }
    }

    /// The maximum number of changes that the service puts on a page.
    static let mostOnPage = 100

    private mutating func readService(_ node: YAMLNode, into scenario: inout Scenario) {
        guard let fields = self.list.fields(node, "'service'", ["page", "commit"]) else { return }
        scenario.pageSize = fields["page"].flatMap { self.list.count($0, "'page'", in: 1...Self.mostOnPage) }
        guard let commit = fields["commit"], let spread = self.list.spread(commit, "'commit'") else { return }
        scenario.commit = spread
        guard spread.longest > Self.longestCommit else { return }
        self.list.add(
            "'commit' can reach \(spread.longest); the limit is \(Self.longestCommit)", at: commit.place)
    }

    /// The maximum commit time.
    ///
    /// A store that takes longer counts as down. Use `kill_service` to simulate this.
    static let longestCommit = Interval.minutes(1)

    private mutating func thresholds(_ node: YAMLNode) -> [Threshold] {
        let names = Measure.allCases.map(\.rawValue)
        let known = names + Measure.nicknames.map(\.key)
        guard !node.isNull, let fields = self.list.fields(node, "'thresholds'", known) else { return [] }
        return Measure.allCases.flatMap { measure -> [Threshold] in
            let keys = [measure.rawValue] + Measure.nicknames.filter { $0.value == measure }.map(\.key)
            return keys.flatMap { self.thresholds(fields[$0], of: measure, called: $0) }
        }
    }

    private mutating func thresholds(_ node: YAMLNode?, of measure: Measure, called key: String) -> [Threshold] {
        guard let node else { return [] }
        if case .scalar = node.content { return self.threshold(node, measure).map { [$0] } ?? [] }
        let nodes = self.list.list(node, "'\(key)'") ?? []
        return nodes.compactMap { self.threshold($0, measure) }
    }

    private mutating func threshold(_ node: YAMLNode, _ measure: Measure) -> Threshold? {
        guard let text = self.list.text(node, "a threshold", atMost: 40) else { return nil }
        guard let threshold = Threshold(text, of: measure) else {
            self.list.add("'\(text)' is not a threshold; write it like p(99)<2000, max<=2 or avg<1.5", at: node.place)
            return nil
        }
        return threshold
    }

    // MARK: The network

    private mutating func read(_ node: YAMLNode, into network: inout LabNetwork) {
        let keys = ["connect", "fetch", "send", "signal"]
        guard let fields = self.list.fields(node, "'network'", keys) else { return }
        if let fields = self.part("connect", of: fields, ["latency", "refused"]) {
            self.set(latency: &network.connecting, fields["latency"])
            self.set(&network.connectionsRefusedPercent, fields["refused"], "'refused'")
        }
        if let fields = self.part("fetch", of: fields, ["latency", "loss", "answer_loss"]) {
            self.set(latency: &network.crossing, fields["latency"])
            self.set(&network.requestsLostPercent, fields["loss"], "'loss'")
            self.set(&network.answersLostPercent, fields["answer_loss"], "'answer_loss'")
        }
        if let fields = self.part("send", of: fields, ["latency"]) {
            self.set(latency: &network.sending, fields["latency"])
        }
        if let fields = self.part("signal", of: fields, ["delay", "loss", "dup", "coalesce"]) {
            self.set(&network.tapping, fields["delay"], "'delay'")
            self.set(&network.tapsLostPercent, fields["loss"], "'loss'")
            self.set(&network.tapsDoubledPercent, fields["dup"], "'dup'")
            let coalescing = fields["coalesce"].flatMap {
                self.list.choice($0, "coalescing", Scenario.Coalescing.self)
            }
            network.coalescesTaps = coalescing == .byId
        }
    }

    private mutating func part(_ key: String, of fields: Fields, _ known: [String]) -> Fields? {
        fields[key].flatMap { self.list.fields($0, "'\(key)'", known) }
    }

    private mutating func set(_ delay: inout LabDelay, _ node: YAMLNode?, _ what: String) {
        if let spread = node.flatMap({ self.list.spread($0, what) }) { delay = LabDelay(spread) }
    }

    private mutating func set(latency: inout LabDelay, _ node: YAMLNode?) {
        self.set(&latency, node, "'latency'")
        guard let node, latency.spread.longest > LabNetwork.longestLatency else { return }
        self.list.add(
            "'latency' can reach \(latency.spread.longest); the limit is \(LabNetwork.longestLatency). "
                + "For messages that never arrive, use 'loss' or 'refused'", at: node.place)
    }

    private mutating func set(_ share: inout Int, _ node: YAMLNode?, _ what: String) {
        if let percent = node.flatMap({ self.list.percent($0, what) }) { share = percent }
    }
}
