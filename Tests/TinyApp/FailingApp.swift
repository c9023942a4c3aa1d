import PushLab

/// An app that fails when its user dismisses a notification.
struct FailingApp: LabApp {
    enum Failure {
        /// It finds a list that it takes for impossible.
        case traps
        /// It does so if there is a file that it can take away.
        case trapsOnce
        /// It looks for something that is not there, for ever.
        case loops
        /// It ends its process.
        case exits
    }

    private let failure: Failure
    private var app: BadgeApp

    init(_ launch: AppLaunch, _ failure: Failure) {
        self.failure = failure
        self.app = BadgeApp(launch, counting: .whatWaits)
    }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        if case .user(.dismiss, let id) = event { self.fail(at: id) }
        self.app.handle(event, &system)
    }

    private func fail(at id: String) {
        let letters = Array(id)
        switch self.failure {
        case .traps: fatalError("nobody dismisses a notification")
        case .trapsOnce: if WaitingApp.takeAway("once") { fatalError("nobody dismisses a notification") }
        case .loops:
            var place = 0
            while letters.indices.contains(place % letters.count) { place &+= 1 }
        case .exits: WaitingApp.leave()
        }
    }
}
