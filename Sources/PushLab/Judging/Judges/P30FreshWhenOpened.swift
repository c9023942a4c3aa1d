import Basics
import PushGateway

/// Judges P30 for opened apps: if an app is opened while there is a network, it soon shows the current state. This is
/// the state that the service had when the app was opened.
struct FreshWhenOpened: Judge {
    static var property: Property { .p30 }
    static var interests: [HistoryEvent.Kind] {
        [
            .appState, .launched, .shown, .hidden, .alerted, .withdrawn, .alertArrived, .committed, .link, .lock,
            .crashed, .killed, .signedIn, .signedOut, .installed, .answerArrived, .requestGivenUp, .serverDied,
            .calmed, .userActed, .requestSent, .storeAnswered,
        ]
    }

    /// The time limit that P30 sets for a device after a tap.
    static let bound = BoundedStaleness.bound

    private struct Wait {
        var index: Int
        /// The time at which the app was opened, in microseconds.
        var since: UInt64
        var troubles: Int
        /// The number of timeouts that the device had before the app was opened.
        var lost: Int
        /// The latest version of the log when the app was opened.
        var head: UInt64
        /// Whether the device lacked changes up to `head` when the app was opened.
        var isBehind: Bool
    }

    private var waits: [Wait?] = []
    /// The earliest deadline of all waits, in microseconds.
    private var due = UInt64.max

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.waits.grow(to: file.devices.count, with: nil)
        guard file.isNetworkUsual, !file.isStoreSlow else { return }
        self.judgeDue(at: index, file.now(event), file, &bench)
        switch event.kind {
        case .serverDied, .calmed: self.waits = self.waits.map { _ in nil }
        case .answerArrived:
            guard let device = event.actor.device, event.status >= 400 else { return }
            self.waits[device] = nil
        case .appState:
            guard let device = event.actor.device else { return }
            self.waits[device] = event.appState == .foreground ? self.wait(event, at: index, device, file) : nil
        case .link, .lock, .crashed, .killed, .signedIn, .signedOut, .installed, .requestGivenUp:
            // Opening an app unlocks its device, and starts its process.
            guard let device = event.actor.device, event.kind != .lock || event.lock != .unlocked else { return }
            self.waits[device] = nil
        default: break
        }
    }

    private mutating func wait(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile) -> Wait? {
        let record = file.devices[device]
        guard record.isOnline, record.isSignedIn, let last = file.feed(of: device).entries.last else { return nil }
        let now = file.now(event)
        self.due = min(self.due, now + UInt64(Self.bound.microseconds))
        return Wait(
            index: index, since: now, troubles: record.troubles, lost: record.patience.lost(at: now),
            head: last.version,
            isBehind: self.lack(device, upTo: last.version, file) != nil)
    }

    private mutating func judgeDue(at index: Int, _ now: UInt64, _ file: CaseFile, _ bench: inout Bench) {
        guard now > self.due else { return }
        self.due = .max
        for device in self.waits.indices {
            guard let wait = self.waits[device] else { continue }
            let end = wait.since + UInt64(Self.bound.microseconds)
            guard now > end else {
                self.due = min(self.due, end)
                continue
            }
            self.waits[device] = nil
            let record = file.devices[device]
            guard record.troubles == wait.troubles, record.patience.lost(at: now) == wait.lost else { continue }
            bench.judge(atRisk: wait.isBehind)
            guard let entry = self.lack(device, upTo: wait.head, file) else { continue }
            bench.object(
                "stale when opened", [wait.index, entry.index, index],
                """
                when the user opened the app on \(file.name(device)) at \(file.moment(wait.index)), the device was \
                online and \(file.name(entry.id)) was already \(entry.change.isLive ? entry.states.words : "gone"); \
                \(Self.bound.words) later the app still does not show this
                """)
        }
    }

    /// Returns a current entry that a device does not show correctly. The version of the entry is at most `head`.
    private func lack(_ device: Int, upTo head: UInt64, _ file: CaseFile) -> FeedRecord.Entry? {
        let record = file.devices[device]
        var lack: FeedRecord.Entry?
        file.feeds[record.user].notifications.forEach { id, standing in
            guard lack == nil, standing.entry.version <= head, !record.hasWish(for: id) else { return }
            let seen = record.list[id]
            let isStale =
                seen.map { $0.generation == standing.entry.generation && $0.states != standing.entry.states } ?? false
            let isAsItStands = standing.isWaiting ? record.shows(id) && !isStale : !record.shows(id)
            if !isAsItStands { lack = standing.entry }
        }
        return lack
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.waits = self.waits.map { _ in nil }
        self.due = .max
    }
}
