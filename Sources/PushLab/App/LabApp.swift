/// An app under test, as the lab knows it: things happen to it, and it says what it wants done.
///
/// The lab makes one value for each process that is started. What the app wants to know after its process has died it
/// stores with ``AppSystem/store(_:)`` and gets back with ``AppEvent/launched(_:)``. It is called for one event at a
/// time, and reads time and chance from the system it is given, so that a run can be repeated.
public protocol LabApp {
    /// Takes in what happened.
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem)
}

/// What happens to an app. Later versions may add events, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AppEvent: Hashable, Sendable {
    /// The process was started; always the first event.
    case launched(AppLaunch)
    /// The push service gave the app an address, its first or a new one.
    case pushToken(String)
    /// A push that reached the app. The app has thirty seconds to call ``AppSystem/finish(_:_:)-(AppPush,_)``.
    case push(AppPush)
    /// The user looks at the app.
    case foreground
    /// The user looks elsewhere.
    case background
    /// The user did something with a notification that is on the screen.
    case user(UserAct, id: String)
    /// A timer that the app set has rung.
    case timer(Int)
    /// The end of a request.
    case answer(Int, AppAnswer)
    /// The access token that the app asked for; nil when there is none to be had.
    case accessToken(String?)
    /// The user signed in, with an account of this kind.
    case signedIn(LabAccount)
    /// The user signed out: nothing of theirs may be shown any more.
    case signedOut
}

/// How a process began.
public struct AppLaunch: Hashable, Sendable {
    /// Why it was started.
    public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
        /// The user opened the app.
        case opened
        /// A push woke it.
        case push
    }

    /// Why it was started.
    public var reason: Reason
    /// The name of the device.
    public var device: String
    /// The user whose device it is.
    public var user: String
    /// The account with which the user is signed in; nil for nobody.
    public var account: LabAccount?
    /// Which system the device runs.
    public var platform: LabPlatform
    /// The cross-platform id of the app.
    public var host: String
    /// The installation, as the service is to know it.
    public var installation: String
    /// What was stored last, if anything was.
    public var stored: [UInt8]?

    /// Describes a launch.
    public init(
        reason: Reason, device: String, user: String, platform: LabPlatform, host: String, installation: String,
        stored: [UInt8]? = nil, account: LabAccount? = .personal
    ) {
        self.reason = reason
        self.device = device
        self.user = user
        self.account = account
        self.platform = platform
        self.host = host
        self.installation = installation
        self.stored = stored
    }
}

/// The systems that devices run.
public enum LabPlatform: String, Hashable, Sendable, CaseIterable {
    /// Woken by Apple's push service.
    case ios
    /// Woken by a data message of Google's service.
    case android
    /// Woken by a raw notification of Microsoft's service.
    case windows
}

/// What a user does with a notification on the screen.
public enum UserAct: String, Hashable, Sendable, CaseIterable {
    /// Taps it, which opens the app.
    case open
    /// Swipes it away.
    case dismiss
    /// Puts it off.
    case snooze
    /// Marks it as read.
    case read
    /// Deletes it everywhere.
    case delete
}
