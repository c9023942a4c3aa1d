import Basics
package import PushLab
import ShoulderTap

/// A share of an exploration, read from the result that `explore --shard K/N --json` wrote.
package struct ShareReading: Sendable {
    /// The maximum size of a file.
    package static let mostBytes = 1 << 28

    package let share: Exploration.Share
    package let exploration: Exploration
    /// The plans that were kept, as texts of scenario files. Each has the index of its finding.
    package let plans: [(finding: Int, text: String)]

    package init(_ bytes: [UInt8]) throws(ShareFault) {
        guard let root = try? JSONDocument(bytes, limit: max(bytes.count, 1)).root, root["verdict"]?.string != nil
        else {
            throw ShareFault("this is not a result of 'explore --json'")
        }
        guard let element = root["share"] else {
            throw ShareFault("this is a whole exploration; 'merge' reads results of 'explore --shard K/N --json'")
        }
        let json = ShareElement(element)
        guard try json.int("format") == ShareWriting.format else {
            throw ShareFault("another version of shouldertap wrote it")
        }
        guard let shard = Jobs.Shard(try json.int("number"), of: try json.int("count")) else {
            throw json.fault("number")
        }
        self.share = Exploration.Share(shard, of: try json.uint("of"))
        var exploration = Exploration()
        exploration.share = self.share
        exploration.seeds = try json.int("seeds")
        exploration.failed = try json.int("failed")
        exploration.events = try json.int("events")
        exploration.code = try json.uint("code")
        exploration.isWhole = try json.bool("complete")
        exploration.cut = try json.text(ifThere: "cut")
        exploration.gaps = try json.texts("gaps")
        let hits = try json.ints("goals")
        guard hits.count == Goals.Name.allCases.count else { throw json.fault("goals") }
        exploration.goals = zip(Goals.Name.allCases, hits).map { .init($0.rawValue, hits: $1) }
        for part in try json.elements("parts") { exploration.parts.append(try part.part()) }
        // The parts from scenarios come before the parts from earlier plans.
        guard exploration.parts.drop(while: { !$0.isKnown }).allSatisfy(\.isKnown) else { throw json.fault("parts") }
        var plans: [(finding: Int, text: String)] = []
        for (place, found) in try json.elements("findings").enumerated() {
            let finding = try found.finding()
            guard exploration.parts.indices.contains(finding.part) else { throw found.fault("part") }
            exploration.findings.append(finding)
            let failing = try found.int("failing")
            // All findings of the same mistake have the same number of failing seeds.
            guard exploration.failing[finding.mistake] ?? failing == failing else { throw found.fault("failing") }
            exploration.failing[finding.mistake] = failing
            if let plan = try found.text(ifThere: "plan") { plans.append((place, plan)) }
        }
        if let reason = exploration.contradiction(in: self.share) {
            throw ShareFault("its figures are inconsistent: \(reason)")
        }
        for (name, isSame) in [
            ("seeds", root["seeds"]?.int64 == Int64(exploration.seeds)),
            ("events", root["events"]?.int64 == Int64(exploration.events)),
            ("hash", root["hash"]?.string == exploration.hash),
        ] where !isSame { throw ShareFault("its share belongs to another result: their '\(name)' differ") }
        self.exploration = exploration
        self.plans = plans
    }
}

/// The reason why a file is not a share, as a sentence without a full stop.
package struct ShareFault: Error, Hashable, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// An element of a share.
///
/// Every member that is read must be present.
private struct ShareElement {
    /// The maximum value of a number. It prevents an overflow when shares are added up.
    private static let most = 1 << 40
    /// The maximum number of steps of a shrunk plan, since each step is listed.
    private static let mostSteps = 1 << 20

    private let element: PayloadElement

    init(_ element: PayloadElement) { self.element = element }

    func fault(_ key: String) -> ShareFault {
        ShareFault("its share is damaged at '\(self.element.path).\(key)'")
    }

    func text(_ key: String) throws(ShareFault) -> String {
        guard let text = self.element[key]?.string else { throw self.fault(key) }
        return text
    }

    func text(ifThere key: String) throws(ShareFault) -> String? {
        self.element[key] == nil ? nil : try self.text(key)
    }

    func bool(_ key: String) throws(ShareFault) -> Bool {
        guard let word = self.element[key]?.bool else { throw self.fault(key) }
        return word
    }

    func bool(ifThere key: String) throws(ShareFault) -> Bool? {
        self.element[key] == nil ? nil : try self.bool(key)
    }

    func uint(_ key: String) throws(ShareFault) -> UInt64 {
        guard let number = self.element[key]?.number?.uint64 else { throw self.fault(key) }
        return number
    }

