import Basics
import PushLab

/// Reads the steps of a scenario.
struct StepReader {
    /// The keys that a step may have in addition to its action.
    static let keys = ["at", "after", "dice"]
    static let mostSteps = 100_000
    static let mostCount = 1_000
    static let mostDice = Int(StepDice.last)
    private static let longest = Lab.times.upperBound - Lab.times.lowerBound

    let scenario: Scenario
    var list: FaultList
    /// The ids of the notifications that are published so far.
    private(set) var published: [String] = []
    /// Whether a step with random operations has been read. Such operations may publish notifications whose ids are not
    /// in `published`.
    var isOpen = false
    private var time = Interval.zero
    let directory: DeviceDirectory
    // Used for lookup only: iteration order is not deterministic.
    let users: Set<String>

    init(_ scenario: Scenario, _ list: FaultList) {
        self.directory = DeviceDirectory(scenario.people)
        self.users = Set(scenario.people.map(\.name))
        self.scenario = scenario
        self.list = list
    }

    mutating func read(_ fields: Fields) -> [Scenario.Step] {
        guard let node = fields["steps"] else {
            self.list.add(
                "'steps' is missing; add it, with a step such as '- {publish: {as: n1, user: …}}'", at: fields.place)
            return []
        }
        guard let items = self.list.list(node, "'steps'") else { return [] }
        if items.isEmpty { self.list.add("'steps' is empty; add at least one step", at: node.place) }
        guard items.count <= Self.mostSteps else {
            self.list.add("'steps' has \(items.count) steps; the limit is \(Self.mostSteps)", at: node.place)
            return []
        }
        return items.compactMap { self.step($0) }
    }

    private mutating func step(_ node: YAMLNode) -> Scenario.Step? {
        guard let fields = self.list.fields(node, "a step", Self.keys + StepTable.words) else { return nil }
        self.readTime(fields)
        let deeds = fields.entries.filter { StepTable.words.contains($0.key) }
        guard let entry = deeds.first else {
            // A misspelt action has already been reported.
            if case .map(let entries) = node.content, entries.allSatisfy({ Self.keys.contains($0.key) }) {
                self.list.add("this step has no action; add one, such as publish, dismiss or offline", at: node.place)
            }
            return nil
        }
        guard deeds.count == 1 else {
            self.list.add("this step has two actions; make '\(deeds[1].key)' a separate step", at: deeds[1].place)
            return nil
        }
        let time = self.time
        guard let deed = self.deed(entry) else { return nil }
        self.published += deed.published
        switch deed {
        case .quiesce: self.time = .zero
        case .random(let deeds): self.move(by: deeds.span, node.place)
        default: break
        }
        var step = Scenario.Step(at: time, deed)
        step.dice = self.dice(fields) ?? 0
        return step
    }

    /// Reads the dice number of a step. The random numbers of the step are drawn from it.
    ///
    /// The step keeps this number when other steps are removed from the plan.
    private mutating func dice(_ fields: Fields) -> UInt32? {
        guard let node = fields["dice"] else { return nil }
        return self.list.number(node, "'dice'", in: 1...Self.mostDice).map { UInt32($0) }
    }

    private mutating func readTime(_ fields: Fields) {
        if let node = fields["at"], let time = self.list.duration(node, "'at'") {
            if fields["after"] != nil {
                self.list.add("a step cannot have both 'at' and 'after'; remove one", at: node.place)
            }
            if time < self.time {
                self.list.add(
                    "this step is at \(time), before the previous step at \(self.time); put the steps in order of time",
                    at: node.place)
            }
            // A step with a wrong time does not make the times of later steps wrong.
            self.time = time
        } else if let node = fields["after"], let pause = self.list.duration(node, "'after'") {
            self.move(by: pause, node.place)
        }
    }

    private mutating func move(by pause: Interval, _ place: Place) {
        guard let time = self.time.adding(pause), time <= Self.longest else {
            self.list.add("the steps take longer than the limit of \(Self.longest.words)", at: place)
            return
        }
        self.time = time
    }
}
