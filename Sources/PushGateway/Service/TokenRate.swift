package import Basics

/// Counts the pushes to each device token in bounds, for who wants `TooManyRequests`: a bucket for each, as for wakes.
package struct TokenRate: Sendable {
    /// How many pushes a token takes; nil for any number, which is how the real service is known.
    package let limit: WakeBudget?
    // Who is forgotten starts again with a full bucket.
    private var allowances: BoundedCache<TokenNumber, WakeAllowance>

    /// Tokens that are counted at a time.
    package static let tokenLimit = 65_536

    package init(_ limit: WakeBudget? = nil, tokenLimit: Int = Self.tokenLimit) {
        self.limit = limit
        self.allowances = BoundedCache(limit: tokenLimit)
    }

    /// A count by which this token has had its pushes for an hour.
    package static func exhausted(for token: TokenNumber, at now: Instant) -> TokenRate {
        var rate = TokenRate(WakeBudget(perHour: 1, burst: 1), tokenLimit: 1)
        rate.count(token, at: now)
        return rate
    }

    func isOver(_ token: TokenNumber, at now: Instant) -> Bool {
        guard let limit, let allowance = self.allowances[token] else { return false }
        return allowance.payable(under: limit) > now
    }

    /// A push of a token that is not over the rate.
    mutating func count(_ token: TokenNumber, at now: Instant) {
        guard let limit else { return }
        var allowance = self.allowances[token] ?? .untouched
        allowance.spend(at: now, under: limit)
        self.allowances.remember(allowance, for: token)
    }
}
