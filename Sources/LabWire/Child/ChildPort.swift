import PushLab

/// One program that takes part in labs, over all of them: starts it, talks with it, and says how it ended.
final class ChildPort {
    let language: WireLanguage
    /// What the shell is told to run.
    let command: String
    /// How long the child may say nothing, in milliseconds of real time.
    var silence: Int
    /// Whether nobody wants to hear the end any more.
    var isStopped: () -> Bool = { false }
    private var child: (process: ChildProcess, talk: LineTalk)?
    /// Grows with each world.
    private(set) var world = 0
    /// Grows whenever a process is no more, and with each world.
    private(set) var generation = 0
    /// The world for which the child was last told to forget everything.
    private var toldWorld = 0
    private var failure: LabFailure?

    init(_ language: WireLanguage, _ command: String, silence: Duration) {
        self.language = language
        self.command = command
        let (seconds, attoseconds) = silence.components
        self.silence = max(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), 1)
    }

    /// How long the child may take to end by itself once it hangs up or is hung up on, in milliseconds.
    private var patience: Int { min(self.silence, 1_000) }

    deinit { self.child?.process.end(patience: self.patience) }

    /// Begins another world, in which nothing of the one before is left.
    func beginWorld() -> Int {
        self.world += 1
        self.generation += 1
        return self.world
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
        if self.toldWorld != self.world {
            self.toldWorld = self.world
            if let end = self.exchange("was told of a new world", { $0.ask("reset") }, { _ in }) {
                return Self.judged(end)
            }
        }
        return self.exchange(line.deed, { $0.ask(line.name, line.fill) }, take).map(Self.judged)
    }

    /// A process that ends by itself breaks the promise of that number.
    private static func judged(_ end: PortEnd) -> PortEnd {
        if case .broke(let sentence) = end { .broke("P36: \(sentence)") } else { end }
    }

    private func start() -> PortEnd? {
        guard self.child == nil else { return nil }
        do throws(SystemFailure) {
            self.child = (try ChildProcess(self.command), LineTalk(self.language))
        } catch { return self.giveUp("\(self.name) cannot be started: \(error.message)") }
        self.toldWorld = 0
        switch self.exchange("was greeted", { $0.greet() }, { _ in }) {
        case nil: return nil
        // Whoever does not even greet would do no better the next time.
        case .broke(let sentence): return self.giveUp("\(sentence); a program that takes part answers its first line")
        case .gaveUp(let failure): return .gaveUp(failure)
        }
    }

    private func exchange(
        _ deed: String, _ ask: (inout LineTalk) -> [UInt8], _ take: (WireAction) -> Void
    ) -> PortEnd? {
        guard let process = self.child?.process, var talk = self.child?.talk else {
            preconditionFailure("the child runs")
        }
        // The talk is held once only, or each line would copy its buffer.
        self.child?.talk = LineTalk(self.language)
        process.send(ask(&talk))
        var deadline = System.milliseconds() + self.silence
        do throws(LineTalk.Babble) {
            while true {
                while let heard = try talk.next() {
                    deadline = System.milliseconds() + self.silence
                    switch heard {
                    case .action(let action): take(action)
                    case .greeting, .done:
                        self.child = (process, talk)
                        return nil
                    }
                }
                let received = process.receive(until: min(deadline, System.milliseconds() + Errand.nap))
                if self.isStopped() {
                    _ = self.end(patience: 0)
                    return self.giveUp("\(self.name) was ended while it \(deed), because the run was stopped")
                }
                switch received {
                case .bytes(let bytes): talk.hear(bytes)
                case .closed:
                    let ending = self.end(patience: self.patience)
                    return .broke("\(self.name) \(ending) while it \(deed)")
                case .silence:
                    if System.milliseconds() < deadline { continue }
                    _ = self.end(patience: 0)
                    return self.giveUp(
                        "\(self.name) was silent for \(self.silence) ms of real time while it \(deed); "
                            + "it has to answer each line with {\"done\":…}")
                }
            }
        } catch {
            _ = self.end(patience: 0)
            return .broke("\(self.name) babbled and was ended while it \(deed): \(error)")
        }
    }

    private func end(patience: Int) -> ChildProcess.Ending {
        defer {
            self.child = nil
            self.generation += 1
        }
        return self.child?.process.end(patience: patience) ?? .ended
    }

    private func giveUp(_ sentence: String) -> PortEnd {
        let failure = LabFailure(sentence)
        self.failure = failure
        return .gaveUp(failure)
    }
}
