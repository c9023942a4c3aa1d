import Basics

/// B7: provider tokens last 20 to 60 minutes.
struct ProviderTokens: Hashable, Sendable {
    private struct Use: Hashable {
        var token: String
        var since: Instant
        var push: Int
    }

    private var uses: [Int: Use] = [:]
    /// The tokens that were refused.
    private var refused: [String: Refused] = [:]
    private var findings: [BackendFinding] = []
    private var looks = 0

    private struct Refused: Hashable {
        var push: Int
        var time: Instant
        /// The number of pushes with this token after the refusal.
        var count = 0
    }

    private static let shortestUse = Interval.minutes(20)
    /// The number of pushes with a refused token that are allowed. These pushes may already have been on their way.
    private static let mostOnTheirWay = 1

    mutating func take(_ push: SentPush) {
        guard let token = push.headers.authorization else { return }
        self.looks += 1
        self.judgeUpdate(push, token)
        self.judgeAge(push, token)
    }

    private mutating func judgeUpdate(_ push: SentPush, _ token: String) {
        guard let use = self.uses[push.connection], use.token != token else {
            if self.uses[push.connection] == nil {
                self.uses[push.connection] = Use(token: token, since: push.time, push: push.number)
            }
            return
        }
        let age = push.time - use.since
        let isForced = self.refused[use.token] != nil
        self.uses[push.connection] = Use(token: token, since: push.time, push: push.number)
        guard age < Self.shortestUse, !isForced else { return }
        let words =
            """
            \(push.target): push \(push.number) came \(age.words) after push \(use.push) on the same connection, but \
            has a different provider token; use each token for at least 20 minutes
            """
        self.findings.append(BackendFinding(.b7, words, at: push.time))
    }

    private mutating func judgeAge(_ push: SentPush, _ token: String) {
        if var refused = self.refused[token], push.time > refused.time, push.openRequests == 1 {
            refused.count += 1
            self.refused[token] = refused
            if refused.count > Self.mostOnTheirWay {
                let words =
                    """
                    \(push.target): push \(push.number) uses the provider token of push \(refused.push), which was \
                    refused because of this token; sign a new token
                    """
                self.findings.append(BackendFinding(.b7, words, at: push.time))
            }
        } else if push.reason == "ExpiredProviderToken", self.refused[token] == nil {
            self.refused[token] = Refused(push: push.number, time: push.answered)
        }
    }

    func judge(into verdict: inout BackendVerdict) {
        verdict.look(.b7, times: self.looks)
        for finding in self.findings { verdict.add(finding) }
    }
}
