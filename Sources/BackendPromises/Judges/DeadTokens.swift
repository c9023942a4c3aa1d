import Basics

/// B1: no push after 410.
///
/// A backend learns of a 410 only after the endpoint has sent it. So two kinds of pushes do not count: pushes that were
/// on their way at that time, and pushes that waited in the queue of a busy connection. A push counts as queued if it
/// is sent within the next second and before the connection is idle.
struct DeadTokens: Hashable, Sendable {
    private struct Death: Hashable {
        var push: Int
        var reason: String
        var time: Instant
        /// For each connection, the time at which it answered a push to the token with 410.
        var told: [Int: Instant] = [:]
        /// The number of 410 answers on connections that were opened after the first 410.
        var strays = 0
        /// The number of pushes that came after the 410 on a connection that was busy at the time of the 410, but was
        /// idle before these pushes.
        var late = 0
    }

    private var deaths: [String: Death] = [:]
    /// The connections that had two or more open requests at some time.
    private var busy: Set<Int> = []
    /// For each connection, the time of the last push that began while no other request was open.
    private var idle: [Int: Instant] = [:]
    /// The time of the first push of each connection.
    private var opened: [Int: Instant] = [:]
    private var findings: [BackendFinding] = []
    private var looks = 0
    private(set) var all: Set<String> = []

    /// The time in which a busy connection may still send its queued pushes.
    private static let grace = Interval.seconds(1)
    /// The number of later connections that may also receive a 410 for the token. These connections may belong to other
    /// processes, and the processes may have no common store.
    private static let mostStrays = 1
    /// The number of late pushes that do not break the promise. A late push may have been in the queue since before the
    /// 410, even if the busy connection was idle in the meantime.
    private static let mostLate = 1

    mutating func take(_ push: SentPush) {
        if push.openRequests > 1 {
            self.busy.insert(push.connection)
        } else {
            self.idle[push.connection] = push.time
        }
        if self.opened[push.connection] == nil { self.opened[push.connection] = push.time }
        self.judge(push)
        guard push.status == 410 else { return }
        self.all.insert(push.token)
        self.deaths[
            push.token, default: Death(push: push.number, reason: push.outcomeWords, time: push.answered)
        ].told[push.connection] = self.deaths[push.token]?.told[push.connection] ?? push.answered
    }

    private mutating func judge(_ push: SentPush) {
        guard let death = self.deaths[push.token] else { return }
        let grace = self.busy.contains(push.connection) ? Self.grace : .zero
        if let told = death.told[push.connection] {
            guard push.time < told + grace else { return self.charge(push, death) }
            guard let idle = self.idle[push.connection], idle >= told else { return }
            self.deaths[push.token]?.late += 1
            if death.late >= Self.mostLate { self.charge(push, death) }
        } else if let opened = self.opened[push.connection], opened > death.time + grace, push.status == 410 {
            self.deaths[push.token]?.strays += 1
            guard death.strays >= Self.mostStrays else { return }
            self.charge(push, death)
        }
    }

    private mutating func charge(_ push: SentPush, _ death: Death) {
        let later = (push.time - death.time).words
        let words =
            """
            \(push.target): push \(push.number) was sent \(later) after push \(death.push) was answered with \
            \(death.reason), although the token had not been registered again
            """
        self.findings.append(BackendFinding(.b1, words, at: push.time))
    }

    /// Makes a token valid again; nil means all tokens.
    mutating func revive(_ token: String?) {
        if let token { self.deaths[token] = nil } else { self.deaths = [:] }
    }

    func judge(into verdict: inout BackendVerdict) {
        verdict.look(.b1, times: self.all.count)
        for finding in self.findings { verdict.add(finding) }
    }
}
