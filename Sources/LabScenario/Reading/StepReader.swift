import Basics
import PushLab

/// What is done in a scenario, step by step.
struct StepReader {
    /// Deeds of every kind, in the order of the documentation.
    static let deeds =
        ["publish", "burst"] + UserAct.allCases.map(\.rawValue) + [
            "foreground", "background", "suspend", "force_quit", "crash", "crash_midway", "reinstall", "offline",
            "online", "low_power", "normal_power", "without_background_mode", "with_background_mode", "lock",
            "unlock", "rotate_token", "sign_in", "sign_out", "break_connection",
        ] + Scenario.Fault.allCases.map(\.rawValue) + [
            "loop_pages", "malform_pages", "delay_tap", "repeat_tap", "delay_answer", "refuse_connections",
            "foreign_push", "malformed_push", "giant_push", "set_clock", "back_up", "restore", "expire_cursors",
            "kill_service", "kill_server", "partition", "random", "expect", "quiesce",
        ]

    /// What a step may say beside its deed.
    static let keys = ["at", "after", "dice"]
    static let mostSteps = 100_000
    static let mostCount = 1_000
    /// As many as digits are read.
    static let mostDice = 999_999_999
    private static let longest = Lab.times.upperBound - Lab.times.lowerBound

    let scenario: Scenario
    var list: FaultList
    /// Which notifications are published, and whether chance publishes others.
    private(set) var published: [String] = []
    var isOpen = false
    private var time = Interval.zero
    let directory: DeviceDirectory
    // Looked up, never walked through.
    private let users: Set<String>

    init(_ scenario: Scenario, _ list: FaultList) {
        self.directory = DeviceDirectory(scenario.people)
        self.users = Set(scenario.people.map(\.name))
        self.scenario = scenario
        self.list = list
    }

    mutating func read(_ fields: Fields) -> [Scenario.Step] {
        guard let node = fields["steps"] else {
            self.list.add("'steps' is missing; write '- {publish: {as: n1, user: …}}' under it", at: fields.place)
            return []
        }
        guard let items = self.list.list(node, "'steps'") else { return [] }
        if items.isEmpty { self.list.add("'steps' is empty; a scenario does something", at: node.place) }
        guard items.count <= Self.mostSteps else {
            self.list.add("'steps' has \(items.count) steps; at most \(Self.mostSteps) are taken", at: node.place)
            return []
        }
        return items.compactMap { self.step($0) }
    }

    private mutating func step(_ node: YAMLNode) -> Scenario.Step? {
        guard let fields = self.list.fields(node, "a step", Self.keys + Self.deeds) else { return nil }
        self.readTime(fields)
        let deeds = fields.entries.filter { Self.deeds.contains($0.key) }
        guard let entry = deeds.first else {
            // Whoever misspelt the deed has been told.
            if case .map(let entries) = node.content, entries.allSatisfy({ Self.keys.contains($0.key) }) {
                self.list.add("a step does something; add a deed such as publish, dismiss or offline", at: node.place)
            }
            return nil
        }
        guard deeds.count == 1 else {
            self.list.add("a step does one thing; make '\(deeds[1].key)' a step of its own", at: deeds[1].place)
            return nil
        }
        let time = self.time
        guard let deed = self.deed(entry) else { return nil }
        switch deed {
        case .quiesce: self.time = .zero
        case .random(let deeds): self.move(by: deeds.span, node.place)
        default: break
        }
        var step = Scenario.Step(at: time, deed)
        step.dice = self.dice(fields) ?? 0
        return step
    }

    /// Whose dice the step rolls: a step of a plan keeps those that it had before others were taken out.
    private mutating func dice(_ fields: Fields) -> UInt32? {
        guard let node = fields["dice"] else { return nil }
        return self.list.number(node, "'dice'", in: 1...Self.mostDice).map { UInt32($0) }
    }

    private mutating func readTime(_ fields: Fields) {
        if let node = fields["at"], let time = self.list.duration(node, "'at'") {
            if fields["after"] != nil { self.list.add("a step says 'at' or 'after', not both", at: node.place) }
            if time < self.time {
                self.list.add("steps go forward in time: \(time) comes behind \(self.time)", at: node.place)
            }
            // One step that was moved has nothing to say of those behind it.
            self.time = time
        } else if let node = fields["after"], let pause = self.list.duration(node, "'after'") {
            self.move(by: pause, node.place)
        }
    }

