import FeedContract

/// The reason why the SDK cannot do what the app requests. Expected failures are reported in the status of a result
/// instead.
public struct ConnectedDevicesError: Error, Hashable, Sendable {
    /// The kinds of reasons. Later versions may add some.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: Hashable, Sendable, CaseIterable {
        /// The platform was not started.
        case notStarted
        /// The platform was shut down.
        case shutDown
        /// The account was not added.
        case accountNotFound
        /// An account cannot be added while it is being removed, or removed while it is being added.
        case accountBusy
        /// No handler listens to `accessTokenRequested`.
        case noTokenRequestSubscriber
        /// The app has no valid access token.
        case tokenRequestFailed
        /// The device is offline.
        case noNetwork
        /// No secure connection to the service could be made.
        case connectionFailed
        /// There was no answer in time.
        case timedOut
        /// The service refused the request, or sent an unreadable answer.
        case serviceFailed
        /// The reader belongs to an account that was removed.
        case readerClosed
    }

    /// The kind of reason.
    public var code: Code
    /// The mistake and its remedy.
    public var message: String

    init(code: Code) {
        self.code = code
        self.message = Self.message(code)
    }

    init(_ failure: DeviceFailure) {
        switch failure {
        case .notStarted: self.init(code: .notStarted)
        case .shutDown: self.init(code: .shutDown)
        case .accountNotFound, .feedNotFound: self.init(code: .accountNotFound)
        case .accountBusy: self.init(code: .accountBusy)
        case .noTokenSubscriber: self.init(code: .noTokenRequestSubscriber)
        case .tokenFailed: self.init(code: .tokenRequestFailed)
        case .connection(.noNetwork): self.init(code: .noNetwork)
        case .connection(.timedOut): self.init(code: .timedOut)
        case .connection: self.init(code: .connectionFailed)
        case .refused, .strangeAnswer: self.init(code: .serviceFailed)
        }
    }

    private static func message(_ code: Code) -> String {
        switch code {
        case .notStarted: "The platform was not started; subscribe to its events, call start, then use it."
        case .shutDown: "The platform was shut down; make a new one."
        case .accountNotFound: "The platform does not know the account; add it with addAccount first."
        case .accountBusy: "The account is still being added or removed; wait until that has ended."
        case .noTokenRequestSubscriber: "Nothing listens to accessTokenRequested; subscribe to it before start."
        case .tokenRequestFailed: "There is no valid access token; sign the user in again and complete the request."
        case .noNetwork: "The device is offline; the SDK retries what it can when there is a network."
        case .connectionFailed: "There is no safe connection to the service; see the reason in the host's log."
        case .timedOut: "There was no answer in time; the SDK retries what it can."
        case .serviceFailed: "The service refused; see its answer in the host's log."
        case .readerClosed: "The reader's account was removed; create a reader of another channel."
        }
    }
}
