import PushLab
import ShoulderTap

/// The translation for the server of a lab: events become lines, and the child's actions become actions of the lab.
struct BackendTongue {
    private var numbers = ChildNumbers()

    /// Returns the line for an event, or nil when the child does not know the request or timer.
    mutating func line(for event: BackendEvent, _ system: inout BackendSystem) -> EventLine? {
        guard let event = self.translated(event) else { return nil }
        var line = EventLine(event)
        let (now, clock, random) = (system.now, system.clock, system.random() >> 11)
        line.lead { writer in
            writer.member("t", microseconds: now)
            writer.member("clock", microseconds: clock)
            writer.member("random", number: random)
        }
        return line
    }

    /// Replaces the lab's numbers for requests and timers with the child's own numbers.
    private mutating func translated(_ event: BackendEvent) -> BackendEvent? {
        switch event {
        case .answer(let number, let answer): self.numbers.answer(number).map { .answer($0, answer) }
        case .timer(let number): self.numbers.ring(number).map { .timer($0) }
        default: event
        }
    }

    /// Performs an action that the child requested.
    mutating func carryOut(_ action: WireAction, _ system: inout BackendSystem) {
        switch action.word.name {
        case "post":
            let headers = action.texts("headers").map { BackendAnswer.Header($0.key, $0.value) }
            let path = action.optionalText("path") ?? BackendSystem.path
            let number = system.post(Array(action.text("body").utf8), headers: headers, path: path)
            self.numbers.ask(number, as: action.number("post"))
        case "askForToken": system.requestAccessToken(user: action.optionalText("user"))
        case "timer":
            self.cancelTimer(action.number("timer"), &system)
            let delay = Duration.microseconds(action.number("after"))
            let number = system.startTimer(after: delay, isIdle: action.flag("idle") ?? false)
            self.numbers.set(number, as: action.number("timer"))
        case "cancelTimer": self.cancelTimer(action.number("timer"), &system)
        case "store": system.store(Array(action.text("text").utf8))
        case "log": system.log(action.text("text"))
        default: preconditionFailure("nobody carries out \(action.word.name)")
        }
    }

    private mutating func cancelTimer(_ child: Int, _ system: inout BackendSystem) {
        if let number = self.numbers.stop(child) { system.cancelTimer(number) }
    }
}