    private mutating func move(by pause: Interval, _ place: Place) {
        guard let time = self.time.adding(pause), time <= Self.longest else {
            self.list.add("the steps take longer than a lab lives, \(Self.longest.words)", at: place)
            return
        }
        self.time = time
    }

    // MARK: Deeds

    private mutating func deed(_ entry: YAMLNode.Entry) -> Scenario.Deed? {
        let (key, node) = (entry.key, entry.value)
        switch key {
        case "publish": return self.publication(node)
        case "quiesce": return self.quiesce(node)
        case "burst": return self.burst(node)
        case "random": return self.random(node)
        case "expire_cursors": return self.expiry(node)
        case "kill_service": return self.kill(node, key) { .killService(for: $0) }
        case "kill_server": return self.kill(node, key) { .killServer(for: $0) }
        case "partition": return self.partition(node)
        case "expect": return self.expectation(node).map { .expect($0) }
        case "offline": return self.lasting(node, key) { .offline($0) }
        case "low_power": return self.lasting(node, key) { .lowPower($0) }
        case "sign_in": return self.signIn(node)
        case "delay_tap": return self.delay(node, key, "tap") { .delayTap($0) }
        case "repeat_tap": return self.delay(node, key, "tap", "after", again: " again") { .repeatTap($0) }
        case "delay_answer":
            return self.delay(node, key, "answer", atMost: LabNetwork.longestLatency) { .delayAnswer($0) }
        case "refuse_connections": return self.refusal(node)
        case "set_clock": return self.clock(node)
        case "restore": return self.restoration(node)
        default: break
        }
        if let act = UserAct(rawValue: key) { return self.act(act, node, key) }
        if let odd = OddPage(rawValue: key) { return self.oddPage(odd, node, key) }
        if let fault = Scenario.Fault(rawValue: key) { return self.fault(fault, node, key) }
        guard let deed = Scenario.DeviceDeed.plain.first(where: { $0.key == key })?.value else {
            preconditionFailure("a deed that nobody reads: \(key)")
        }
        return self.deviceFields(node, key, [])?.device.map { .device(deed, $0) }
    }

    private mutating func publication(_ node: YAMLNode) -> Scenario.Deed? {
        let keys = ["as", "user", "content", "visual", "expires"]
        guard let fields = self.list.fields(node, "'publish'", keys) else { return nil }
        let id = self.id(fields["as"], "'as'", fields)
        let user = self.user(fields)
        let content = fields["content"].flatMap { self.list.text($0, "'content'") }
        let isVisual = fields["visual"].flatMap { self.list.flag($0, "'visual'") } ?? false
        let lifetime = fields["expires"].flatMap { self.list.duration($0, "'expires'") }
        guard let id, let user else { return nil }
        self.published.append(id)
        let life: Duration? = lifetime.map { .microseconds($0.microseconds) }
        let text = content ?? "content of \(id)"
        return .publish(
            isVisual ? .visual(text, id: id, lifetime: life) : .raw(text, id: id, lifetime: life), user: user)
    }

    private mutating func burst(_ node: YAMLNode) -> Scenario.Deed? {
        guard let fields = self.list.fields(node, "'burst'", ["as", "count", "user"]) else { return nil }
        let stem = self.id(fields["as"], "'as'", fields)
        let user = self.user(fields)
        guard let node = fields["count"] else {
            self.list.add("'count' is missing: how many, such as 120", at: fields.place)
            return nil
        }
        guard let count = self.list.number(node, "'count'", in: 1...Self.mostCount), let stem, let user else {
            return nil
        }
        self.published += (1...count).map { "\(stem)\($0)" }
        return .burst(stem, count: count, user: user)
    }

    private mutating func id(_ node: YAMLNode?, _ what: String, _ fields: Fields) -> String? {
        guard let node else {
            self.list.add("\(what) is missing: the name of a notification", at: fields.place)
            return nil
        }
        guard let id = self.list.text(node, what, atMost: 128) else { return nil }
        guard !id.isEmpty else {
            self.list.add("\(what) is empty", at: node.place)
            return nil
        }
        return id
    }

    private mutating func user(_ fields: Fields) -> String? {
        guard let node = fields["user"] else {
            // Whom else?
            if self.users.count == 1 { return self.users.first }
            let names = self.userNames.prefix(8)
            // Where the users are wrong, there is nobody to name.
            if !names.isEmpty { self.list.add("'user' is missing: \(Spelling.list(Array(names)))", at: fields.place) }
            return nil
        }
        return self.user(called: node)
    }