    /// Reads a member whose value must be a count.
    func int(_ key: String) throws(ShareFault) -> Int {
        guard let number = self.element[key].flatMap(Self.count) else { throw self.fault(key) }
        return number
    }

    func int(ifThere key: String) throws(ShareFault) -> Int? {
        self.element[key] == nil ? nil : try self.int(key)
    }

    func ints(_ key: String) throws(ShareFault) -> [Int] {
        let numbers = self.element[key]?.elements?.map(Self.count)
        guard let numbers, numbers.allSatisfy({ $0 != nil }) else { throw self.fault(key) }
        return numbers.compactMap { $0 }
    }

    func texts(_ key: String) throws(ShareFault) -> [String] {
        let texts = self.element[key]?.elements?.map(\.string)
        guard let texts, texts.allSatisfy({ $0 != nil }) else { throw self.fault(key) }
        return texts.compactMap { $0 }
    }

    func members(_ key: String) throws(ShareFault) -> [(key: String, value: PayloadElement)] {
        guard let members = self.element[key]?.members else { throw self.fault(key) }
        return members
    }

    func elements(_ key: String) throws(ShareFault) -> [ShareElement] {
        guard let elements = self.element[key]?.elements else { throw self.fault(key) }
        return elements.map(ShareElement.init)
    }

    private static func count(_ element: PayloadElement) -> Int? {
        element.int64.flatMap { (0...Int64(Self.most)).contains($0) ? Int($0) : nil }
    }
}

extension ShareElement {
    func part() throws(ShareFault) -> Exploration.Part {
        var part = Exploration.Part(source: try self.text("source"), about: try self.text("about"))
        part.seeds = try self.int("seeds")
        part.isKnown = try self.bool("known")
        let wanted = try self.texts("wanted")
        part.wanted = wanted.compactMap { Property(id: $0) }
        guard part.wanted.count == wanted.count else { throw self.fault("wanted") }
        for pair in try self.elements("thresholds") {
            guard let measure = pair.element[0]?.string.flatMap(Measure.init), let text = pair.element[1]?.string,
                let threshold = Threshold(text, of: measure)
            else { throw self.fault("thresholds") }
            part.thresholds.append(threshold)
        }
        for (id, value) in try self.members("counts") {
            let numbers = (value.elements ?? []).compactMap(Self.count)
            guard let property = Property(id: id), numbers.count == 4 else { throw self.fault("counts") }
            var count = PropertyCount()
            (count.applicable, count.judged, count.atRisk, count.violations) =
                (numbers[0], numbers[1], numbers[2], numbers[3])
            part.counts[property] = count
        }
        let worth = try self.ints("worth")
        guard worth.count == 3, worth.allSatisfy({ $0 <= part.seeds }) else { throw self.fault("worth") }
        (part.worth.undecided, part.worth.publishing, part.worth.delivering) = (worth[0], worth[1], worth[2])
        for (name, element) in try self.members("measures") {
            guard let measure = Measure(rawValue: name) else { throw self.fault("measures") }
            part.measures[measure] = try ShareElement(element).histogram()
        }
        return part
    }

    private func histogram() throws(ShareFault) -> Histogram {
        var counters: [(place: Int, count: Int)] = []
        for pair in try self.elements("counters") {
            guard let place = pair.element[0].flatMap(Self.count), let count = pair.element[1].flatMap(Self.count)
            else { throw self.fault("counters") }
            counters.append((place, count))
        }
        let figures = (try self.uint("smallest"), try self.uint("largest"), try self.uint("total"))
        guard
            let histogram = Histogram(
                counters: counters, smallest: figures.0, largest: figures.1, total: figures.2)
        else { throw self.fault("counters") }
        return histogram
    }

    func finding() throws(ShareFault) -> Exploration.Finding {
        guard let property = Property(id: try self.text("property")) else { throw self.fault("property") }
        guard let microseconds = self.element["time"]?.int64, microseconds >= 0 else { throw self.fault("time") }
        let time = Interval(microseconds: microseconds)
        let violation = Violation(
            property, try self.text("kind"), try self.text("witness"), at: time, steps: try self.ints("involved"))
        let job = ExplorationTally.Job(
            number: try self.int("job"), part: try self.int("part"), seed: try self.uint("seed"))
        var finding = Exploration.Finding(violation, of: job, steps: try self.int("steps"))
        finding.shrunkSteps = try self.int(ifThere: "shrunkSteps")
        guard finding.shrunkSteps ?? 0 <= Self.mostSteps else { throw self.fault("shrunkSteps") }
        finding.isMinimal = try self.bool(ifThere: "minimal") ?? true
        finding.isRepeated = try self.bool(ifThere: "repeated")
        finding.plan = try self.text(ifThere: "path")
        finding.reproduction = try self.text(ifThere: "reproduce")
        return finding
    }
}
