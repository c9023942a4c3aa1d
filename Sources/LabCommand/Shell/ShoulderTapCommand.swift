import LabScenario
import PushLab

/// The tool `shouldertap`: arguments in, an exit status out.
enum ShoulderTapCommand {
    static let version = "0.1.0"

    /// Runs the command line, and ends the process.
    static func main(_ apps: Apps) -> Never {
        Platform.fillStandardDescriptors()
        Platform.ignoreWriteSignals()
        Platform.heedChildren()
        let words = Platform.words()
        if words.first?.text == WorldHost.word { Platform.leave(WorldHost.run(words.dropFirst(), apps)) }
        let request: Request
        do throws(UsageError) {
            request = try Request(words: words, apps: apps.names)
        } catch {
            Console.tell(error.text)
            Platform.leave(.usage)
        }
        // A command that runs under `with` may have any exit status.
        if case .with(let options) = request { Platform.leave(code: WithRun(options).run()) }
        Platform.leave(self.fulfil(request, apps))
    }

    private static func fulfil(_ request: Request, _ apps: Apps) -> ExitStatus {
        switch request {
        case .nothing:
            Console.tell(HelpText.tool())
            return .usage
        case .version: return self.show("shouldertap \(self.version)\n")
        case .help(let name): return self.show(name.flatMap(VerbTable.verb).map(HelpText.verb) ?? HelpText.tool())
        case .completions(let shell): return self.show(shell.script)
        case .starter: return self.show(Scenario.starter)
        case .schema: return self.show(ScenarioSchema.text)
        case .explain(let topic): return self.show(topic.text)
        case .list(let options):
            var run = ListRun(options)
            return run.run()
        case .parse(let options): return ParseRun(options).run()
        case .capture(let request): return CaptureCommand.fulfil(request)
        case .replay(let options): return ReplayRun(options, Plugs(apps, options.flow?.lab ?? LabWords())).run()
        case .serve(let options): return ServeRun(options, apps).run()
        case .with: preconditionFailure("the command has a status of its own")
        case .push(let options):
            var run = PushRun(options)
            return run.run()
        case .demo(let options):
            return DemoRun.run(options, Plugs(apps, options.lab))
        case .run(let options):
            var run = ScenarioCommand(options, Plugs(apps, options.lab))
            return run.run()
        case .explore(let options):
            var run = ExploreCommand(options, apps)
            return run.run()
        case .merge(let options):
            var run = MergeRun(options)
            return run.run()
        }
    }

    private static func show(_ text: String) -> ExitStatus {
        var console = Console()
        do throws(RunEnd) {
            try console.write(text)
            try console.flush()
            return .passed
        } catch {
            return error.status()
        }
    }
}

extension RunEnd {
    /// Returns the exit status.
    ///
    /// If the output could not be written, the failure is reported on standard error.
    ///
    /// - Parameter seen: The status for the results so far. It is returned if the run ended because the reader closed
    ///   the output.
    func status(behind seen: ExitStatus = .passed) -> ExitStatus {
        switch self {
        case .closedPipe: return seen
        case .interrupted(let status), .unheard(let status): return status
        case .outputFailed, .fileFailed:
            self.tell()
            return .outputFailed
        }
    }

    /// Reports a failed write on standard error.
    ///
    /// Does nothing if the run stopped for another reason.
    func tell() {
        switch self {
        case .closedPipe, .interrupted, .unheard: break
        case .outputFailed(let failure):
            Console.tell("shouldertap: cannot write to standard output: \(failure.message)\n")
        case .fileFailed(let path, let failure):
            let name = TerminalText.escaped(path)
            Console.tell("shouldertap: cannot write '\(name)': \(failure.message); nothing was written\n")
        }
    }
}
