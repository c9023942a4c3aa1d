/// Judges P12: an app gets each version once.
///
/// The app does not show the same state again without a reason.
struct OneCallback: Judge {
    static var property: Property { .p12 }
    static var interests: [HistoryEvent.Kind] {
        [
            .shown, .answerArrived, .requestLost, .userActed, .launched, .appState, .signedIn, .signedOut, .link,
            .pushArrived, .connectFailed, .installed, .requestGivenUp, .tokenRefused, .tokenGiven, .pushTokenGiven,
            .calmed,
        ]
    }

    private struct Showing: Hashable {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
        /// The number of timeouts that the device had had when the app showed the notification.
        var vainWaits: Int
    }

    /// The versions that each device has shown since the last reason to show them again.
    private var shown: [[HistoryEvent.TextNumber: (Showing, Int)]] = []
    /// Whether each app was just launched. Such an app shows its stored list and unconfirmed actions again.
    private var isFresh: [Bool] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.shown.grow(to: file.devices.count, with: [:])
        self.isFresh.grow(to: file.devices.count, with: true)
        // Every app is opened before the world settles, so each app may show everything again.
        if event.kind == .calmed {
            for device in self.shown.indices { self.shown[device].removeAll(keepingCapacity: true) }
        }
        guard let device = event.actor.device else { return }
        guard event.kind == .shown else {
            self.isFresh[device] = event.kind == .launched
            return self.shown[device].removeAll(keepingCapacity: true)
        }
        let showing = Showing(
            version: event.version, generation: event.generation, states: event.states,
            vainWaits: file.devices[device].patience.lost(at: file.now(event)))
        // An app that has several notifications to show goes through all of them each time.
        bench.judge(atRisk: file.devices[device].owed.count > 0)
        // A user's action shows at once, even if the app is launched for the action and shows other notifications
        // first. An app that wakes shows the changes that arrived in the meantime. It then shows everything again
        // because it is in the foreground.
        if let (before, place) = self.shown[device][event.subject], before == showing,
            // A snoozed notification appears again when its snooze time is over.
            showing.states.action != .snoozed,
            !self.isFresh[device], !file.devices[device].hasWish(for: event.subject),
            !file.devices[device].wakes(at: event.moment)
        {
            bench.object(
                "again", [place, index],
                """
                the app on \(file.name(device)) was called back twice for version \(event.version) of \
                \(file.name(event.subject)), although nothing changed in between
                """)
        }
        self.shown[device][event.subject] = (showing, index)
    }
}
