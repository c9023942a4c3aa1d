import Basics

/// The promises about the attempts at one push: B2 to B6.
enum RetryRules {
    /// If an answer takes longer than this, the backend may have timed out while it waited for the answer.
    private static let promptAnswer = Interval.milliseconds(250)

    /// - Parameters:
    ///   - disturbed: The connections on which answers may have been lost.
    ///   - shortestPause: The minimum time that counts as a pause before a retry.
    static func judge(
        _ push: Attempts.Try, isOver: Bool, disturbed: Set<Int>, shortestPause: Interval,
        into verdict: inout BackendVerdict
    ) {
        let attempts = push.attempts
        if attempts.contains(where: \.isToBeRetried) {
            self.judgeRetry(push, isOver: isOver, into: &verdict)
            self.judgePauses(attempts, shortestPause, into: &verdict)
        }
        guard attempts.count > 1 else { return }
        self.judgeBound(attempts, into: &verdict)
        self.judgeIDs(attempts, into: &verdict)
        self.judgeWakes(attempts, disturbed, into: &verdict)
    }

    /// Judges B2. A backend that tried at least twice may stop retrying.
    private static func judgeRetry(_ push: Attempts.Try, isOver: Bool, into verdict: inout BackendVerdict) {
        verdict.look(.b2)
        guard isOver, push.attempts.count == 1, !push.isExcused, push.last.isToBeRetried else { return }
        let last = push.last
        let words = "\(last.target): push \(last.number) got \(last.outcomeWords) but was not sent again"
        verdict.add(BackendFinding(.b2, words, at: last.time))
    }

    /// Judges B3. The first retry may come at once, for example on a new connection.
    private static func judgePauses(
        _ attempts: [SentPush], _ shortestPause: Interval, into verdict: inout BackendVerdict
    ) {
        guard attempts.count > 2 else { return }
        verdict.look(.b3)
        var hasten = 0
        for (before, after) in zip(attempts, attempts.dropFirst()) {
            let pause = after.time - before.answered
            let isHasty = before.isToBeRetried && pause < shortestPause && pause >= .zero
            hasten = isHasty ? hasten + 1 : 0
            guard hasten == 2 else { continue }
            let words =
                "\(after.target): push \(after.number) is the second retry in a row without a pause: it came "
                + "\(pause.words) after push \(before.number) got \(before.outcomeWords)"
            verdict.add(BackendFinding(.b3, words, at: after.time))
        }
    }

    /// Judges B4: the number of retries of a push is limited.
    private static func judgeBound(_ attempts: [SentPush], into verdict: inout BackendVerdict) {
        verdict.look(.b4)
        guard attempts.count > BackendPromise.mostRetries + 1 else { return }
        let last = attempts[attempts.count - 1]
        let words =
            "\(last.target): a push was sent \(attempts.count) times, first as push \(attempts[0].number) and "
            + "last as push \(last.number)"
        verdict.add(BackendFinding(.b4, words, at: last.time))
    }

    /// Judges B5: all attempts at a push have the same apns-id.
    private static func judgeIDs(_ attempts: [SentPush], into verdict: inout BackendVerdict) {
        guard let id = attempts[0].headers.id else { return }
        verdict.look(.b5)
        guard let other = attempts.first(where: { $0.headers.id != id }) else { return }
        let words =
            "\(other.target): push \(other.number) repeats push \(attempts[0].number), with "
            + (other.headers.id.map { "apns-id \($0) instead of \(id)" } ?? "no apns-id; it must be \(id)")
        verdict.add(BackendFinding(.b5, words, at: other.time))
    }

    /// Judges B6: no push wakes a device twice.
    private static func judgeWakes(
        _ attempts: [SentPush], _ disturbed: Set<Int>, into verdict: inout BackendVerdict
    ) {
        for (place, before) in attempts.enumerated() where before.isDelivered {
            for after in attempts[(place + 1)...] where after.isDelivered || after.status == 200 {
                verdict.look(.b6)
                let isPrompt = before.answered - before.time < Self.promptAnswer
                let hasSameID = before.headers.id != nil && before.headers.id == after.headers.id
                let isKnown = isPrompt && !disturbed.contains(before.connection) && after.time >= before.answered
                if before.status == 200, isKnown, after.openRequests == 1 {
                    let words =
                        "\(after.target): push \(after.number) repeats push \(before.number), which was accepted"
                    verdict.add(BackendFinding(.b6, words, at: after.time))
                } else if case .cutOff = before.outcome, !hasSameID {
                    let words =
                        "\(after.target): push \(before.number) was delivered, but its answer was lost; push "
                        + "\(after.number) repeats it without its apns-id, so the device is woken twice"
                    verdict.add(BackendFinding(.b6, words, at: after.time))
                }
            }
        }
    }
}
