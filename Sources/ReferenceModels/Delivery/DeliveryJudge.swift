import Basics
import PushGateway

/// A judge of a delivery machine. It knows the machine's promises, but not its rules.
struct DeliveryJudge {
    private var sent: [String: (push: AcceptedPush, at: Instant, mayDouble: Bool)] = [:]
    private var deaths: [DeviceToken: Instant] = [:]
    private var wakes: [String: Int] = [:]
    private var shows: [String: Int] = [:]
    private var paid: [AppNumber: [Instant]] = [:]
    private var everythingMayDouble = false

    mutating func sent(_ push: AcceptedPush, _ fate: DrawnFate, at now: Instant) {
        self.sent[push.id] = (push, now, fate.copyAfter != nil)
    }

    mutating func redelivered(_ fate: DrawnFate) {
        self.everythingMayDouble = self.everythingMayDouble || fate.copyAfter != nil
    }

    mutating func died(_ token: DeviceToken, at moment: Instant) {
        self.deaths[token] = min(moment, self.deaths[token] ?? moment)
    }

    mutating func revived(_ token: DeviceToken) { self.deaths[token] = nil }

    mutating func faults(_ actions: [TimedAction], budget: WakeBudget?) -> [String] {
        actions.flatMap { self.faults($0, budget: budget) }
    }

    private mutating func faults(_ timed: TimedAction, budget: WakeBudget?) -> [String] {
        switch timed.action {
        case .wake(let app, _, let push):
            self.wakes[push.id, default: 0] += 1
            return self.faults(push, self.wakes[push.id, default: 0], timed.at)
                + self.spending(app, timed, budget: budget)
        case .ring(_, _, let push):
            self.wakes[push.id, default: 0] += 1
            return self.faults(push, self.wakes[push.id, default: 0], timed.at)
        case .showAlert(_, _, let push), .handAlert(_, _, let push), .handToSystem(_, _, let push):
            self.shows[push.id, default: 0] += 1
            return self.faults(push, self.shows[push.id, default: 0], timed.at)
        case .log(let id, .delivered):
            guard let push = self.sent[id]?.push, let death = self.deaths[push.token], death <= timed.at else {
                return []
            }
            return ["\(id) reached a device through a dead token"]
        default: return []
        }
    }

    private func faults(_ push: AcceptedPush, _ times: Int, _ now: Instant) -> [String] {
        guard let sent = self.sent[push.id] else { return ["\(push.id) was never sent"] }
        var faults: [String] = []
        if times > 1, !sent.mayDouble, !self.everythingMayDouble { faults.append("\(push.id) came \(times) times") }
        if push.expiration != .once, sent.at + .days(30) <= now { faults.append("\(push.id) came after 30 days") }
        if case .at(let end) = push.expiration, end <= now { faults.append("\(push.id) arrived after it had expired") }
        return faults
    }

    /// Returns a fault if an app is woken `burst + 1` times before the budget could grow by one wake.
    private mutating func spending(_ app: AppNumber, _ timed: TimedAction, budget: WakeBudget?) -> [String] {
        guard let budget, !timed.hadScreen else { return [] }
        let burst = Int(budget.burst)
        let before = self.paid[app] ?? []
        self.paid[app] = before.suffix(burst) + [timed.at]
        guard before.count >= burst, timed.at - before[before.count - burst] < budget.refill else { return [] }
        return ["app \(app.value) was woken more often than its budget allows"]
    }
}
