import Basics
import PushGateway

/// Judges P7: when the world settles, every device that could catch up shows all notifications that still wait for
/// their user.
struct NoLostChange: Judge {
    static var property: Property { .p7 }
    static var interests: [HistoryEvent.Kind] {
        [
            .settled, .requestArrived, .pushTokenGiven, .tapDropped, .tapHeld, .tapStored, .tapRefused, .alertRefused,
            .calmed, .finished,
        ]
    }

    /// The time after which an app may finish a push although it still reads. The system ends the app after 30 s.
    private static let fairTime = Interval.seconds(20)

    /// The devices that have registered an address at least once. Only these devices are promised a tap.
    private var isRegistered: [Bool] = []
    /// For each device, whether a push service delayed, dropped or refused a push for it since the world last settled.
    /// Also true if the app used up the time of a push.
    private var isHeldUp: [Bool] = []
    /// The address that each device got from its platform, and whether the device got it before the world last settled.
    private var addresses: [(text: HistoryEvent.TextNumber, isOld: Bool)] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.isRegistered.grow(to: file.devices.count, with: false)
        self.isHeldUp.grow(to: file.devices.count, with: false)
        self.addresses.grow(to: file.devices.count, with: (.none, true))
        switch event.kind {
        case .requestArrived:
            guard let device = event.party.device, event.request == .register else { return }
            self.isRegistered[device] = true
        case .pushTokenGiven:
            guard let device = event.actor.device else { return }
            self.addresses[device] = (event.subject, false)
        // An address may also expire after the world has settled.
        case .tapDropped, .tapHeld, .tapStored, .tapRefused, .alertRefused:
            // A refused alert delays no tap, unless the address of the alert is dead.
            if event.kind == .alertRefused, !event.isGone { return }
            // In a calm, no link loses anything.
            if event.kind == .tapDropped, event.dropped.isLost { return }
            guard let device = file.receiver(of: event) else { return }
            // A device with a newer address has had time to register it, so the death of its old address delays no tap.
            if event.isGone, self.addresses[device].isOld, self.addresses[device].text != event.subject { return }
            self.isHeldUp[device] = true
        // An app may use up the time of its push and finish the push as failed. It then continues its read when it is
        // woken again.
        case .finished:
            guard event.result == .failed, let device = event.actor.device,
                let owed = file.devices[device].owed.first(where: { $0.push == event.push }),
                event.moment - file.view.events[owed.index].moment >= Self.fairTime
            else { return }
            self.isHeldUp[device] = true
        case .settled where event.isUnwatched: self.awake(at: index, file, &bench)
        default:
            for device in self.isHeldUp.indices {
                self.isHeldUp[device] = false
                self.addresses[device].isOld = true
            }
        }
    }

    /// Judges whether taps alone were enough, after every device was opened and caught up.
    private func awake(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated()
        where record.isCaughtUp && self.isRegistered[device] && !self.isHeldUp[device]
            && !file.reachability.isQuiet(device)
        {
            bench.judge(atRisk: true)
            file.feeds[record.user].notifications.forEach { id, standing in
                guard standing.isWaiting, !record.shows(id) else { return }
                guard !file.view.events[standing.entry.index].leavesAsleep(record.platform) else { return }
                bench.object(
                    "not woken", [standing.entry.index, index],
                    Self.words(file, device, id, since: standing.entry.index, until: index))
            }
        }
    }

    /// Returns the sentence that describes the violation. It names the last push that came to the device after a
    /// commit, if there was one.
    private static func words(
        _ file: CaseFile, _ device: Int, _ id: HistoryEvent.TextNumber, since commit: Int, until end: Int
    ) -> String {
        let push = (commit..<end).last { place in
            let event = file.view.events[place]
            return event.kind == .pushArrived && event.actor.device == device
        }
        guard let push else {
            return "\(file.name(device)) got no push about \(file.name(id)), although nothing prevented a push"
        }
        return """
            \(file.name(device)) got a push at \(file.moment(push)), but still did not show \(file.name(id)) at \
            \(file.moment(end)), when everything had settled
            """
    }

    private func judge(
        _ id: HistoryEvent.TextNumber, _ standing: FeedRecord.Standing, _ device: Int, _ file: CaseFile,
        at index: Int, _ bench: inout Bench
    ) {
        if let seen = file.devices[device].list[id], standing.isLive, seen.generation == standing.entry.generation,
            seen.states != standing.entry.states
        {
            bench.object(
                "stale", [standing.entry.index, seen.index, index],
                """
                \(file.name(device)) shows \(file.name(id)) as \(seen.states.words), but the service has had it as \
                \(standing.entry.states.words) since \(file.moment(standing.entry.index))
                """)
        }
        guard standing.isWaiting, !file.devices[device].shows(id) else { return }
        bench.object(
            "lost", [standing.entry.index, index],
            """
            \(file.name(device)) does not show \(file.name(id)), which has been active since \
            \(file.moment(standing.entry.index))
            """)
    }

    /// Judges notifications that were never published.
    ///
    /// Other promises cover notifications that have ended.
    private func judgeInventions(
        of record: DeviceRecord, _ device: Int, _ feed: FeedRecord, _ file: CaseFile, at index: Int,
        _ bench: inout Bench
    ) {
        for (ids, verb) in [(record.list.keys, "shows"), (record.tray.keys, "has an alert for")] {
            for id in ids where feed.notifications[id] == nil {
                bench.object(
                    "never there", [index], "\(file.name(device)) \(verb) \(file.name(id)), which was never published")
            }
        }
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            let feed = file.feeds[record.user]
            self.judgeInventions(of: record, device, feed, file, at: index, &bench)
            guard !feed.entries.isEmpty else { continue }
            bench.judge(atRisk: record.troubles > 0 && feed.newEntries > 0)
            feed.notifications.forEach { id, standing in
                self.judge(id, standing, device, file, at: index, &bench)
            }
        }
    }
}
