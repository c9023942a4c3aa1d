import Basics
import PushLab
import ShoulderTap

/// Translates for the app of one device: events become lines, and the actions of the child become actions in the lab.
struct AppTongue {
    private let launch: AppLaunch
    private var numbers = ChildNumbers()

    init(_ launch: AppLaunch) { self.launch = launch }

    /// Returns the line for an event, or nil when the child does not know the request or timer.
    mutating func line(for event: AppEvent, _ system: inout AppSystem) -> EventLine? {
        guard let event = self.translated(event) else { return nil }
        var line = EventLine(event)
        line.deed.words += " on \(self.launch.user).\(self.launch.device)"
        line.tellDelivered(system.delivered, in: event)
        let (now, clock, random) = (system.now, system.wallClock, system.random() >> 11)
        line.lead { [launch = self.launch] writer in
            writer.member("t", microseconds: now)
            writer.member("clock", number: clock.microseconds)
            writer.member("random", number: random)
            writer.member("user", launch.user)
            writer.member("device", launch.device)
        }
        return line
    }

    /// Replaces the lab's numbers for requests and timers with the child's own numbers.
    private mutating func translated(_ event: AppEvent) -> AppEvent? {
        switch event {
        case .answer(let number, let answer): self.numbers.answer(number).map { .answer($0, answer) }
        case .timer(let number): self.numbers.ring(number).map { .timer($0) }
        default: event
        }
    }

    /// Performs an action that the child requested.
    mutating func carryOut(_ action: WireAction, _ system: inout AppSystem) {
        switch action.word.name {
        case "register", "subscribe", "fetch", "save", "delete":
            let token = action.optionalText("token")
            self.numbers.ask(system.request(self.request(action), accessToken: token), as: action.number("request"))
        case "askForToken": system.requestAccessToken()
        case "timer":
            self.cancelTimer(action.number("timer"), &system)
            let delay = Duration.microseconds(action.number("after"))
            let number = system.startTimer(after: delay, isIdle: action.flag("idle") ?? false)
            self.numbers.set(number, as: action.number("timer"))
        case "cancelTimer": self.cancelTimer(action.number("timer"), &system)
        case "show":
            system.show(
                action.text("id"), generation: action.number("generation"), version: action.number("version"),
                isRead: action.flag("read") ?? false, action: action.word("state") ?? .none)
        case "hide": system.hide(action.text("id"))
        case "alert": system.alert(action.text("id"))
        case "withdrawAlert": system.withdrawAlert(action.text("id"))
        case "badge": system.setBadge(action.number("count"))
        case "store": system.store(Array(action.text("text").utf8))
        case "finished": system.finish(action.number("push"), action.word("result") ?? .failed)
        case "tellServer": system.tellServer(subscription: action.text("subscription"))
        case "log": system.log(action.text("text"))
        default: preconditionFailure("nobody carries out \(action.word.name)")
        }
    }

    private mutating func cancelTimer(_ child: Int, _ system: inout AppSystem) {
        if let number = self.numbers.stop(child) { system.cancelTimer(number) }
    }

    private func request(_ action: WireAction) -> AppRequest {
        let (host, installation) = (self.launch.host, self.launch.installation)
        let (app, subscription) = (action.optionalText("app") ?? host, action.optionalText("subscription"))
        switch action.word.name {
        case "register":
            return .register(
                installation: installation, platform: self.launch.platform, pushToken: action.text("pushToken"),
                appId: app)
        case "subscribe": return .subscribe(host: host, installation: installation, appId: app)
        case "fetch":
            return .fetch(
                host: host, subscription: subscription, cursor: action.optionalText("cursor"),
                limit: action.optionalNumber("limit"))
        case "save":
            return .save(
                host: host, subscription: subscription, id: action.text("id"),
                generation: action.optionalNumber("generation"), isRead: action.flag("read"),
                action: action.word("state"))
        default:
            return .delete(
                host: host, subscription: subscription, id: action.text("id"),
                generation: action.optionalNumber("generation"))
        }
    }
}
