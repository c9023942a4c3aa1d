/// An app under test: it receives events and requests actions.
///
/// The lab creates one value for each process that starts. To keep state across processes, store it with
/// ``AppSystem/store(_:)``; the next process gets it back with ``AppEvent/launched(_:)``. The lab sends one event at a
/// time. Read time and random numbers only from the system that is passed in, so that a run can be repeated.
public protocol LabApp {
    /// Handles an event.
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem)
}

/// An event of an app.
///
/// Later versions may add events, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AppEvent: Hashable, Sendable {
    /// The process started.
    ///
    /// This is always the first event.
    case launched(AppLaunch)
    /// The push service gave the app its first push address, or a new push address.
    case pushToken(String)
    /// A push reached the app.
    ///
    /// The app has thirty seconds to call ``AppSystem/finish(_:_:)-(AppPush,_)``.
    case push(AppPush)
    /// The app moved to the foreground.
    case foreground
    /// The app moved to the background.
    case background
    /// The user acted on a notification that is on the screen.
    case user(UserAct, id: String)
    /// A timer of the app fired.
    case timer(Int)
    /// The end of a request.
    case answer(Int, AppAnswer)
    /// The access token that the app requested; nil when the provider returned none.
    case accessToken(String?)
    /// The user signed in, with an account of this kind.
    case signedIn(LabAccount)
    /// The user signed out.
    ///
    /// The app must not show any of their content any more.
    case signedOut
}

/// The start of a process.
public struct AppLaunch: Hashable, Sendable {
    /// The reason for a start.
    public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
        /// The user opened the app.
        case opened
        /// A push woke the app.
        case push
    }

    /// The reason for the start.
    public var reason: Reason
    /// The name of the device.
    public var device: String
    /// The user of the device.
    public var user: String
    /// The account with which the user is signed in; nil when no user is signed in.
    public var account: LabAccount?
    /// The system that the device runs.
    public var platform: LabPlatform
    /// The cross-platform id of the app.
    public var host: String
    /// The installation id for the service.
    public var installation: String
    /// The bytes that were stored last; nil when there are none.
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
    /// An iOS device, woken by Apple's push service.
    case ios
    /// An Android device, woken by a data message of Google's service.
    case android
    /// A Windows device, woken by a raw notification of Microsoft's service.
    case windows
}

/// The user's action on a notification on the screen.
public enum UserAct: String, Hashable, Sendable, CaseIterable {
    /// The user taps the notification, which opens the app.
    case open
    /// The user swipes the notification away.
    case dismiss
    /// The user snoozes the notification.
    case snooze
    /// The user marks the notification as read.
    case read
    /// The user deletes the notification on all devices.
    case delete
}
