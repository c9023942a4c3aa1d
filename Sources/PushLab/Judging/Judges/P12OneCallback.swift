/// An app is told of a version once: what it shows already it does not show again for no reason.
struct OneCallback: Judge {
    static var property: Property { .p12 }
    static var interests: [HistoryEvent.Kind] {
        [
            .shown, .answerArrived, .requestLost, .userActed, .launched, .appState, .signedIn, .signedOut, .link,
            .pushArrived, .connectFailed, .installed, .requestGivenUp, .tokenRefused, .tokenGiven,
        ]
    }

    private struct Showing: Hashable {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
    }

    /// What the user of each device has done something with that is not seen yet.
    private var touched: [HistoryEvent.TextNumber?] = []
    /// What each device has shown since it last had a reason to look again.
    private var shown: [[HistoryEvent.TextNumber: (Showing, Int)]] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        while self.shown.count < file.devices.count {
            self.shown.append([:])
            self.touched.append(nil)
        }
        guard let device = event.actor.device else { return }
        guard event.kind == .shown else {
            self.shown[device].removeAll(keepingCapacity: true)
            // What the user does is seen, and an app that is launched for it shows what there is first.
            self.touched[device] = event.kind == .userActed ? event.subject : self.touched[device]
            return
        }
        let showing = Showing(
            version: event.first, generation: event.second, states: NotificationStates(event.detail))
        // Who has several notifications to show looks through all of them each time.
        bench.judge(atRisk: file.devices[device].owed.count > 0)
        if let (before, place) = self.shown[device][event.subject], before == showing,
            self.touched[device].take() != event.subject
        {
            bench.object(
                "again", [place, index],
                """
                the app on \(file.name(device)) was told of version \(event.first) of \(file.name(event.subject)) \
                twice, with nothing new in between
                """)
        }
        self.shown[device][event.subject] = (showing, index)
    }
}
