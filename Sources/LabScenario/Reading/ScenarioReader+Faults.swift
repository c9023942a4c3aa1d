import Basics
import PushLab

/// The faults that occur during random operations: `{swarm: true, kill: {every: 20m, for: 1s..2m}}`.
extension ScenarioReader {
    static let faultKeys = ["swarm"] + Scenario.Hazard.Kind.allCases.map(\.rawValue)

    mutating func faults(_ node: YAMLNode) -> Scenario.FaultPlan? {
        guard let fields = self.list.fields(node, "'faults'", Self.faultKeys) else { return nil }
        var plan = Scenario.FaultPlan()
        plan.isSwarm = fields["swarm"].flatMap { self.list.flag($0, "'swarm'") } ?? false
        for kind in Scenario.Hazard.Kind.allCases {
            guard let node = fields[kind.rawValue], let hazard = self.hazard(kind, node) else { continue }
            plan.hazards.append(hazard)
        }
        if plan.isSwarm, !Scenario.Hazard.Kind.allCases.contains(where: { fields[$0.rawValue] != nil }) {
            self.list.add(
                "'swarm' leaves out faults, but there is no fault; add one, such as kill: {every: 20m, for: 1s..2m}",
                at: node.place)
        }
        return plan
    }

    private mutating func hazard(_ kind: Scenario.Hazard.Kind, _ node: YAMLNode) -> Scenario.Hazard? {
        guard let fields = self.list.fields(node, "'\(kind.rawValue)'", Self.keys(of: kind)) else { return nil }
        guard let pause = fields["every"].map({ self.pause($0) }) ?? .around(kind.usualPause),
            let span = self.span(fields) ?? kind.usualSpan,
            let clock = fields["max"].map({ self.list.duration($0, "'max'") }) ?? Scenario.Hazard.usualClock
        else { return nil }
        guard pause.longest > .zero else {
            self.list.add("'every' must be longer than zero", at: fields["every"]?.place ?? node.place)
            return nil
        }
        guard span.lowerBound > .zero || !kind.lasts else {
            let key = fields["window"] == nil ? "for" : "window"
            self.list.add(
                "the shortest time of '\(key)' must be longer than zero", at: fields[key]?.place ?? node.place)
            return nil
        }
        guard clock <= Scenario.Hazard.usualClock else {
            self.list.add("'max' must be at most 24h", at: node.place)
            return nil
        }
        var hazard = Scenario.Hazard(kind, every: pause, lasting: span)
        hazard.worstClock = clock
        return hazard
    }

    /// The maximum number of keys and values that the steps of a storm may add to a plan on average.
    ///
    /// This number is lower than the limit of a file, so that other steps also have room.
    static let mostStormValues = YAMLTree.mostNodes * 4 / 5
    /// The maximum number of device names that count when the size of a network cut is estimated.
    ///
    /// If a cut names more devices, the plan may become larger than estimated, and too large for a file.
    private static let mostNames = 100

    /// Returns the number of keys and values in the step for a fault. They are counted in the same way as when a file
    /// is read.
    private static func values(of kind: Scenario.Hazard.Kind, devices: Int) -> Int64 {
        switch kind {
        case .crash: 8
        case .restore: 9
        case .kill: 11
        case .skew: 12
        case .swizzle: 15
        // A cut names half of the devices.
        case .partition: 14 + Int64(min(devices / 2, Self.mostNames))
        }
    }

    /// Reports a storm with too many faults. Each fault becomes one or more steps, so the resulting plan would be too
    /// large to be read again.
    mutating func checkStorm(_ node: YAMLNode, _ scenario: Scenario) {
        let devices = scenario.people.reduce(0) { $0 + $1.devices.count }
        let storm = scenario.timeOfStorm
        var (steps, values): (Int64, Int64) = (0, 0)
        for hazard in scenario.faults?.hazards ?? [] {
            let count = hazard.steps(in: storm, devices: devices)
            steps += count
            values += count * Self.values(of: hazard.kind, devices: devices)
        }
        guard values > Self.mostStormValues else { return }
        let size = "about \(steps) steps with \(values) values; the limit is \(Self.mostStormValues)"
        let remedy = "use a longer 'every' or a shorter scenario"
        self.list.add("the faults of \(storm) add \(size); \(remedy)", at: node.place)
    }

    /// Returns the keys of a fault of a kind.
    static func keys(of kind: Scenario.Hazard.Kind) -> [String] {
        switch kind {
        case .kill, .partition, .restore: ["every", "for"]
        case .skew: ["every", "for", "max"]
        case .swizzle: ["every", "for", "window"]
        case .crash: ["every"]
        }
    }

    /// Reads the pause between faults: `20m` on average, `10m..30m` or `exp(20m)`.
    private mutating func pause(_ node: YAMLNode) -> Spread? {
        guard let spread = self.list.spread(node, "'every'") else { return nil }
        guard case .even(let range) = spread, case .scalar(let text, _) = node.content, !text.contains("..") else {
            return spread
        }
        return .around(range.upperBound)
    }

    /// Reads the duration of a fault.
    ///
    /// The outer optional is nil when the duration is missing. The inner optional is nil when it is invalid.
    private mutating func span(_ fields: Fields) -> ClosedRange<Interval>?? {
        guard let window = fields["window"] else { return fields["for"].map { self.list.durations($0, "'for'") } }
        guard fields["for"] == nil else {
            self.list.add("a swizzle cannot have both 'for' and 'window'; remove one", at: window.place)
            return .some(nil)
        }
        // Each fault lasts at most as long as the window, so everything that drops out is back within another window.
        return self.list.duration(window, "'window'").map { min($0, .milliseconds(100))...$0 }
    }
}