    private mutating func user(called node: YAMLNode) -> String? {
        guard let word = self.list.text(node, "'user'") else { return nil }
        if self.users.contains(word) { return word }
        // Where the users are wrong, all would be unknown.
        if self.users.isEmpty { return nil }
        self.list.add("unknown user '\(word)'\(FaultList.remedy(for: word, among: self.userNames))", at: node.place)
        return nil
    }

    /// Those to name in a sentence, of whom none has a name that was refused.
    private var userNames: [String] { self.scenario.people.prefix(1_000).map(\.name).filter(Scenario.isName) }

    private mutating func act(_ act: UserAct, _ node: YAMLNode, _ key: String) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, key, ["n"]) else { return nil }
        let id = self.notification(fields?["n"], at: node.place)
        guard let id, let device else { return nil }
        return .device(.act(act, id), device)
    }

    /// A notification that was published before.
    mutating func notification(_ node: YAMLNode?, at place: Place) -> String? {
        guard let node else {
            self.list.add("'n' is missing: the name of a notification", at: place)
            return nil
        }
        guard let id = self.list.text(node, "'n'") else { return nil }
        if !self.isOpen, !self.published.contains(id) {
            let remedy = FaultList.remedy(for: id, among: self.published)
            self.list.add("notification '\(id)' is not published before\(remedy)", at: node.place)
        }
        return id
    }

    private mutating func expiry(_ node: YAMLNode) -> Scenario.Deed? {
        if case .scalar = node.content, !node.isNull {
            return self.user(called: node).map { .expireCursors(user: $0) }
        }
        guard let fields = self.list.fields(node, "'expire_cursors'", ["user"]) else { return nil }
        return self.user(fields).map { .expireCursors(user: $0) }
    }

    private mutating func quiesce(_ node: YAMLNode) -> Scenario.Deed? {
        if node.isNull { return .quiesce(within: nil) }
        guard let fields = self.list.fields(node, "'quiesce'", ["within"]) else { return nil }
        return .quiesce(within: fields["within"].flatMap { self.list.duration($0, "'within'") })
    }

    private mutating func lasting(
        _ node: YAMLNode, _ key: String, _ deed: (Interval?) -> Scenario.DeviceDeed
    ) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, key, ["for"]) else { return nil }
        let time = fields?["for"].flatMap { self.list.duration($0, "'for'") }
        return device.map { .device(deed(time), $0) }
    }

    private mutating func signIn(_ node: YAMLNode) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, "sign_in", ["account"]) else { return nil }
        let account = fields?["account"].flatMap { self.list.choice($0, "account", LabAccount.self) }
        return device.map { .device(.signIn(account ?? .personal), $0) }
    }

    private mutating func delay(
        _ node: YAMLNode, _ key: String, _ what: String, _ field: String = "by", again: String = "",
        atMost most: Interval? = nil, _ deed: (Interval) -> Scenario.DeviceDeed
    ) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, key, [field]) else { return nil }
        guard let length = fields?[field] else {
            let meaning = "how much later the next \(what) comes\(again), such as 30s"
            self.list.add("'\(field)' is missing: \(meaning)", at: node.place)
            return nil
        }
        guard let time = self.list.duration(length, "'\(field)'"), let device else { return nil }
        if let most, time > most {
            let instead = "what takes longer is lost, which 'lose_\(what)s' is for"
            self.list.add("'\(field)' is at most \(most); \(instead)", at: length.place)
            return nil
        }
        return .device(deed(time), device)
    }

    private mutating func fault(_ fault: Scenario.Fault, _ node: YAMLNode, _ key: String) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, key, ["count"]) else { return nil }
        let count = self.count(fields)
        return device.map { .device(.fault(fault, count: count), $0) }
    }

    private mutating func refusal(_ node: YAMLNode) -> Scenario.Deed? {
        let keys = ["count", "because"]
        guard let (fields, device) = self.deviceFields(node, "refuse_connections", keys) else { return nil }
        let fault = fields?["because"].flatMap { self.list.choice($0, "reason", LinkFault.self) } ?? .unreachable
        let count = self.count(fields)
        return device.map { .device(.refuseConnections(fault, count: count), $0) }
    }

    mutating func count(_ fields: Fields?) -> Int {
        fields?["count"].flatMap { self.list.number($0, "'count'", in: 1...Self.mostCount) } ?? 1
    }
}
