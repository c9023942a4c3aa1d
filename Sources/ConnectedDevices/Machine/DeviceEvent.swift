package import Basics
package import FeedContract

/// An event for a device's SDK: a call of the app, or news from outside.
package enum DeviceEvent: Hashable, Sendable {
    case start
    case foreground
    case shutdown(CallNumber)

    case addAccount(CallNumber, AccountKey)
    case removeAccount(CallNumber, AccountKey)
    case register(CallNumber, AccountKey, DeviceChannel)
    /// Subscribes a feed. A quiet subscription causes no pushes.
    case subscribe(CallNumber, FeedNumber, appId: Name, isQuiet: Bool = false)
    case startSync(FeedNumber)
    /// Saves new states of one notification; a nil state is left unchanged.
    case save(CallNumber, FeedNumber, id: Name, generation: UInt64?, ReadState?, UserActionState?)
    case delete(CallNumber, FeedNumber, id: Name, generation: UInt64?)
    /// Handles a push that was recognised as a tap.
    case process(CallNumber, TapArrival)

    case tokenProvided(AccountKey, Name)
    case tokenRefused(AccountKey)
    /// No handler listens for token requests.
    case tokenUnavailable(AccountKey)
    case connected
    /// The connection could not be made, or it broke.
    case connectionFailed(ConnectionFault)
    case answer(TicketNumber, DeviceAnswer)
    /// One of the requests will get no answer.
    case lost(TicketNumber, ConnectionFault)
    /// The time of the last `timer` action has come.
    case timer
}

/// An action that the machine requests; actions are carried out in order.
package enum DeviceAction: Hashable, Sendable {
    /// Write the result of ``DeviceMachine/encoded(_:)`` before you carry out later actions.
    case store
    case connect
    case request(TicketNumber, AccountKey, token: Name, DeviceRequest)
    case askForToken(AccountKey)
    case tokenInvalidated(AccountKey)
    /// Deliver `.timer` at this time. This time replaces the earlier one, and nil cancels the timer.
    case timer(Instant?)

    case registrationStateChanged(AccountKey)
    case syncStatusChanged(FeedNumber)
    case dataChanged(ReaderNumber)
    /// The end of a call. Each call ends exactly once, and no action for the call comes after its end.
    case completed(CallNumber, DeviceOutcome)
}

/// The outcome of a call.
package enum DeviceOutcome: Hashable, Sendable {
    case done
    /// The service's answer to a save or a delete.
    case saved(Bool)
    case failed(DeviceFailure)
}

/// The reason why a call failed.
package enum DeviceFailure: Error, Hashable, Sendable {
    case notStarted
    case accountNotFound
    /// The account is still being added or removed.
    case accountBusy
    case feedNotFound
    case noTokenSubscriber
    case tokenFailed
    case connection(ConnectionFault)
    case refused(FeedRefusal.Code)
    /// The service's answer does not fit the request.
    case strangeAnswer
    case shutDown

    /// Whether the service may have carried out the request anyway.
    var leavesDoubt: Bool { if case .connection = self { true } else { false } }

    /// Whether the same request may succeed if it is retried later.
    var isPassing: Bool {
        switch self {
        case .connection: true
        case .refused(let code): code == .unavailable || code == .throttled || code == .resyncRequired
        default: false
        }
    }

    /// Whether the outcome is unknown. If so, a retry or a read must find it out.
    var leavesOpen: Bool { self.isPassing || self == .strangeAnswer }

    /// Whether the app must solve the problem before a retry can succeed.
    var isForAppToCure: Bool { self == .tokenFailed || self == .noTokenSubscriber }
}

/// The reason why there is no connection or no answer.
package enum ConnectionFault: UInt8, Hashable, Sendable, CaseIterable {
    /// The device knows that it is offline.
    case noNetwork
    case unreachable
    /// The server could not prove its identity.
    case untrusted
    /// The connection ended in the middle.
    case broken
    case timedOut
}

/// The number of a call, which the caller chose. It is used to match the call with its outcome. Zero means that no
/// caller waits.
package struct CallNumber: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    package static let nobody = CallNumber(0)
}

/// The number of a request in progress.
package struct TicketNumber: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    static let none = TicketNumber(0)
}

package struct FeedNumber: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    static let none = FeedNumber(0)
}

package struct ReaderNumber: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }
}

/// The target of a tap. It has a ``Name`` in place of each text.
package struct TapArrival: Hashable, Sendable {
    /// The host; nil when the tap has none.
    package var host: Name?
    package var subscription: Name?
    package var head: FeedPosition?

    package init(host: Name?, subscription: Name?, head: FeedPosition? = nil) {
        self.host = host
        self.subscription = subscription
        self.head = head
    }
}

/// The context of an event: times, a random value and the rules.
package struct DeviceContext: Sendable {
    /// The time of the device's clock, which may be wrong and may jump.
    package var now: Instant
    /// The time of a monotonic clock, used for all waits.
    package var uptime: Instant
    /// A random value for this event only.
    package var draw: Draw
    package var rules: DeviceRules

    package init(now: Instant, uptime: Instant, draw: Draw, rules: DeviceRules) {
        self.now = now
        self.uptime = uptime
        self.draw = draw
        self.rules = rules
    }

    /// Returns the wait before a retry. If the service asks for a longer time, returns that time. The result is at most
    /// a day.
    func wait(beforeRetry attempt: UInt8, _ retryAfter: Int?) -> Interval {
        max(self.rules.wait(beforeRetry: attempt, self.draw), .seconds(Int64(max(0, min(retryAfter ?? 0, 86_400)))))
    }
}
