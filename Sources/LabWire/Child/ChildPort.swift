import PushLab

/// A program that serves several labs one after another. The port starts the program, communicates with it, and reports
/// how it ended.
final class ChildPort {
    let language: WireLanguage
    /// The command for the shell.
    let command: String
    /// The timeout for one answer in milliseconds of real time.
    var answerTime: Int
    /// The timeout for one answer after the greeting. If nil, the same timeout applies as before the greeting.
    var answerTimeAfterGreeting: Int?
    /// Returns whether the run should stop, even if the child has not answered.
    var isStopped: () -> Bool = { false }
    /// The receiver of the child's standard error.
    ///
    /// If nil, the child writes to the standard error of this process.
    var errors: ProgramErrors?
    private var child: (process: ChildProcess, talk: LineTalk)?
    /// The number of the current world. It increases with each world.
    private(set) var world = 0
    /// A number that increases with each world and whenever a process ends.
    private(set) var generation = 0
    private var failure: LabFailure?
    /// The last event that was sent to the child.
    private var lastDeed = EventLine.Deed(words: "", sort: "")
    private var lastEnding = ChildProcess.Ending.ended
    /// The output of the last child on standard error before it ended. It is kept until it is reported.
    private var lastWords: [UInt8] = []

    init(_ language: WireLanguage, _ command: String, answerTime: Duration) {
        self.language = language
        self.command = command
        self.answerTime = max(System.milliseconds(answerTime), 1)
    }

    /// The time in milliseconds in which the child may end by itself after the connection is closed.
    private var patience: Int { min(self.answerTime, 1_000) }

    deinit {
        guard let process = self.child?.process else { return }
        process.end(patience: self.patience)
        self.errors?.tell(process.takeErrors())
    }

    /// Begins another world with fresh state.
    ///
    /// A child that served the previous world gets a `reset`.
    func beginWorld() -> Int {
        self.world += 1
        self.generation += 1
        // The result is ignored. A child that has ended, or that wrote too much in the previous world, does not affect
        // this world: a new child replaces it and gets the same events.
        if self.child != nil, self.failure == nil { _ = self.reset().map(self.judged) }
        return self.world
    }

    private func reset() -> PortEnd? {
        self.exchange(.init(words: "was reset", sort: "reset"), { $0.ask("reset") }, { _ in })
    }

    private var name: String { "the \(self.language.speaker) '\(Excerpt.of(self.command))'" }

    /// The failure that is reported to an app or a server of an earlier world. Such apps and servers can no longer be
    /// used.
    var outlived: LabFailure {
        LabFailure("\(self.name) is in use by another lab; finish that lab first, or start a second program")
    }

    /// Sends an event to the child and passes on the child's actions, until the child is done with the event or has
    /// ended.
    func tell(_ line: EventLine, _ take: (WireAction) -> Void) -> PortEnd? {
        if let failure { return .gaveUp(failure) }
        if let end = self.start() { return end }
        return self.exchange(line.deed, { $0.ask(line.name, line.fill) }, take).map(self.judged)
    }

    /// Converts the end of a process into a result for the judges. A process breaks a promise if it ends before it is
    /// asked to.
    private func judged(_ end: PortEnd) -> PortEnd {
        let words = self.lastWords
        self.lastWords = []
        switch end {
        case .broke(let sentence, let sort):
            self.errors?.tellFault(words, of: sort)
            return .broke("P36: \(sentence)", sort: sort)
        case .brokeBefore(let sentence, let sort):
            self.errors?.tellFault(words, of: sort)
            return .brokeBefore("P36: \(sentence)", sort: sort)
        case .gaveUp:
            self.errors?.tell(words)
            return end
        }
    }

    private func start() -> PortEnd? {
        guard self.child == nil else { return nil }
        do throws(SystemFailure) {
            self.child = (
                try ChildProcess(self.command, errors: self.errors), LineTalk(self.language)
            )
        } catch { return self.giveUp("cannot start \(self.name): \(error.message)") }
        switch self.exchange(.init(words: "started", sort: "hello"), { $0.greet() }, { _ in }) {
        case nil: return self.reset().map(self.judged)
        // A child that did not even send its greeting would fail in the same way again.
        case .broke(let sentence, _), .brokeBefore(let sentence, _):
            return self.judged(self.giveUp("\(sentence); \(self.hint)"))
        case .gaveUp(let failure): return self.judged(.gaveUp(failure))
        }
    }

