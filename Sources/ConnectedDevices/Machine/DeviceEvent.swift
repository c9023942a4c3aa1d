package import Basics
package import FeedContract

/// What happens to a device's SDK: calls of the app, and news from the world.
package enum DeviceEvent: Hashable, Sendable {
    case start
    case foreground
    case shutdown(CallNumber)

    case addAccount(CallNumber, AccountKey)
    case removeAccount(CallNumber, AccountKey)
    case register(CallNumber, AccountKey, DeviceChannel)
    /// Wants to be woken for a feed, or just to read it when that is quiet.
    case subscribe(CallNumber, FeedNumber, appId: Name, isQuiet: Bool = false)
    case startSync(FeedNumber)
    /// New states of one notification; what is nil stays.
    case save(CallNumber, FeedNumber, id: Name, generation: UInt64?, ReadState?, UserActionState?)
    case delete(CallNumber, FeedNumber, id: Name, generation: UInt64?)
    /// A push that was recognised as a tap.
    case process(CallNumber, TapArrival)

    case tokenProvided(AccountKey, Name)
    case tokenRefused(AccountKey)
    /// Nobody listens for token requests.
    case tokenUnavailable(AccountKey)
    case connected
    /// There is no connection: it could not be made, or it broke.
    case connectionFailed(ConnectionFault)
    case answer(TicketNumber, DeviceAnswer)
    /// One request got no answer and will get none.
    case lost(TicketNumber, ConnectionFault)
    /// The moment that the last `timer` action named has come.
    case timer
}

/// What the machine wants done, in this order.
package enum DeviceAction: Hashable, Sendable {
    /// Write ``DeviceMachine/encoded(_:)`` before doing what comes behind this.
    case store
    case connect
    case request(TicketNumber, AccountKey, token: Name, DeviceRequest)
    case askForToken(AccountKey)
    case tokenInvalidated(AccountKey)
    /// Wake me then, instead of when I said before; nil is never.
    case timer(Instant?)

    case registrationStateChanged(AccountKey)
    case syncStatusChanged(FeedNumber)
    case dataChanged(ReaderNumber)
    /// The end of a call. There is exactly one for each, and none after it.
    case completed(CallNumber, DeviceOutcome)
}

/// What a call came to.
package enum DeviceOutcome: Hashable, Sendable {
    case done
    /// The service's word about a save or a delete.
    case saved(Bool)
    case failed(DeviceFailure)
}

/// Why a call failed.
package enum DeviceFailure: Error, Hashable, Sendable {
    case notStarted
    case accountNotFound
    /// It is still being added, or removed.
    case accountBusy
    case feedNotFound
    case noTokenSubscriber
    case tokenFailed
    case connection(ConnectionFault)
    case refused(FeedRefusal.Code)
    /// The service answered something that is no answer to the question.
    case strangeAnswer
    case shutDown

    /// Whether the service may have done what was asked all the same.
    var leavesDoubt: Bool { if case .connection = self { true } else { false } }

    /// Whether trying again later, as it is, may help.
    var isPassing: Bool {
        switch self {
        case .connection: true
        case .refused(let code): code == .unavailable || code == .throttled || code == .resyncRequired
        default: false
        }
    }

    /// Whether it is no word on what was asked, so that another try may help, or a look at what stands.
    var leavesOpen: Bool { self.isPassing || self == .strangeAnswer }

    /// Whether it is for the app to see that trying again later may help.
    var isForAppToCure: Bool { self == .tokenFailed || self == .noTokenSubscriber }
}

/// Why there is no connection, or no answer.
package enum ConnectionFault: UInt8, Hashable, Sendable, CaseIterable {
    /// The device knows that it is offline.
    case noNetwork
    case unreachable
    /// The other side could not prove who it is.
    case untrusted
    /// It ended in the middle.
    case broken
    case timedOut
}

/// The caller's name for a call, by which it finds the outcome; zero for a call whose outcome nobody waits for.
package struct CallNumber: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    package static let nobody = CallNumber(0)
}

/// The machine's name for a request on its way.
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

/// Whom a tap wakes, in names.
package struct TapArrival: Hashable, Sendable {
    /// Nil when the tap does not say.
    package var host: Name?
    package var subscription: Name?
    package var head: FeedPosition?

    package init(host: Name?, subscription: Name?, head: FeedPosition? = nil) {
        self.host = host
        self.subscription = subscription
        self.head = head
    }
}

/// What the machine has to know at the moment of an event.
package struct DeviceContext: Sendable {
    /// What the clock of the device says, which may be wrong and may jump.
    package var now: Instant
    /// A clock that nobody can set, for all that is waited for.
    package var uptime: Instant
    /// A roll of the die, for this event alone.
    package var draw: Draw
    package var rules: DeviceRules

    package init(now: Instant, uptime: Instant, draw: Draw, rules: DeviceRules) {
        self.now = now
        self.uptime = uptime
        self.draw = draw
        self.rules = rules
    }

    /// The wait before a retry, or as long as the service asks for, which is a day at most.
    func wait(beforeRetry attempt: UInt8, _ retryAfter: Int?) -> Interval {
        max(self.rules.wait(beforeRetry: attempt, self.draw), .seconds(Int64(max(0, min(retryAfter ?? 0, 86_400)))))
    }
}
