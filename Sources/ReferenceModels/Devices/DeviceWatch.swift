import Basics
import ConnectedDevices
import FeedContract

/// Checks each event of a device's SDK against rules that always hold.
///
/// The rules follow from the documentation of the SDK's actions. They know nothing of the machine's inner state.
struct DeviceWatch {
    /// Whether a connection is being opened, and whether one is open.
    private var isOpening = false
    private var isOpen = false
    /// The accounts for which the app was asked for a token and has not answered yet.
    private var asked: Set<AccountKey> = []
    /// The highest serial number so far of the requests that change a registration or a subscription.
    private var serial: UInt64 = 0
    /// The ticket of the write that has not ended yet, for each account and host.
    private var writes: [Lane: TicketNumber] = [:]
    /// The calls that wait for the changes of a push, with the time at which they began.
    private var taps: [CallNumber: (began: Instant, head: FeedPosition?, feeds: [FeedNumber])] = [:]

    /// The account and the content of each request that has no answer yet.
    private var senders: [TicketNumber: (account: AccountKey, request: DeviceRequest)] = [:]
    /// The feeds that were read to their end, so that the next read needs only the changes.
    private var complete: Set<Lane> = []
    /// The epoch of each feed in the last complete read.
    private var epochs: [Lane: UInt64] = [:]
    /// The end of the registration of each account, as the service confirmed it.
    private var registrations: [AccountKey: Instant] = [:]

    /// The number of events so far that belong to the kinds that are frequent in a long wait.
    private var common = 0

    private struct Lane: Hashable {
        let account: AccountKey
        let host: Name
    }

    /// Forgets the connection, writes, requests, and waiting calls that ended with the process of the app.
    mutating func restart() {
        (self.isOpening, self.isOpen) = (false, false)
        self.asked = []
        self.writes = [:]
        self.taps = [:]
        self.senders = [:]
    }

    /// Forgets an account that is removed.
    private mutating func forget(_ key: AccountKey) {
        self.asked.remove(key)
        self.writes = self.writes.filter { $0.key.account != key }
        self.senders = self.senders.filter { $0.value.account != key }
        self.complete = self.complete.filter { $0.account != key }
        self.epochs = self.epochs.filter { $0.key.account != key }
        self.registrations[key] = nil
    }

    /// Returns the first rule that an event broke; nil when none was broken.
    mutating func problem(
        _ event: DeviceEvent, _ actions: [DeviceAction], of feeds: [FeedNumber], before: DeviceMachine,
        after: DeviceMachine, at now: Instant, _ names: NameTable
    ) -> String? {
        self.take(event, of: feeds, before: before, at: now)
        if !actions.contains(.store), self.isOfInterest(event), before.encoded(names) != after.encoded(names) {
            return "it does not store what \(event) changes"
        }
        if let problem = self.answerProblem(event, actions) { return problem }
        return self.connectionProblem(actions) ?? self.writingProblem(actions)
            ?? Self.statusProblem(event, actions, of: feeds, before: before, after: after)
            ?? self.tapProblem(actions, after)
    }

    /// Whether the states before and after this event are compared. For events of kinds that are frequent in a long
    /// wait, only every sixteenth is compared.
    private mutating func isOfInterest(_ event: DeviceEvent) -> Bool {
        switch event {
        case .timer, .connected, .connectionFailed, .tokenProvided, .tokenRefused:
            self.common += 1
            return self.common % 16 == 0
        // A new process learns it again from the service.
        case .answer(_, .refused(.resyncRequired, _)): return false
        default: return true
        }
    }

    private mutating func take(
        _ event: DeviceEvent, of feeds: [FeedNumber], before: DeviceMachine, at now: Instant
    ) {
        switch event {
        case .connected: (self.isOpening, self.isOpen) = (false, self.isOpening || self.isOpen)
        case .connectionFailed: (self.isOpening, self.isOpen, self.writes) = (false, false, [:])
        case .timer, .shutdown: self.writes = [:]
        case .tokenProvided(let key, _), .tokenRefused(let key), .tokenUnavailable(let key): self.asked.remove(key)
        case .removeAccount(_, let key): self.forget(key)
        case .answer(let ticket, _), .lost(let ticket, _): self.writes = self.writes.filter { $0.value != ticket }
        case .process(let call, let arrival):
            let meant = feeds.filter { number in
                arrival.subscription.map { before.subscription(of: number)?.name == $0 } ?? false
            }
            self.taps[call] = (now, arrival.head, meant)
        default: break
        }
    }

