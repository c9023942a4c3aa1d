package import Basics

/// The rate limit for device tokens (`TooManyRequests`). Each token has its own bucket, like the bucket of wakes that
/// each app has.
package struct TokenRate: Sendable {
    /// The limit of pushes for a token. Nil means no limit. As far as is known, the real service has no such limit.
    package let limit: WakeBudget?
    // A forgotten token starts again with a full bucket.
    private var allowances: BoundedCache<TokenNumber, WakeAllowance>

    /// The maximum number of tokens that are counted at a time.
    package static let tokenLimit = 65_536

    package init(_ limit: WakeBudget? = nil, tokenLimit: Int = Self.tokenLimit) {
        self.limit = limit
        self.allowances = BoundedCache(limit: tokenLimit)
    }

    /// Returns a rate limit that this token has already used up for an hour.
    package static func exhausted(for token: TokenNumber, at now: Instant) -> TokenRate {
        var rate = TokenRate(WakeBudget(perHour: 1, burst: 1), tokenLimit: 1)
        rate.count(token, at: now)
        return rate
    }

    func isOver(_ token: TokenNumber, at now: Instant) -> Bool {
        guard let limit, let allowance = self.allowances[token] else { return false }
        return allowance.payable(under: limit) > now
    }

    /// Counts a push to a token. The token must not be over its limit.
    mutating func count(_ token: TokenNumber, at now: Instant) {
        guard let limit else { return }
        var allowance = self.allowances[token] ?? .untouched
        allowance.spend(at: now, under: limit)
        self.allowances.remember(allowance, for: token)
    }
}
