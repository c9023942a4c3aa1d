package import Basics

/// An action that a server asks the lab to carry out.
package enum BackendAction: Hashable, Sendable {
    case post(Int, path: String, [BackendAnswer.Header], [UInt8])
    case askForToken(user: String?)
    case timer(Int, Instant, isIdle: Bool)
    case cancelTimer(Int)
    case store([UInt8])
    case log(String)
    /// The server's process has ended.
    case ended(PortEnd)
}

/// The machine around a server during one event: provides time and randomness, and collects the actions of the server.
public struct BackendSystem: Sendable {
    package private(set) var instant: Instant
    package var actions: [BackendAction] = []
    /// The last number that was given to a post or a timer.
    package private(set) var lastNumber: Int
    private let start: Instant
    private let die: Die
    private let cause: DieCause
    /// The number of random values that the server has drawn so far in events with the same cause (`DieCause`) as this
    /// event. The values of all processes of the server are counted together.
    package private(set) var randoms: UInt64

    package init(
        at now: Instant, since start: Instant, _ die: Die, _ cause: DieCause, lastNumber: Int, randoms: UInt64 = 0
    ) {
        self.instant = now
        self.start = start
        self.die = die
        self.cause = cause
        self.lastNumber = lastNumber
        self.randoms = randoms
    }

    private mutating func number() -> Int {
        self.lastNumber += 1
        return self.lastNumber
    }
}

extension BackendSystem {
    /// The path to which notifications are posted.
    public static let path = "/beta/me/notifications"

    /// Virtual time since the lab began.
    public var now: Duration { .microseconds((self.instant - self.start).microseconds) }

    /// The time since 1970 on the service's clock. The service checks dates against this clock.
    public var clock: Duration { .microseconds(self.instant.microseconds) }

    /// Returns a random number.
    ///
    /// A repetition of the run gets the same numbers.
    public mutating func random() -> UInt64 {
        self.randoms += 1
        return self.die.draw(.backend, entity: 0, cause: self.cause, n: self.randoms).bits
    }

    /// Posts to the service.
    ///
    /// The answer comes as an event with the number that is returned.
    ///
    /// The request is checked as if it came over the network, including its headers: a `Bearer` token, the user's
    /// subscription as `X-UNS-ID`, and a JSON body with `targetHostName`, `appNotificationId`, `payload` and, if the
    /// notification expires, `expirationDateTime`.
    @discardableResult
    public mutating func post(
        _ body: [UInt8], headers: [BackendAnswer.Header], path: String = BackendSystem.path
    ) -> Int {
        let number = self.number()
        self.actions.append(.post(number, path: path, headers, body))
        return number
    }

    /// Requests an access token: the server's own token, or a token in the name of a user. The token comes as an event.
    public mutating func requestAccessToken(user: String? = nil) { self.actions.append(.askForToken(user: user)) }

    /// Starts a timer.
    ///
    /// It fires as an event with the number that is returned.
    ///
    /// Mark periodic timers idle: the lab does not wait for them before it settles.
    @discardableResult
    public mutating func startTimer(after delay: Duration, isIdle: Bool = false) -> Int {
        let number = self.number()
        let due = self.instant.adding(Interval(delay)) ?? .distantFuture
        self.actions.append(.timer(number, due, isIdle: isIdle))
        return number
    }

    /// Stops a timer.
    public mutating func cancelTimer(_ number: Int) { self.actions.append(.cancelTimer(number)) }

    /// Stores bytes that survive the end of the process.
    ///
    /// They replace the bytes stored before.
    public mutating func store(_ bytes: [UInt8]) { self.actions.append(.store(bytes)) }

    /// Adds a sentence to the history.
    public mutating func log(_ text: String) { self.actions.append(.log(text)) }
}

/// Deprecated spellings.
extension BackendSystem {
    /// The deprecated form of ``startTimer(after:isIdle:)``.
    @available(*, deprecated, renamed: "startTimer(after:isIdle:)")
    public mutating func timer(after delay: Duration, isIdle: Bool = false) -> Int {
        self.startTimer(after: delay, isIdle: isIdle)
    }
}
