import Basics
import LabReports
import LabWire
import PushLab

/// The verb `demo`: one user, some devices, and all that a notification triggers.
struct DemoRun {
    private static let mostProblems = 12

    private let options: DemoOptions
    private let plugs: Plugs
    private let lab: Lab
    private let printer: StoryPrinter
    private var console = Console(outlivesReader: true)
    private var teller = Storyteller()
    /// The problems, escaped for a terminal.
    private var problems: [String] = []
    /// The expected results that the service does not have at the end.
    private var losses: [String] = []
    /// The reason why the lab cannot continue.
    private var failure: LabFailure?

    static func run(_ options: DemoOptions, _ plugs: Plugs) -> ExitStatus {
        Platform.noteInterrupts()
        do throws(LabFailure) {
            var run = DemoRun(options, plugs, try plugs.lab(seed: options.seed))
            return run.run()
        } catch {
            Console.tell("shouldertap: \(TerminalText.escaped(error.description))\n")
            return Platform.interruption ?? .broken
        }
    }

    private init(_ options: DemoOptions, _ plugs: Plugs, _ lab: Lab) {
        self.options = options
        self.plugs = plugs
        self.lab = lab
        let isTerminal = Platform.isTerminal(Platform.standardOutput)
        self.printer = StoryPrinter(
            styles: .ofOutput, width: isTerminal ? Platform.columns(of: Platform.standardOutput) : nil)
    }

    private mutating func run() -> ExitStatus {
        do throws(RunEnd) {
            let isComplete = try self.play()
            if isComplete { self.judge() }
            try self.conclude()
            try RunEnd.heedInterrupts()
            if let failure { return try self.giveUp(failure) }
            return self.problems.isEmpty && self.losses.isEmpty ? .passed : .refused
        } catch {
            return error.status()
        }
    }

    private mutating func giveUp(_ failure: LabFailure) throws(RunEnd) -> ExitStatus {
        try self.console.complain(TerminalText.escaped(failure.description))
        return .broken
    }

    /// Returns false when the demo was stopped by a signal or because the lab cannot continue.
    private mutating func play() throws(RunEnd) -> Bool {
        let cast = DemoScript.cast(self.lab, devices: self.options.devices)
        for chapter in DemoScript.chapters {
            if Platform.interruption != nil { return false }
            // An action may fail, for example when it dismisses a notification that is not shown. Such a failure is the
            // fault of the app and part of the story.
            do { try chapter.act(cast) } catch let failure as LabFailure {
                self.failure = failure
            } catch { self.problems += "\(error)".split(separator: "\n").map { TerminalText.escaped(String($0)) } }
            try self.tell(chapter)
            if self.failure != nil { return false }
        }
        return Platform.interruption == nil
    }

    private mutating func tell(_ chapter: DemoScript.Chapter) throws(RunEnd) {
        guard self.options.form == .story else { return }
        let lines = self.teller.chapter(chapter.detail, of: self.lab.view)
        guard !lines.isEmpty else { return }
        try self.console.write(self.printer.render(chapter.heading, lines))
        try self.console.flush()
    }

    private mutating func judge() {
        let disagreements = self.lab.violations.map(\.description) + self.lab.user("alice").disagreements
        self.problems += disagreements.map { TerminalText.escaped($0) }
        guard self.problems.isEmpty else { return }
        // Devices may also agree on changes that never reached the service.
        self.losses = DemoScript.losses(self.lab.truth(of: "alice"))
    }

    private mutating func conclude() throws(RunEnd) {
        switch self.options.form {
        case .story: try self.summarize()
        case .json: try self.write(self.lab.historyLines)
        case .mermaid: try self.console.write(Mermaid.text(of: self.lab.view))
        case .trace: try self.write(self.lab.trace.map { TerminalText.escaped($0) })
        case .fingerprint: try self.write([self.lab.fingerprint])
        }
        try self.console.flush()
        guard self.options.form != .story else { return }
        for problem in self.shownProblems { try self.console.complain(problem) }
    }

    private mutating func write(_ lines: [String]) throws(RunEnd) {
        for line in lines { try self.console.write(line + "\n") }
    }

    private mutating func summarize() throws(RunEnd) {
        for problem in self.shownProblems { try self.console.write(self.printer.render(problem)) }
        try self.console.write(self.printer.render("\(self.verdict) \(self.figures)"))
    }

    private var verdict: String {
        if Platform.interruption != nil { return "Interrupted." }
        if self.failure != nil { return "The lab cannot continue." }
        if !self.problems.isEmpty { return "The devices do not agree." }
        if !self.losses.isEmpty { return "The devices agree, but some expected events did not happen." }
        return self.options.devices == 1
            ? "1 device agrees with the service." : "\(self.options.devices) devices agree."
    }

    private var figures: String {
        let view = self.lab.view
        let time = view.events.last.map { view.time(of: $0).clockText } ?? "00:00.000"
        let links = self.plugs.links.map { "\(counted($0.handshakes, "TLS handshake")), " } ?? ""
        return "\(view.events.count) events in \(time) of virtual time, \(links)seed \(self.lab.seed), "
            + "fingerprint \(self.lab.fingerprint)"
    }

    /// The problems, one per line, limited to one screen.
    private var shownProblems: [String] {
        let lines = self.problems + self.losses
        let more = lines.count - Self.mostProblems
        return more > 0 ? lines.prefix(Self.mostProblems) + ["and \(more) more like these"] : lines
    }
}
