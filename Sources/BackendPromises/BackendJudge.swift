package import Basics

/// Judges a backend by the pushes that an endpoint received. Takes events and can return a verdict at any time.
///
/// The judge knows only the facts that the endpoint knows. If a correct backend could send the same requests, the judge
/// reports nothing.
package struct BackendJudge: Hashable, Sendable {
    private var deadTokens = DeadTokens()
    private var attempts = Attempts()
    private var tokens = ProviderTokens()
    private var headers = HeaderRules()
    private var reuse = ConnectionReuse()
    private var count = 0
    private var last: Instant?
    /// Whether different pushes have different contents. Nil if this is unknown.
    private let contentsDiffer: Bool?

    /// - Parameter contentsDiffer: Whether the backend never sends the same content twice to a device when nothing
    ///   fails. If nil, the judge identifies pushes only by contents that look unique.
    package init(contentsDiffer: Bool? = nil) { self.contentsDiffer = contentsDiffer }

    package mutating func take(_ event: BackendEvent) {
        switch event {
        case .push(let push):
            self.count += 1
            self.last = push.time
            self.deadTokens.take(push)
            self.attempts.take(push)
            self.tokens.take(push)
            self.headers.take(push)
            self.reuse.take(push)
        case .registered(let token): self.deadTokens.revive(token?.lowercased())
        case .reported(let token): self.attempts.excuse(token.lowercased())
        }
    }

    /// Returns the verdict on the events so far.
    ///
    /// - Parameter isOver: Whether the backend has finished, so that missing pushes will not come any more.
    package func verdict(isOver: Bool) -> BackendVerdict {
        var verdict = BackendVerdict()
        (verdict.pushes, verdict.lastPush) = (self.count, self.last)
        self.deadTokens.judge(into: &verdict)
        self.attempts.judge(isOver: isOver, contentsDiffer: self.contentsDiffer, into: &verdict)
        self.tokens.judge(into: &verdict)
        self.headers.judge(into: &verdict)
        self.reuse.judge(into: &verdict)
        return verdict
    }

    /// Whether the endpoint accepted each content at most once for each device. If so, a content identifies a push.
    package var contentsAreUnique: Bool { !self.attempts.hasRepeatedContent }

    /// The number of different pushes to each device or token, in the order of their first pushes.
    package var pushCounts: [PushCount] { self.attempts.pushCounts(dead: self.deadTokens.all) }
}

/// The number of different pushes to a device.
package struct PushCount: Hashable, Sendable {
    package var target: String
    package var count: Int
    /// Whether the token of the device became inactive. If so, it is correct to send fewer pushes.
    package var isDead: Bool

    package init(target: String, count: Int, isDead: Bool) {
        (self.target, self.count, self.isDead) = (target, count, isDead)
    }
}

extension BackendVerdict {
    /// Compares these counts with the counts of a run without faults. Each device must get the same number of pushes in
    /// both runs.
    package mutating func compare(_ counts: [PushCount], with baseline: [PushCount], at time: Instant) {
        for wanted in baseline {
            let seen = counts.first { $0.target == wanted.target }
            if seen?.isDead == true { continue }
            self.look(.b11)
            let count = seen?.count ?? 0
            guard count < wanted.count else { continue }
            let words =
                "\(wanted.target): only \(count) of \(wanted.count) pushes were sent; without faults, all are sent"
            self.add(BackendFinding(.b11, words, at: time))
        }
    }
}
