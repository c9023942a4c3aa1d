import BackendPromises
import Basics
import LabReports
import LabServer
import PushGateway
import PushServer
import SecureTransport

/// The verb `with`: runs a command next to the lab, and judges its pushes. Runs the command once, or once per seed with
/// different faults.
///
/// Standard output belongs to the command. The tool writes its own output to standard error.
final class WithRun {
    private let options: WithOptions
    private var console = Console()
    private var sinks: [LineSink] = []
    private var interruption: EventLoop.Signal?
    /// The messages of the proxy that were already printed. Each is printed once for all runs together.
    private var told: Set<String> = []

    init(_ options: WithOptions) { self.options = options }

    /// Returns the exit status for this process.
    func run() -> Int32 {
        let began = Platform.milliseconds()
        do {
            try self.checkFiles()
            let folder = try WithFolder(now: EventLoop.timeOfDay)
            defer { folder.remove() }
            let setup = try self.setup(folder)
            self.tell("files are in \(folder.path)")
            _ = WireServer.raiseDescriptorLimit()
            var report = try self.report(folder, setup)
            report.milliseconds = Platform.milliseconds() - began
            return try self.hand(report)
        } catch let refusal as WithRefusal {
            self.tell(refusal.words)
            return refusal.code
        } catch let end as RunEnd {
            return end.status().rawValue
        } catch {
            self.tell("\(error)")
            return ExitStatus.broken.rawValue
        }
    }

    private func tell(_ words: String) { Console.tell("shouldertap: \(words)\n") }

    private func checkFiles() throws {
        let inputs = [self.options.scenario].compactMap(\.self)
        if let complaint = FileRoles.complaint(reading: inputs, writing: self.options.outputs) {
            throw WithRefusal(words: complaint, status: .usage)
        }
    }

    // MARK: Running

    private func report(_ folder: WithFolder, _ setup: ServerSetup) throws -> BackendReport {
        var report = BackendReport(command: self.options.commandLine)
        let first = self.options.seed ?? 1
        let run: SeedHunt.Run = { [unowned self] seed, faults, contentsDiffer in
            try self.session(folder, setup, seed, faults, contentsDiffer)
        }
        var hunt = SeedHunt(mostShrinkRuns: self.options.shrinkRuns)
        if let seeds = self.options.seeds {
            let baseline = try hunt.runBaseline(seed: first, run)
            report.ending = baseline?.ending ?? .status(0)
            // Only a command that succeeds without faults is run with faults. Otherwise its failures would show
            // nothing.
            if baseline != nil, report.ending.code == 0 {
                let range = (0..<UInt64(seeds)).lazy.map { first &+ $0 }
                report.isComplete = try hunt.run(seeds: range, run)
            }
            (report.seeds, report.runs) = (hunt.seeds, hunt.runs)
            (report.judged, report.pushes, report.doubts) = (hunt.judged, hunt.pushes, hunt.doubts)
            report.failures = hunt.failures.map { self.failure($0.trouble, seed: $0.seed, $0.faults) }
            return report
        }
        let faults = self.options.faults ?? self.options.seed.map { FaultList(seed: $0) } ?? FaultList()
        guard let result = try run(first, faults, nil) else { return report }
        report.ending = result.ending
        (report.judged, report.pushes) = (result.verdict.judged, result.verdict.pushes)
        report.failures = result.verdict.findings.map { finding in
            self.failure(Trouble(property: finding.promise.id, witness: finding.witness), seed: first, faults)
        }
        return report
    }

    private func failure(_ trouble: Trouble, seed: UInt64, _ faults: FaultList) -> BackendReport.Failure {
        BackendReport.Failure(
            seed: seed, property: trouble.property, witness: trouble.witness, faults: faults,
            command: self.options.repetition(seed: seed, faults: faults))
    }

    /// Runs the command once. Returns nil when a signal has asked to stop.
    private func session(
        _ folder: WithFolder, _ setup: ServerSetup, _ seed: UInt64, _ faults: FaultList, _ contentsDiffer: Bool?
    ) throws -> RunResult? {
        if self.options.seeds != nil, Platform.isTerminal(Platform.standardError) {
            self.tell("seed \(seed), faults: \(faults)")
        }
        let session = try WithSession(
            self.options, folder, setup, seed: seed, faults: faults, contentsDiffer: contentsDiffer)
        try session.listen()
        let result = try session.run()
        for words in session.refusedByProxy where self.told.insert(words).inserted {
            self.tell("proxy: \(TerminalText.escaped(words))")
        }
        self.interruption = session.interruption ?? Self.interruption(of: result)
        let isOne = self.options.seeds == nil
        return self.interruption == nil || isOne ? result : nil
    }

    /// Returns the signal if an interrupt at the terminal ended the command. Only the command receives that signal.
    private static func interruption(of result: RunResult) -> EventLoop.Signal? {
        guard case .signal(let number) = result.ending else { return nil }
        return [.interrupt, .quit].first { $0.number == number }
    }

    private func setup(_ folder: WithFolder) throws -> ServerSetup {
        var setup = ServerSetup()
        setup.version = ShoulderTapCommand.version
        setup.authority = folder.authority
        setup.folder = folder.path
        // The code under test may have its own keys and tokens.
        setup.keys = ProviderKeys(acceptsAny: true)
        try setup.keys.admit(
            GatewayKeys.Key(folder.keyID, team: folder.teamID), pem: Array(folder.key.pem.utf8), file: "key.p8")
        setup.takesAnyDevice = true
        setup.judgesAllWorlds = true
        if let path = self.options.scenario {
            var status = ExitStatus.passed
            setup.scenario = try ScenarioFile.read(path, &self.console, &status)
            if setup.scenario == nil { throw WithRefusal(words: "cannot use the scenario", status: status) }
        }
        if let path = self.options.capture {
            do throws(SystemFailure) {
                let sink = try LineSink(path)
                self.sinks.append(sink)
                setup.capture = { sink.write($0) }
            } catch {
                throw WithRefusal(
                    words: "cannot write '\(TerminalText.escaped(path))': \(error.message)", status: .outputFailed)
            }
        }
        return setup
    }

    // MARK: Telling

    /// Writes the report. Returns the exit status.
    private func hand(_ report: BackendReport) throws(RunEnd) -> Int32 {
        for line in report.lines { self.tell(TerminalText.escaped(line)) }
        if let path = self.options.junit { try OutputFile.write(Array(report.junit.xml.utf8), to: path) }
        if let path = self.options.html { try OutputFile.write(Array(report.html.utf8), to: path) }
        if self.options.json {
            try OutputFile.write(Array((report.json + "\n").utf8), to: self.options.output ?? "-")
        } else if let path = self.options.output {
            try OutputFile.write(Array(report.lines.map { $0 + "\n" }.joined().utf8), to: path)
        }
        for sink in self.sinks {
            if let failure = sink.failure { throw RunEnd.fileFailed(sink.path, failure) }
        }
        if let signal = self.interruption, self.options.seeds != nil { return 128 + signal.number }
        if report.ending.code != 0 { return report.ending.code }
        switch report.verdict {
        case .pass: return ExitStatus.passed.rawValue
        case .fail, .command: return ExitStatus.refused.rawValue
        case .unstable, .inconclusive: return ExitStatus.inconclusive.rawValue
        }
    }
}