    /// Records the answers of the service. Returns a problem if the device reads a whole feed again although, after a
    /// complete read, it needs only the changes.
    private mutating func answerProblem(_ event: DeviceEvent, _ actions: [DeviceAction]) -> String? {
        if case .answer(let ticket, let answer) = event, let sent = self.senders.removeValue(forKey: ticket) {
            switch (sent.request, answer) {
            case (.register, .registered(let end)):
                if actions.contains(.store) { self.registrations[sent.account] = end }
            case (.fetch(let host, _, _, _, _), .page(let page)):
                let lane = Lane(account: sent.account, host: host)
                guard case .done = page.next, actions.contains(.store) else { break }
                // After a change of epoch another full read may be needed.
                let epoch = self.epochs.updateValue(page.position.epoch, forKey: lane)
                if epoch == page.position.epoch {
                    self.complete.insert(lane)
                } else {
                    self.complete.remove(lane)
                }
            case (.fetch(let host, _, _, _, _), .refused(.resyncRequired, _)):
                self.complete.remove(Lane(account: sent.account, host: host))
            default: break
            }
        }
        for case .request(let ticket, let account, _, let request) in actions {
            self.senders[ticket] = (account, request)
            if case .fetch(let host, _, nil, _, _) = request, self.complete.contains(Lane(account: account, host: host))
            {
                return "it reads a whole feed again, of which it knows all but the changes"
            }
        }
        return nil
    }

    /// Returns the state of a registration that is older than the SDK says; nil when there is none.
    func wrongState(of machine: DeviceMachine, at now: Instant) -> RegistrationState? {
        for key in machine.accountKeys {
            let state = machine.registrationState(of: key)
            guard let end = self.registrations[key], state != .unregistered else { continue }
            if state.rawValue < RegistrationState(end: end, now: now).rawValue { return state }
        }
        return nil
    }

    /// Returns a problem if the SDK opens a second connection, asks twice for the same token, or sends a request
    /// without a connection or while it waits for a token.
    private mutating func connectionProblem(_ actions: [DeviceAction]) -> String? {
        for action in actions {
            switch action {
            case .connect:
                guard !self.isOpening else { return "it opens a connection while it opens one" }
                (self.isOpening, self.isOpen) = (true, false)
            case .request(_, let key, _, _):
                guard self.isOpen else { return "it sends \(action) without a connection" }
                guard !self.asked.contains(key) else { return "it sends \(action) while it waits for a token" }
            case .askForToken(let key):
                guard self.asked.insert(key).inserted else { return "it asks for a token twice" }
            default: break
            }
        }
        return nil
    }

    /// Returns a problem if a write is sent before the previous write has ended. Also returns a problem if a request
    /// that changes a registration or subscription has no higher serial number than the previous such request.
    private mutating func writingProblem(_ actions: [DeviceAction]) -> String? {
        for case .request(let ticket, let account, _, let request) in actions {
            switch request {
            case .save(let host, _, _, _, _, _), .delete(let host, _, _, _):
                guard self.writes.updateValue(ticket, forKey: Lane(account: account, host: host)) == nil else {
                    return "it sends a write before the one before it has ended"
                }
            case .register(_, _, let serial), .unregister(_, let serial), .subscribe(_, _, _, let serial, _),
                .unsubscribe(_, _, let serial):
                guard serial > self.serial else { return "request \(serial) comes after \(self.serial)" }
                self.serial = serial
            case .fetch: break
            }
        }
        return nil
    }

    /// Returns a problem if the app is not told about a new status, or is told about a status that did not change.
    private static func statusProblem(
        _ event: DeviceEvent, _ actions: [DeviceAction], of feeds: [FeedNumber], before: DeviceMachine,
        after: DeviceMachine
    ) -> String? {
        if case .shutdown = event { return nil }
        for key in after.accountKeys where before.accountKeys.contains(key) {
            let (old, new) = (before.registrationState(of: key), after.registrationState(of: key))
            let isTold = actions.contains(.registrationStateChanged(key))
            if case .answer = event {
                if old != new, !isTold { return "the app does not learn that its registration is \(new)" }
                continue
            }
            guard isTold == (new.rawValue > old.rawValue) else {
                return "the app learns \(isTold ? "" : "not ")of a registration that was \(old) and is \(new)"
            }
        }
        for number in feeds where before.has(number) && after.has(number) {
            let count = actions.count { $0 == .syncStatusChanged(number) }
            let isOther = before.isSynchronized(number) != after.isSynchronized(number)
            guard (count % 2 == 1) == isOther else { return "the app learns \(count) times of a status of its sync" }
        }
        return nil
    }

    /// Returns a problem if the handling of a push ends before the changes that the push announced are read.
    private mutating func tapProblem(_ actions: [DeviceAction], _ after: DeviceMachine) -> String? {
        for case .completed(let call, let outcome) in actions {
            guard let tap = self.taps.removeValue(forKey: call), outcome == .done, let head = tap.head else { continue }
            for number in tap.feeds {
                guard let place = after.position(of: number), place.epoch == head.epoch else { continue }
                if place.mark < head.mark { return "a push is handled before its changes are read" }
            }
        }
        return nil
    }

    /// Returns the call of a push whose handling has taken longer than `limit`; nil if there is none.
    func lateTap(at now: Instant, limit: Interval) -> CallNumber? {
        self.taps.filter { now - $0.value.began > limit }.keys.min { $0.number < $1.number }
    }
}
