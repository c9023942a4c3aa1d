/// What devices ask the service, as histories have it.
enum RequestKind: UInt32, Sendable {
    case fetch = 1
    case save, delete, subscribe, unsubscribe, register, unregister
}

extension HistoryEvent {
    /// What is asked.
    var request: RequestKind? { RequestKind(rawValue: self.detail & 0xFF) }

    /// Whether a request that arrived names the subscription that its device was given last.
    var isSigned: Bool { self.detail & Self.signature != 0 }

    /// Whether it is from or for an installation that its device has replaced.
    var isForFormerInstallation: Bool { self.detail & Self.formerInstallation != 0 }

    /// Takes from the answer of a store whether the request is signed, and of a former installation, by now.
    mutating func take(standingOf answer: HistoryEvent) {
        let bits = Self.signature | Self.formerInstallation
        self.detail = self.detail & ~bits | answer.detail & bits
    }

    /// Whether a subscription is asked for that nothing wakes the device for.
    var isForQuiet: Bool { self.detail & Self.wantsQuiet != 0 }

    /// Whether an answer is the service's word on what was asked, and not on its asker's token or on how busy it is.
    var isVerdict: Bool { self.detail < 500 && self.detail != 401 && self.detail != 406 }

    static let signature: UInt32 = 0x100
    static let wantsRead: UInt32 = 0x200
    static let wantsAction: UInt32 = 0x400
    static let formerInstallation: UInt32 = 0x800
    /// Of a subscription for which nothing is to wake the device.
    static let wantsQuiet: UInt32 = 0x1000
    /// From which bit on there are the states that a save asks for.
    static let wantedStates: UInt32 = 16

    /// Whether these states are what a save that arrived asks for.
    func isGranted(by states: NotificationStates) -> Bool {
        let wanted = NotificationStates(self.detail >> Self.wantedStates)
        return (self.detail & Self.wantsRead == 0 || wanted.isRead == states.isRead)
            && (self.detail & Self.wantsAction == 0 || wanted.action == states.action)
    }

    /// Whether a push was refused for the reason that its address is dead.
    var isGone: Bool { self.kind == .tapRefused && (self.detail == 410 || self.detail == 404) }
}
