/// The requests of devices to the service, as histories record them.
enum RequestKind: UInt32, Sendable {
    case fetch = 1
    case save, delete, subscribe, unsubscribe, register, unregister
}

/// The details of a request, apart from its kind.
struct RequestWishes: Hashable, Sendable {
    /// The states that a save asks for.
    ///
    /// Nil leaves a state unchanged.
    var isRead: Bool?
    var action: AppChange.Action?
    /// Whether the request asks for a subscription without wakes.
    var isQuiet = false

    /// Whether these states match the states that a save asks for.
    func isGranted(by states: NotificationStates) -> Bool {
        (self.isRead.map { $0 == states.isRead } ?? true) && (self.action.map { $0 == states.action } ?? true)
    }
}

/// The information that the service has about the sender of a request.
struct RequestStanding: Hashable, Sendable {
    /// Whether the request carries the latest subscription of its device.
    var isSigned = false
    /// Whether the request comes from an installation that has been replaced, or is for such an installation.
    var isForFormerInstallation = false
}
