import CSignalNotes
import LabWire
import PushLab

/// The parent's side of a separate process for worlds. It starts the process, and restarts it after each crash.
final class WorldProcess {
    /// The settings that are the same for every process.
    struct Setting: Sendable {
        var lab: LabWords
        var scenarios: [Scenario] = []
        var errors: ProgramErrors
    }

    enum Reply {
        case answer(WorldAnswer)
        /// The process died while it handled the oldest open question.
        case died(RunDeath)
        /// No answer came for a while.
        case silence
    }

    /// The interval between checks for an interruption, in milliseconds.
    private static let nap = 250
    /// The maximum time to wait for the process to end, in milliseconds.
    private static let patience = 1_500

    private let setting: Setting
    private var companion: Companion?
    /// The processor time that a run may use, in milliseconds.
    private var limit: Int
    private var isHungUp = false

    /// Starts the process. Returns nil if the process cannot be started. In that case, worlds have to run in this
    /// process.
    init?(_ setting: Setting) {
        self.setting = setting
        self.limit = setting.lab.processorMilliseconds
        guard !Self.isOff, self.start() else { return nil }
    }

    /// Whether all worlds run in this process, so that a debugger or Swift's backtracer can handle a crash.
    static var isOff: Bool { Platform.environment("SHOULDERTAP_IN_PROCESS") != nil }

    deinit { self.companion?.end(patience: 0) }

    private func start() -> Bool {
        guard let path = Platform.executable() else { return false }
        // Swift's own backtracer is disabled, because its report takes seconds and keeps pipes open.
        let start = ["SWIFT_BACKTRACE=enable=no exec", ShellWord.quoted(path), WorldHost.word]
        let command = (start + self.setting.lab.setting).joined(separator: " ")
        self.companion = Companion(command, errors: self.setting.errors)
        self.companion?.send(WorldQuestion.scenarios(self.setting.scenarios).bytes)
        while self.companion != nil {
            switch self.reply() {
            case .answer(.ready): return true
            case .silence where Platform.interruption == nil: continue
            case .answer, .died, .silence: self.terminate()
            }
        }
        return false
    }

    /// Sends a question. Returns false if the process has ended and cannot be started again.
    func ask(_ question: WorldQuestion) -> Bool {
        guard self.companion != nil || self.start() else { return false }
        if case .plan(_, let milliseconds) = question { self.limit = milliseconds }
        self.companion?.send(question.bytes)
        return true
    }

    /// Waits for the next answer.
    func reply() -> Reply {
        while let companion = self.companion {
            switch companion.receive(patience: Self.nap) {
            case .silence: return .silence
            case .ended(let ending): return .died(self.death(ending))
            case .message(let message):
                switch WorldAnswer(message) {
                case .words(let bytes, let sort?): self.setting.errors.tellFault(bytes, of: sort)
                case .words(let bytes, nil): self.setting.errors.tell(bytes)
                case .stopped(let status):
                    // A program under test can signal only the process for worlds, so its signal is passed on here.
                    Platform.passOn(status)
                    return .answer(.stopped(status))
                case let answer: return .answer(answer)
                }
            }
        }
        return .silence
    }

    private func death(_ ending: Companion.Ending) -> RunDeath {
        self.companion = nil
        let death = RunDeath(ending, limit: self.limit)
        if self.isHungUp {
            self.setting.errors.tell(ending.lastWords)
        } else {
            self.setting.errors.tellFault(ending.lastWords, of: death.violation.kind)
        }
        return death
    }

    /// Lets the process end by itself, and reads its remaining output.
    func finish() {
        self.companion?.hangUp()
        self.isHungUp = true
        let end = Platform.milliseconds() + Self.patience
        while self.companion != nil, Platform.milliseconds() < end, Platform.interruption == nil {
            if case .died = self.reply() { return }
        }
        self.terminate()
    }

    /// Ends the process.
    func terminate() {
        self.companion?.terminate(patience: Self.patience)
        self.companion = nil
    }
}

extension RunDeath {
    private static let mostOfALine = 300

    fileprivate init(_ ending: Companion.Ending, limit: Int) {
        let report = Self.report(in: ending.lastWords)
        switch ending.cause {
        case .status(let status): self.init(.status(status), report: report)
        case .signal(CompanionPort.timeIsUp): self.init(.endless(milliseconds: limit))
        case .signal(let number):
            let name = signal_notes_crash_name(number).map { String(cString: $0) } ?? "signal \(number)"
            self.init(.signal(name), report: report)
        }
    }

    /// Returns the line with the reason for a crash: the line that Swift's runtime wrote, or otherwise the last line.
    private static func report(in words: [UInt8]) -> String {
        let lines = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("Fatal error") || $0.contains("Assertion") } ?? ""
        return String(line.prefix(Self.mostOfALine))
    }
}