    /// A hint for a command whose child did not even send its greeting.
    private var hint: String {
        switch self.lastEnding {
        case .status(127): "the command does not exist"
        case .status(126): "the file is not executable"
        default: "the program must answer the first line with a greeting"
        }
    }

    private func exchange(
        _ deed: EventLine.Deed, _ ask: (inout LineTalk) -> [UInt8], _ take: (WireAction) -> Void
    ) -> PortEnd? {
        guard let process = self.child?.process, var talk = self.child?.talk else {
            preconditionFailure("the child runs")
        }
        // The talk is moved instead of copied. A copy would duplicate its buffer for each line.
        self.child?.talk = LineTalk(self.language)
        defer { self.lastDeed = deed }
        do throws(LineTalk.Babble) {
            try Self.hearWhatIsThere(process, &talk)
        } catch {
            let deed = self.lastDeed
            return .brokeBefore(self.babbled(error, while: deed), sort: self.sort("babbled", deed))
        }
        let limit = talk.isGreeted ? self.answerTimeAfterGreeting ?? self.answerTime : self.answerTime
        process.send(ask(&talk))
        var time = AnswerTime(from: System.milliseconds(), limit: limit, moment: self.patience)
        var isQuiet = false
        do throws(LineTalk.Babble) {
            while true {
                while let heard = try talk.next() {
                    time.hear()
                    switch heard {
                    case .action(let action): take(action)
                    case .greeting, .done:
                        self.child = (process, talk)
                        self.errors?.tell(process.takeErrors())
                        return nil
                    }
                }
                switch time.standing(at: System.milliseconds(), isProcessOver: isQuiet && process.hasEnded) {
                case .open: break
                case .ended: return self.ended(while: deed)
                case .over: return self.runOut(of: time, limit, talk, while: deed)
                }
                let received = process.receive(until: min(time.end, System.milliseconds() + Errand.nap))
                if self.isStopped() {
                    _ = self.end(patience: 0)
                    return self.giveUp("\(self.name) was stopped with the run, while it \(deed.words)")
                }
                isQuiet = received == .silence
                switch received {
                case .bytes(let bytes): talk.hear(bytes)
                case .closed: return self.ended(while: deed)
                case .silence: self.errors?.tell(process.takeErrors(olderThan: self.patience))
                }
            }
        } catch {
            let deed = error.isBehindDone ? self.lastDeed : deed
            return .broke(self.babbled(error, while: deed), sort: self.sort("babbled", deed))
        }
    }

    /// Reads the output that has already arrived.
    ///
    /// If it contains an extra line, the line is attributed to the previous event.
    private static func hearWhatIsThere(
        _ process: ChildProcess, _ talk: inout LineTalk
    ) throws(LineTalk.Babble) {
        guard talk.isGreeted else { return }
        if case .bytes(let bytes) = process.receive(until: 0) { talk.hear(bytes) }
        _ = try talk.next()
    }

    private func babbled(_ babble: LineTalk.Babble, while deed: EventLine.Deed) -> String {
        self.lastEnding = .ended
        _ = self.end(patience: 0)
        return "\(self.name) wrote invalid output and was stopped while it \(deed.words): \(babble)"
    }

    private func runOut(of time: AnswerTime, _ limit: Int, _ talk: LineTalk, while deed: EventLine.Deed) -> PortEnd {
        _ = self.end(patience: 0)
        let offence = time.hasSpoken ? "did not finish within" : "wrote nothing for"
        let begun = talk.unfinished.map { "; its last line is incomplete: \($0)" } ?? ""
        return self.giveUp(
            "\(self.name) \(offence) \(limit) ms of real time while it \(deed.words); "
                + "it must write \(talk.awaited) on its own line and flush its output\(begun)")
    }

    private func ended(while deed: EventLine.Deed) -> PortEnd {
        self.lastEnding = self.end(patience: self.patience)
        return .broke("\(self.name) \(self.lastEnding) while it \(deed.words)", sort: self.sort("ended", deed))
    }

    private func end(patience: Int) -> ChildProcess.Ending {
        defer {
            self.child = nil
            self.generation += 1
        }
        guard let process = self.child?.process else { return .ended }
        let ending = process.end(patience: patience)
        self.lastWords = process.takeErrors()
        return ending
    }

    private func sort(_ fault: String, _ deed: EventLine.Deed) -> String {
        "\(self.language.speaker) \(fault) at \(deed.sort)"
    }

    private func giveUp(_ sentence: String) -> PortEnd {
        let failure = LabFailure(sentence)
        self.failure = failure
        return .gaveUp(failure)
    }
}
