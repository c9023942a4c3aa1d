package import Basics

/// The state of a device token, as seen by senders.
package enum TokenLife: Hashable, Sendable {
    case active
    /// The token became invalid at this time: its app was removed or got another token.
    case unregistered(since: Instant)
    /// The token reached its expiration.
    case expired(since: Instant)

    /// Returns the same state on a clock that is ahead by `interval`.
    func moved(by interval: Interval) -> TokenLife {
        switch self {
        case .active: .active
        case .unregistered(let since): .unregistered(since: since + interval)
        case .expired(let since): .expired(since: since + interval)
        }
    }

    /// The refusal of a push to this token, or nil if the token is active.
    var refusal: Refusal? {
        switch self {
        case .active: nil
        case .unregistered(let since): .unregistered(since: since)
        case .expired(let since): .expiredToken(since: since)
        }
    }

    /// Whether a sender should drop a token after a 410 with this timestamp. The sender registered the token at
    /// `registeredAt`.
    ///
    /// A late 410 never removes a newer registration. The timestamp is rounded down, so a token that was registered
    /// within the same millisecond counts as newer.
    package static func gone(since timestamp: Int64, concerns registeredAt: Instant) -> Bool {
        let (moment, overflow) = timestamp.multipliedReportingOverflow(by: 1_000)
        return overflow ? timestamp > 0 : registeredAt.microseconds <= moment
    }
}

/// The delays before the end of a token takes effect.
package struct TokenLag: Hashable, Sendable {
    /// The time after the end of the token during which pushes still arrive.
    package var death: Interval
    /// The time after the token's death during which pushes to it are still answered with 200. The service does not
    /// answer with 410 at once.
    package var answer: Interval

    package init(death: Interval = .zero, answer: Interval = .zero) {
        self.death = death
        self.answer = answer
    }

    package static let none = TokenLag()
}

/// A token that the service gave out.
package struct KnownToken: Hashable, Sendable {
    package let app: AppNumber
    package let bundle: String
    package let topic: String
    package let environment: PushEnvironment
    package let registeredAt: Instant
    package let life: TokenLife
}
