import LabWire
import PushLab

/// The child process that runs worlds for another process. If this process crashes, the other process keeps running.
///
/// It answers the questions in order, and ends when its input ends.
final class WorldHost {
    /// The first argument of a process that runs worlds, in place of a verb. The options of the lab follow it.
    static let word = "--worlds"

    private let port: CompanionPort
    private let apps: Apps
    private let words: LabWords
    private var plugs: Plugs
    private var scenarios: [Scenario] = []

    private init(_ port: CompanionPort, _ apps: Apps, _ words: LabWords) {
        self.port = port
        self.apps = apps
        self.words = words
        self.plugs = Self.plugs(port, apps, words)
    }

    /// Answers questions until the input ends.
    static func run(_ words: ArraySlice<RawText>, _ apps: Apps) -> ExitStatus {
        Platform.noteInterrupts()
        guard let port = CompanionPort(),
            let words = try? LabWords(VerbWords(words, of: VerbTable.run), of: VerbTable.run, apps: apps.names)
        else { return .usage }
        WorldHost(port, apps, words).answerAll()
        return Platform.interruption ?? .passed
    }

    private static func plugs(_ port: CompanionPort, _ apps: Apps, _ words: LabWords) -> Plugs {
        let errors = ProgramErrors(writing: { port.send(WorldAnswer.words($0, sort: $1).bytes) })
        return Plugs(apps, words, errors: errors)
    }

    private func answerAll() {
        while let message = self.port.receive(isStopped: { Platform.interruption != nil }) {
            let answer = WorldQuestion(message).map(self.answer) ?? .unreadable
            guard self.port.send(answer.bytes) else { break }
        }
        if let status = Platform.interruption { self.port.send(WorldAnswer.stopped(status).bytes) }
    }

    private func answer(_ question: WorldQuestion) -> WorldAnswer {
        do throws(LabFailure) {
            switch question {
            case .scenarios(let scenarios):
                self.scenarios = scenarios
                return .ready
            case .seeds(let jobs, let oneInSoMany): return self.run(jobs, oneInSoMany: oneInSoMany)
            case .plan(let plan, let milliseconds):
                let trial = try Trial(plan) { () throws(LabFailure) in try self.lab(for: plan, milliseconds) }
                return .runs([SeedRun(trial: trial, steps: plan.steps.count)], nil)
            case .spelling(let plan):
                return .spelling(try plan.spelledOut(in: self.lab(for: plan, self.words.processorMilliseconds)))
            }
        } catch {
            // The programs are started again, because a program that failed would fail in every later plan.
            self.plugs = Self.plugs(self.port, self.apps, self.words)
            return .runs([], error)
        }
    }

    private func run(_ jobs: [ExplorationTally.Job], oneInSoMany: Int) -> WorldAnswer {
        var runs: [SeedRun] = []
        for job in jobs {
            do throws(LabFailure) {
                var run = try SeedRun(job, of: self.scenarios[job.part], oneInSoMany: oneInSoMany) {
                    (plan) throws(LabFailure) in try self.lab(for: plan, self.words.processorMilliseconds)
                }
                // Only the report of a single plan needs these steps. For many seeds they would make up most of the
                // message.
                run.trial.idle = []
                runs.append(run)
            } catch {
                // A program that was stopped with the run has not failed.
                return .runs(runs, Platform.interruption == nil ? error : nil)
            }
            guard Platform.interruption == nil else { break }
        }
        return .runs(runs, nil)
    }

    /// Creates a lab for a plan, and limits the processor time of the run to this number of milliseconds.
    private func lab(for plan: Scenario, _ milliseconds: Int) throws(LabFailure) -> Lab {
        let lab = try self.plugs.lab(for: plan)
        CompanionPort.limitProcessorTime(milliseconds: milliseconds)
        return lab
    }
}
