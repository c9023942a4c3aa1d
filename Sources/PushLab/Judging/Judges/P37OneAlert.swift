/// Judges P37: for each publication, a user is alerted once on each device.
struct OneAlert: Judge {
    static var property: Property { .p37 }
    static var interests: [HistoryEvent.Kind] {
        [.alerted, .alertArrived, .userActed, .stored, .crashed, .signedOut, .installed]
    }

    private struct Alert {
        var generation: UInt64
        var index: Int
        /// Whether the system showed the alert.
        ///
        /// The system may alert again for a duplicate push.
        var isOfSystem = false
        /// Whether another alert is allowed.
        ///
        /// This is true after the user acted on the notification, because the action may fail and then the notification
        /// is new again. It is also true after the app died before it could store that it had alerted.
        var mayComeAgain = false
    }

    private var alerts: [Ledger<Alert>] = []
    /// The place at which each device last stored something.
    private var stores: [Int] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.alerts.grow(to: file.devices.count, with: Ledger())
        self.stores.grow(to: file.devices.count, with: -1)
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .userActed: self.alerts[device][event.subject]?.mayComeAgain = true
        case .alerted:
            let record = file.devices[device]
            // An app need not alert for a notification in an incomplete read.
            let heard = record.heard[event.subject].flatMap { record.hasApplied($0.index) ? $0.generation : nil }
            let listed = record.list[event.subject]?.generation
            // An app that works through a long read in order shows each generation in that read. It may alert for each
            // of them.
            let isWorkingOff = (record.list[event.subject]?.index ?? 0) > (record.heard[event.subject]?.index ?? 0)
            let generation = isWorkingOff ? listed ?? 0 : max(heard ?? 0, listed ?? 0)
            // An app that wakes and handles several answers may alert for the first answer. An app that reads page by
            // page may alert for a notification that is not in the list yet.
            let isUnsure =
                record.wakes(at: event.moment) && listed != record.heard[event.subject]?.generation
                || record.heard[event.subject].map {
                    record.isDoubtful($0.index) || $0.generation > generation
                } ?? false
            let before = self.alerts[device][event.subject]
            bench.judge(atRisk: record.troubles > 0)
            if let before, before.generation == generation, !before.mayComeAgain, !isUnsure {
                bench.object(
                    "twice", [before.index, index],
                    """
                    \(file.name(device)) alerted its user of \(file.name(event.subject)) at \
                    \(file.moment(before.index)) and again at \(file.moment(index))
                    """)
            }
            self.alerts[device][event.subject] = Alert(
                generation: generation, index: index,
                mayComeAgain: isUnsure || record.hasWish(for: event.subject))
        case .alertArrived: self.systemAlerts(event, at: index, device, file, &bench)
        case .stored: self.stores[device] = index
        case .crashed:
            // An app that died before it could store that it had alerted must alert again.
            guard event.isMidway else { return }
            let (alerts, stored) = (self.alerts[device], self.stores[device])
            alerts.forEach { if $1.index > stored { self.alerts[device][$0]?.mayComeAgain = true } }
        default: self.alerts[device] = Ledger()
        }
    }

    /// Judges an alert of the system.
    ///
    /// The system shows the alert of a visual notification itself, so an app with the SDK must not alert too.
    ///
    /// A fallback alert is sent for a notification that was not fetched in time. A fetch may happen at the same time.
    private mutating func systemAlerts(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let record = file.devices[device]
        guard record.hasSDK, !event.isFallback else { return }
        bench.judge(atRisk: record.troubles > 0)
        let before = self.alerts[device][event.subject]
        if let before, before.generation == event.generation, !before.mayComeAgain, !before.isOfSystem {
            bench.object(
                "twice", [before.index, index],
                """
                the app on \(file.name(device)) alerted its user of \(file.name(event.subject)) at \
                \(file.moment(before.index)), and the system alerted again at \(file.moment(index))
                """)
        }
        guard before?.generation ?? 0 <= event.generation else { return }
        self.alerts[device][event.subject] = Alert(
            generation: event.generation, index: index, isOfSystem: true,
            mayComeAgain: before.map { $0.generation == event.generation && $0.mayComeAgain } ?? false)
    }
}
