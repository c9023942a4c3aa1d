package import Basics

/// Judges a backend by the pushes that an endpoint saw: a value that takes events and gives a verdict at any time.
///
/// It keeps to what the endpoint can know. Where two backends look the same from there, one of them right, it says
/// nothing.
package struct BackendJudge: Hashable, Sendable {
    private var deadTokens = DeadTokens()
    private var attempts = Attempts()
    private var tokens = ProviderTokens()
    private var headers = HeaderRules()
    private var reuse = ConnectionReuse()
    private var count = 0
    private var last: Instant?
    /// Whether the contents of pushes tell them apart; nil when nobody knows.
    private let contentsDiffer: Bool?

    /// - Parameter contentsDiffer: Whether the backend sends no content twice to a device when nothing fails. Nil when
    ///   that is not known: then only contents that look unique tell pushes apart.
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

    /// The verdict on what has happened so far.
    ///
    /// - Parameter isOver: Whether the backend sends nothing more, so that what it has not done it will not do.
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

    /// Whether no content was accepted twice for a device, so that contents tell pushes apart.
    package var contentsAreUnique: Bool { !self.attempts.hasRepeatedContent }

    /// The number of different pushes to each device or token, in the order of the first one.
    package var pushCounts: [PushCount] { self.attempts.pushCounts(dead: self.deadTokens.all) }
}

/// The number of different pushes to a device.
package struct PushCount: Hashable, Sendable {
    package var target: String
    package var count: Int
    /// Whether its token became inactive, so that fewer pushes are right.
    package var isDead: Bool

    package init(target: String, count: Int, isDead: Bool) {
        (self.target, self.count, self.isDead) = (target, count, isDead)
    }
}

extension BackendVerdict {
    /// Compares with a run without faults: each device gets as many pushes.
    package mutating func compare(_ counts: [PushCount], with baseline: [PushCount], at time: Instant) {
        for wanted in baseline {
            let seen = counts.first { $0.target == wanted.target }
            if seen?.isDead == true { continue }
            self.look(.b11)
            let count = seen?.count ?? 0
            guard count < wanted.count else { continue }
            let words = "\(wanted.target): \(count) of \(wanted.count) pushes were sent; without faults all of them are"
            self.add(BackendFinding(.b11, words, at: time))
        }
    }
}
