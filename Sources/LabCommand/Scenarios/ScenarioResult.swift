import LabScenario
import PushLab
import ShoulderTap

/// What came of one run of a scenario.
struct ScenarioResult {
    private let about: String
    private let cast: String
    private let seed: UInt64
    private let events: Int
    private let time: String
    private let fingerprint: String
    private let misses: [ScenarioRun.Miss]
    /// Whether it came to its end.
    private let isWhole: Bool

    init(_ plan: Scenario, seed: UInt64, _ lab: Lab, _ misses: [ScenarioRun.Miss], isWhole: Bool) {
        let (users, devices) = (plan.people.count, plan.people.reduce(0) { $0 + $1.devices.count })
        self.about = plan.about
        self.cast =
            "\(counted(users, "user")), \(counted(devices, "device")), \(counted(plan.steps.count, "step"))"
        self.seed = seed
        self.events = lab.view.events.count
        self.time = lab.view.events.last.map { HistoryView.clock(lab.view.time(of: $0)) } ?? "00:00.000"
        self.fingerprint = lab.fingerprint
        self.misses = misses
        self.isWhole = isWhole
    }

    private var verdict: String { self.isWhole ? self.misses.isEmpty ? "pass" : "fail" : "inconclusive" }

    /// For people: what is wrong, line by line, and then the sum.
    func lines(of options: RunOptions) -> [String] {
        let about = self.about.isEmpty ? [] : [self.about]
        let head = "\(self.cast), seed \(self.seed)"
        let wrong = self.misses.map { miss in
            "\(miss.property): \(miss.step.map { "step \($0): " } ?? "")\(miss.witness)"
        }
        let end =
            "\(self.verdict): \(self.events) events in \(self.time) of virtual time, fingerprint \(self.fingerprint)"
        guard !self.misses.isEmpty else { return about + [head, end] }
        return about + [head] + wrong + [end, "repeat: \(self.command(options))"]
    }

    /// What repeats the run, with the words that matter for it.
    private func command(_ options: RunOptions) -> String {
        var words = ["shouldertap run", Self.quoted(options.file.text), "--seed \(self.seed)"]
        words += options.traps.map(\.rawValue).sorted().map { "--trap \($0)" }
        switch options.lab.app {
        case .reference: break
        case .compiledIn(let name), .program(let name): words.append("--app \(Self.quoted(name))")
        }
        if let backend = options.lab.backend { words.append("--backend \(Self.quoted(backend))") }
        return words.joined(separator: " ")
    }

    /// With quotation marks only where a shell needs them.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || Array("-_./".utf8).contains(byte)
        }
        guard !isPlain || word.isEmpty else { return word }
        return ShellWord.quoted(word)
    }

    /// For machines, in the form that other verbs share.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("seed", raw: String(self.seed))
            writer.member("seeds", raw: "1")
            writer.member("events", raw: String(self.events))
            writer.member("hash", self.fingerprint)
            writer.key("violations")
            writer.array { writer in
                for miss in self.misses { self.write(miss, into: &writer) }
            }
            writer.member("verdict", self.verdict)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(_ miss: ScenarioRun.Miss, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("property", miss.property)
            writer.member("seed", raw: String(self.seed))
            writer.member("witness", miss.witness)
            if let step = miss.step { writer.member("step", raw: String(step)) }
        }
    }
}
