/// What devices ask the service, as histories have it.
enum RequestKind: UInt32, Sendable {
    case fetch = 1
    case save, delete, subscribe, unsubscribe, register, unregister
}

/// What a request asks for beyond its kind.
struct RequestWishes: Hashable, Sendable {
    /// The states that a save asks for; nil for what it leaves alone.
    var isRead: Bool?
    var action: AppChange.Action?
    /// Whether a subscription is asked for that nothing wakes the device for.
    var isQuiet = false

    /// Whether these states are what a save asks for.
    func isGranted(by states: NotificationStates) -> Bool {
        (self.isRead.map { $0 == states.isRead } ?? true) && (self.action.map { $0 == states.action } ?? true)
    }
}

/// What the service could know of whoever asks it something.
struct RequestStanding: Hashable, Sendable {
    /// Whether the request names the subscription that its device was given last.
    var isSigned = false
    /// Whether it is from or for an installation that its device has replaced.
    var isForFormerInstallation = false
}
