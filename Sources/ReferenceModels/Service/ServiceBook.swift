import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// A record of what a service was asked to do, and of what became of it. The record is kept outside the service.
struct ServiceBook {
    private(set) var problem: String?
    /// The callers that wait for an answer, each with the act that it asked for.
    private var waiting: [Caller: FeedCommand.Act] = [:]
    /// The pushes that the current process has to send, each with the earliest time of its next attempt.
    private var open: [UInt64: Instant] = [:]
    /// The pushes that have ended in the current process. This process must not send them again, but a later process
    /// may.
    private var done: Set<UInt64> = []
    /// The committed pushes that were neither sent to a push service nor given up yet.
    private var unsent: Set<UInt64> = []
    /// The commands that retire the addresses which push services reported as dead. Each command stays here until it is
    /// committed.
    private var dead: [FeedCommand.Act] = []

    mutating func blame(_ text: String) { self.problem = self.problem ?? text }

    mutating func began(_ act: FeedCommand.Act, for caller: Caller?) {
        if let caller { self.waiting[caller] = act }
    }

    /// Forgets everything that ended with the process. Committed pushes stay.
    mutating func crash(dropped: [Caller]) {
        guard Set(dropped) == Set(self.waiting.keys) else { return self.blame("the service forgot who waits") }
        self.waiting = [:]
        self.open = [:]
        self.done = []
        self.dead = []
    }

    mutating func committed(_ act: FeedCommand.Act, _ result: FeedResult, held: [UInt64]) {
        if let index = self.dead.firstIndex(of: act) { self.dead.remove(at: index) }
        guard held.count == result.change.outbox.count else {
            return self.blame("of \(result.change.outbox.count) pushes of a commit, \(held.count) are sent")
        }
        self.unsent.formUnion(held)
    }

    /// Records that the service has to send these pushes.
    mutating func offered(_ pushes: [UInt64]) {
        for id in pushes {
            if self.done.contains(id) { self.blame("push \(id) has ended, and is sent again") }
            if self.open.updateValue(.init(microseconds: 0), forKey: id) != nil {
                self.blame("push \(id) is sent twice at once")
            }
        }
    }

    /// - Parameter act: The act that was committed together with the reply; nil if nothing was committed.
    mutating func replied(_ reply: ServiceReply, with act: FeedCommand.Act?) {
        guard let asked = self.waiting.removeValue(forKey: reply.caller) else {
            return self.blame("\(reply.caller) gets an answer that it does not wait for")
        }
        switch reply.words {
        case .owner:
            if act != asked { self.blame("\(asked) is answered with the outcome of \(String(describing: act))") }
        case .failed: if act != nil { self.blame("\(asked) is committed and reported as failed") }
        case .device, .publisher: self.blame("the owner gets the answer of somebody else")
        }
    }

    /// Records that another process took these pushes from the store and then died. They must still be sent, unless
    /// they have already ended.
    mutating func robbed(_ pushes: [UInt64]) {
        for id in pushes where !self.done.contains(id) && self.open[id] == nil { self.unsent.insert(id) }
    }

    /// Returns a push that may be sent now.
    func nextPush(at now: Instant, _ draw: Int) -> UInt64? {
        let ready = self.open.filter { $0.value <= now }.keys.sorted()
        return ready.isEmpty ? nil : ready[draw % ready.count]
    }

    /// Records that a push needs no further attempt.
    mutating func close(_ id: UInt64) {
        self.open[id] = nil
        self.unsent.remove(id)
        self.done.insert(id)
    }

    mutating func sent(_ id: UInt64, _ row: OutboxRow, _ end: PushEnd, at now: Instant) {
        guard case .refused(let refusal) = end, [404, 410].contains(refusal.status), refusal.reason != "BadPath" else {
            return
        }
        self.dead.append(
            .retire(
                user: row.feed.user, device: row.device, token: row.channel.token, since: refusal.since ?? now))
    }

    /// Records the end of an attempt to send a push, and checks whether the service tries again. It must try again if a
    /// later attempt may succeed, and it must pause before that attempt.
    mutating func ended(_ id: UInt64, _ end: PushEnd, _ retry: ServiceActions.Retry?, created: Instant, at now: Instant)
    {
        let isPassing: Bool
        switch end {
        case .accepted: isPassing = false
        case .unreachable: isPassing = true
        case .refused(let refusal):
            isPassing =
                [401, 403, 406, 408, 429, 500, 503].contains(refusal.status)
                && refusal.reason != "SENDER_ID_MISMATCH" || refusal.reason == "IdleTimeout"
        }
        let age = now - created
        // The service may send a tap twice.
        let mayRepeat = end == .accepted && age < .seconds(2)
        guard (retry != nil) == isPassing || mayRepeat else {
            return self.blame("push \(id) ended with \(end), and is \(retry == nil ? "not " : "")tried again")
        }
        guard let retry else { return self.close(id) }
        // The longer a push has waited, the less often it is tried again.
        guard retry.push == id, retry.pause >= .seconds(1), retry.pause <= .minutes(2),
            retry.pause <= max(age + age, .seconds(5)),
            retry.pause >= min(Interval(microseconds: age.microseconds / 2), .seconds(30))
        else { return self.blame("push \(id) of age \(age) is tried again after \(retry.pause)") }
        self.open[id] = now + retry.pause
    }

    /// Whether no caller waits for an answer, and no push or retirement is unfinished.
    var isDone: Bool { self.open.isEmpty && self.unsent.isEmpty && self.waiting.isEmpty && self.dead.isEmpty }

    /// The first answer, push or retirement that is still missing at the end of a run; nil if there is none.
    var loss: String? {
        if let caller = self.waiting.keys.min(by: { $0.number < $1.number }) { return "\(caller) gets no answer" }
        if let id = self.unsent.min() { return "push \(id) is never sent" }
        return self.dead.first.map { "\($0) does not happen" }
    }
}
