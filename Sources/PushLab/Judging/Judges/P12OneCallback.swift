/// An app is told of a version once: what it shows already it does not show again for no reason.
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
        /// How often the device had waited in vain by then.
        var vainWaits: Int
    }

    /// What each device has shown since it last had a reason to look again.
    private var shown: [[HistoryEvent.TextNumber: (Showing, Int)]] = []
    /// Whether each has just been launched: then it shows what it kept, and once more what nobody has confirmed.
    private var isFresh: [Bool] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.shown.grow(to: file.devices.count, with: [:])
        self.isFresh.grow(to: file.devices.count, with: true)
        // When all is to become quiet everybody looks again, who looked already too.
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
        // Who has several notifications to show looks through all of them each time.
        bench.judge(atRisk: file.devices[device].owed.count > 0)
        // What its user does is seen, whatever an app that is launched for it shows first; and who wakes shows what
        // came meanwhile, and then what a look is to show.
        if let (before, place) = self.shown[device][event.subject], before == showing,
            // What was put off comes up again when its time is over.
            showing.states.action != .snoozed,
            !self.isFresh[device], !file.devices[device].hasWish(for: event.subject),
            !file.devices[device].wakes(at: event.moment)
        {
            bench.object(
                "again", [place, index],
                """
                the app on \(file.name(device)) was told of version \(event.version) of \(file.name(event.subject)) \
                twice, with nothing new in between
                """)
        }
        self.shown[device][event.subject] = (showing, index)
    }
}
