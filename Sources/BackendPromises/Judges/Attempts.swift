import Basics

/// The attempts at each push, and the promises about retries: B2 to B6.
///
/// Two requests are attempts at one push when they have the same apns-id and token. If a request has no apns-id but
/// contents identify pushes, the request counts as a retry of an earlier failed request with the same content.
struct Attempts: Hashable, Sendable {
    /// One push with all of its attempts.
    struct Try: Hashable {
        var attempts: [SentPush]
        /// Whether an attempt was recognised by its content alone.
        var isGuessed = false
        /// Whether the backend has said that it will not try again.
        var isExcused = false

        var last: SentPush { self.attempts[self.attempts.count - 1] }
        var isAccepted: Bool { self.attempts.contains { $0.status == 200 } }
    }

    private struct Name: Hashable {
        var id: String
        var token: String
    }

    private(set) var tries: [Try] = []
    private var byName: [Name: Int] = [:]
    private var byContent: [SentPush.Content: Known] = [:]
    /// The connections on which answers may have been lost, because a fault ended the connection or told the backend to
    /// stop using it.
    private var disturbed: Set<Int> = []
    private var turnarounds = Turnarounds()
    /// Whether the same content was accepted for two pushes.
    private(set) var hasRepeatedContent = false

    /// The latest push with a content, and the first push with this content that was accepted.
    private struct Known: Hashable {
        var latest: Int
        /// The first push with this content that was accepted.
        var accepted: Int?
    }

    /// After this time, a request with the same content is a new push.
    private static let longestPause = Interval.minutes(2)

    mutating func take(_ push: SentPush) {
        self.turnarounds.take(push)
        if push.isDisturbed { self.disturbed.insert(push.connection) }
        let content = push.content
        let name = push.headers.id.map { Name(id: $0, token: push.token) }
        let known = self.byContent[content]
        let place: Int
        if let name, let known = self.byName[name] {
            place = known
            self.tries[place].attempts.append(push)
        } else if let known = known?.latest, self.mayRetry(known, push) {
            place = known
            self.tries[place].attempts.append(push)
            self.tries[place].isGuessed = true
        } else {
            place = self.tries.count
            self.tries.append(Try(attempts: [push]))
        }
        if let name { self.byName[name] = place }
        if push.status == 200 {
            if let accepted = known?.accepted, accepted != place { self.hasRepeatedContent = true }
            self.byContent[content] = Known(latest: place, accepted: known?.accepted ?? place)
        } else {
            self.byContent[content] = Known(latest: place, accepted: known?.accepted)
        }
    }

    private func mayRetry(_ place: Int, _ push: SentPush) -> Bool {
        let last = self.tries[place].last
        return last.isToBeRetried && push.time >= last.answered && push.time - last.answered < Self.longestPause
    }

    mutating func excuse(_ token: String) {
        for place in self.tries.indices where self.tries[place].last.token == token {
            self.tries[place].isExcused = true
        }
    }

    func pushCounts(dead: Set<String>) -> [PushCount] {
        var counts: [PushCount] = []
        var places: [String: Int] = [:]
        for attempt in self.tries {
            let target = attempt.last.device ?? "token \(attempt.last.token)"
            let isDead = dead.contains(attempt.last.token)
            if let place = places[target] {
                counts[place].count += 1
                counts[place].isDead = counts[place].isDead || isDead
            } else {
                places[target] = counts.count
                counts.append(PushCount(target: target, count: 1, isDead: isDead))
            }
        }
        return counts
    }

    func judge(isOver: Bool, contentsDiffer: Bool?, into verdict: inout BackendVerdict) {
        let isRepetitive = self.hasRepeatedContent
        let shortestPause = self.turnarounds.shortestPause
        for attempt in self.tries {
            if attempt.isGuessed {
                let isTold = contentsDiffer ?? (!isRepetitive && !attempt.last.isGeneric)
                guard isTold else { continue }
            }
            RetryRules.judge(
                attempt, isOver: isOver, disturbed: self.disturbed, shortestPause: shortestPause, into: &verdict)
        }
    }
}
