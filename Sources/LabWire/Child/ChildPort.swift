import PushLab

/// One program that takes part in labs, over all of them: starts it, talks with it, and says how it ended.
final class ChildPort {
    let language: WireLanguage
    /// What the shell is told to run.
    let command: String
    /// How long the child may take for one answer, in milliseconds of real time.
    var answerTime: Int
    /// Whether nobody wants to hear the end any more.
    var isStopped: () -> Bool = { false }
    /// Takes what the child says on its standard error; nil where that passes through.
    var errors: ProgramErrors?
    private var child: (process: ChildProcess, talk: LineTalk)?
    /// Grows with each world.
    private(set) var world = 0
    /// Grows whenever a process is no more, and with each world.
    private(set) var generation = 0
    private var failure: LabFailure?
    /// The deed of the child that came last.
    private var lastDeed = EventLine.Deed(words: "", sort: "")
    private var lastEnding = ChildProcess.Ending.ended
    /// What the child that ended last said on its standard error before it ended, until somebody is told.
    private var lastWords: [UInt8] = []

    init(_ language: WireLanguage, _ command: String, answerTime: Duration) {
        self.language = language
        self.command = command
        self.answerTime = max(System.milliseconds(answerTime), 1)
    }

    /// How long the child may take to end by itself once it hangs up or is hung up on, in milliseconds.
    private var patience: Int { min(self.answerTime, 1_000) }

    deinit {
        guard let process = self.child?.process else { return }
        process.end(patience: self.patience)
        self.errors?.tell(process.takeErrors())
    }

    /// Begins another world, in which nothing of the one before is left. A child that served one is told to forget it.
    func beginWorld() -> Int {
        self.world += 1
        self.generation += 1
        // One that ended meanwhile, or said a word too many in the world before, is no matter of this one: another
        // takes its place, and is asked the same.
        if self.child != nil, self.failure == nil { _ = self.reset().map(self.judged) }
        return self.world
    }

    private func reset() -> PortEnd? {
        self.exchange(.init(words: "was told of a new world", sort: "reset"), { $0.ask("reset") }, { _ in })
    }

    private var name: String { "the \(self.language.speaker) '\(Excerpt.of(self.command))'" }

    /// Why what was made for an earlier world is of no use any more.
    var outlived: LabFailure {
        LabFailure("\(self.name) serves another lab now; finish one lab before the next, or use two programs")
    }

    /// Tells the child of an event and hands on what it wants, until it is done or at its end.
    func tell(_ line: EventLine, _ take: (WireAction) -> Void) -> PortEnd? {
        if let failure { return .gaveUp(failure) }
        if let end = self.start() { return end }
        return self.exchange(line.deed, { $0.ask(line.name, line.fill) }, take).map(self.judged)
    }

    /// A process that ends by itself breaks the promise of that number.
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
        } catch { return self.giveUp("\(self.name) cannot be started: \(error.message)") }
        switch self.exchange(.init(words: "was greeted", sort: "hello"), { $0.greet() }, { _ in }) {
        case nil: return self.reset().map(self.judged)
        // Whoever does not even greet would do no better the next time.
        case .broke(let sentence, _), .brokeBefore(let sentence, _):
            return self.judged(self.giveUp("\(sentence); \(self.hint)"))
        case .gaveUp(let failure): return self.judged(.gaveUp(failure))
        }
    }

    /// What may help whoever wrote the command of a child that did not even greet.
    private var hint: String {
        switch self.lastEnding {
        case .status(127): "there is no such command"
        case .status(126): "it may not be executed"
        default: "a program that takes part answers its first line"
        }
    }

    private func exchange(
        _ deed: EventLine.Deed, _ ask: (inout LineTalk) -> [UInt8], _ take: (WireAction) -> Void
    ) -> PortEnd? {
        guard let process = self.child?.process, var talk = self.child?.talk else {
            preconditionFailure("the child runs")
        }
        // The talk is held once only, or each line would copy its buffer.
        self.child?.talk = LineTalk(self.language)
        defer { self.lastDeed = deed }
        do throws(LineTalk.Babble) {
            try Self.hearWhatIsThere(process, &talk)
        } catch {
            let deed = self.lastDeed
            return .brokeBefore(self.babbled(error, while: deed), sort: self.sort("babbled", deed))
        }
        process.send(ask(&talk))
        var time = AnswerTime(from: System.milliseconds(), limit: self.answerTime, moment: self.patience)
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
                case .over: return self.runOut(of: time, talk, while: deed)
                }
                let received = process.receive(until: min(time.end, System.milliseconds() + Errand.nap))
                if self.isStopped() {
                    _ = self.end(patience: 0)
                    return self.giveUp("\(self.name) was ended while it \(deed.words), because the run was stopped")
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

    /// A word more than it was asked for is charged to what it was asked before, if it is there by now.
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
        return "\(self.name) babbled and was ended while it \(deed.words): \(babble)"
    }

    private func runOut(of time: AnswerTime, _ talk: LineTalk, while deed: EventLine.Deed) -> PortEnd {
        _ = self.end(patience: 0)
        let offence = time.hasSpoken ? "was not done within" : "was silent for"
        let begun = talk.unfinished.map { "; this line of it has no end: \($0)" } ?? ""
        return self.giveUp(
            "\(self.name) \(offence) \(self.answerTime) ms of real time while it \(deed.words); "
                + "it has to answer with \(talk.awaited) in a line of its own, and to flush it\(begun)")
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
