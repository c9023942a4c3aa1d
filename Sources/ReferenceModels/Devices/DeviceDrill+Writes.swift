import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Situations in which a write is refused, lost, or meets other changes.
extension DeviceDrill {
    /// Checks that a save that the service refuses is taken back, on the screen as well, also after a restart.
    mutating func takeBack() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        let isDeletion = self.dice.below(3) == 0
        if isDeletion { self.yard.delete("n1", on: 0) } else { self.yard.save("n1", on: 0, action: .dismissed) }
        if self.dice.coin() {
            if let problem = self.crash() { return problem }
            self.yard.open(0)
        }
        self.yard.refusesWrites = true
        self.yard.sync(0)
        self.yard.drain()
        self.yard.wait(.hours(1))
        guard self.yard.devices[0].view["n1"]?.userActionState == .noInteraction else {
            return "the app still shows what the service refused"
        }
        return self.difference()
    }

    /// Checks that a save whose answer was lost does not overwrite a later save of another device, even after a
    /// restart.
    mutating func yield() -> String? {
        self.yard.device("tablet")
        self.yard.publish("n1")
        self.yard.drain()
        let isExecuted = self.dice.coin()
        let both = self.dice.coin()
        // Without a connection, the save is not even sent.
        if self.dice.below(3) == 0 { self.goOffline() }
        let first = self.yard.save("n1", on: 0, read: both ? .read : nil, action: .dismissed)
        // Everything up to the request, which is lost before or after the service carries it out.
        if let ticket = self.deliverUntilSave() {
            if isExecuted { self.yard.deliver() }
            self.yard.queue = []
            self.yard.devices[0].fault = .noNetwork
            self.yard.send(.lost(ticket, .broken), to: 0)
            self.yard.send(.connectionFailed(.noNetwork), to: 0)
        }
        self.yard.wait(.seconds(30))
        self.yard.sync(1)
        self.yard.drain()
        let restarts = self.dice.coin()
        self.yard.save("n1", on: 1, action: .snoozed)
        self.yard.drain()
        if restarts {
            if let problem = self.crash() { return problem }
            self.yard.open(0)
        }
        self.yard.devices[0].fault = nil
        self.yard.send(.foreground, to: 0)
        self.yard.sync(0)
        self.yard.drain()
        self.yard.wait(.hours(1))
        self.yard.sync(0)
        self.yard.drain()
        guard let last = self.yard.everything().first else { return "the notification is gone" }
        guard last.userActionState == .snoozed else {
            return "a lost save overwrites a later one: \(last.userActionState), restarted: \(restarts)"
        }
        guard last.readState == (both ? .read : .unread) else {
            return "half of a save is lost: \(last.readState), carried out: \(isExecuted), restarted: \(restarts)"
        }
        if !restarts, self.yard.devices[0].completions.last(where: { $0.call == first }) == nil {
            return "a lost save has no outcome"
        }
        return self.difference()
    }

    /// Checks that a save of an earlier process reaches the service after temporary refusals, although the app does
    /// nothing but come to the foreground. A final refusal must end the save.
    mutating func deliverLate() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.goOffline()
        self.yard.save("n1", on: 0, read: .read)
        if let problem = self.restart() { return problem }
        let busy = FeedRefusal(.unavailable, "Come again later.", retryAfter: self.dice.pick([nil, 1, 90]))
        let isFinal = self.dice.below(3) == 0
        let isTokenRefused = !isFinal && self.dice.coin()
        let count = 1 + self.dice.below(4)
        self.yard.refusals.writes =
            isTokenRefused
            ? [FeedRefusal(.insufficientScope, "The token has too few scopes.")] : Array(repeating: busy, count: count)
        if isFinal { self.yard.refusals.writes.append(FeedRefusal(.notAuthorized, "This user may not write.")) }
        self.goOnline()
        self.yard.wait(.hours(2))
        if isTokenRefused {
            self.yard.send(.foreground, to: 0)
            self.yard.drain()
            self.yard.wait(.hours(1))
        }
        let state = self.yard.everything().first?.readState
        guard state == (isFinal ? .unread : .read) else {
            return "a save of an earlier process ends as \(state.map { "\($0)" } ?? "nothing"), final: \(isFinal)"
        }
        let writes = self.yard.requests.count { if case .save = $0.1 { true } else { false } }
        guard writes <= count + 2 else { return "a refused save is sent \(writes) times" }
        guard self.yard.devices[0].view["n1"]?.readState == (isFinal ? .unread : .read) else {
            return "the app shows another outcome of a save than the service has"
        }
        return self.difference()
    }

    /// Checks that a page that is older than a confirmed save does not take the save back.
    mutating func keepOwnWord() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        if self.dice.coin() { _ = self.yard.run(.invalidateCursors(Self.feedKey)) }
        let isShared = self.dice.coin()
        if isShared { self.update("n1", .snoozed) }
        self.yard.sync(0)
        let page = self.holdPage()
        let save = self.yard.save("n1", on: 0, read: .read)
        self.yard.drain()
        guard self.yard.devices[0].completions.contains(where: { $0.call == save && $0.outcome == .saved(true) }) else {
            return nil
        }
        if let page { self.yard.send(page, to: 0) }
        guard self.yard.shown(0).first?.readState == .read else { return "an old page takes a confirmed save back" }
        self.yard.drain()
        guard let shown = self.yard.shown(0).first, shown.readState == .read else {
            return "a confirmed save is taken back in the end"
        }
        guard shown.userActionState == (isShared ? .snoozed : .noInteraction) else {
            return "a confirmed save hides the change of another device"
        }
        return self.difference()
    }

    /// Checks that the answer to the rest of a save leads to a read, since another device may have changed something
    /// in between and its push may be lost.
    mutating func learnFromRest() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.goOffline()
        self.yard.save("n1", on: 0, read: .read, action: .dismissed)
        self.yard.drain()
        self.update("n1", .snoozed)
        self.yard.devices[0].fault = nil
        self.yard.send(.foreground, to: 0)
        guard self.deliverUntilSave() != nil else { return "the rest of a save is not sent" }
        let change = NewNotification(host: DeviceYard.host, appNotificationId: "n2", raw: "raw n2")
        self.changeUnnoticed(.publish(Self.feedKey, Publication(change)))
        self.yard.drain()
        guard self.yard.everything().first(where: { $0.id == "n1" })?.userActionState == .snoozed else {
            return "the rest of a save overwrites a later change"
        }
        return self.difference()
    }

    /// Checks that an app whose list is older than the state of the SDK catches up at the next start, without a
    /// network.
    mutating func showAgain() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.goOffline()
        let (view, place) = (self.yard.devices[0].view, self.yard.devices[0].place)
        self.yard.save("n1", on: 0, action: .dismissed)
        // The app did not store its list before it died.
        (self.yard.devices[0].view, self.yard.devices[0].place) = (view, place)
        if let problem = self.restart() { return problem }
        guard self.yard.devices[0].view["n1"]?.userActionState == .dismissed else {
            return "after a restart, the app does not learn of a save that is under way"
        }
        self.goOnline()
        self.yard.sync(0)
        self.yard.drain()
        return self.difference()
    }

    /// Checks that a save whose answer was lost is sent again only after a complete read of its own feed.
    mutating func waitForRead() -> String? {
        self.yard.enterOther(0, token: nil)
        self.yard.publish("n1")
        self.yard.drain()
        self.yard.save("n1", on: 0, action: .dismissed)
        if let ticket = self.deliverUntilSave() {
            self.yard.queue.removeFirst()
            self.yard.send(.lost(ticket, .timedOut), to: 0)
        }
        self.update("n1", .snoozed)
        if let twin = self.yard.devices[0].twin { self.yard.send(.startSync(twin), to: 0) }
        // The answers arrive in any order.
        for _ in 0..<100 where !self.yard.queue.isEmpty {
            self.yard.deliver(self.dice.below(self.yard.queue.count))
        }
        self.yard.wait(.minutes(20))
        guard self.yard.everything().first?.userActionState == .snoozed else {
            return "a lost save overwrites a later change of another device"
        }
        return nil
    }

    /// Checks that the last of several saves of one state wins, although the connection broke between them.
    mutating func keepLastWord() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        let count = 2 + self.dice.below(3)
        var last = ReadState.unread
        for place in 0..<count {
            last = place.isMultiple(of: 2) ? .read : .unread
            self.yard.save("n1", on: 0, read: last)
            for _ in 0..<self.dice.below(3) where !self.yard.queue.isEmpty { self.yard.deliver() }
            if self.dice.below(3) == 0 { self.goOffline() }
        }
        self.goOffline()
        self.yard.queue = []
        self.yard.send(.connectionFailed(.noNetwork), to: 0)
        if self.dice.coin(), let problem = self.restart() { return problem }
        self.goOnline()
        self.yard.wait(.hours(1))
        let state = self.yard.everything().first?.readState
        return state == last ? self.difference() : "\(count) saves end with \(last), the service has \(state as Any)"
    }

    /// Checks that the read state of a notification that another device changed there and back again is not taken for a
    /// change of what this device saved.
    mutating func keepUntouched() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.goOffline()
        self.yard.save("n1", on: 0, action: .dismissed)
        self.yard.drain()
        for state in [ReadState.read, .unread] {
            self.changeUnnoticed(.update(Self.feedKey, StateUpdate(id: "n1", readState: state)))
        }
        self.goOnline()
        self.yard.sync(0)
        self.yard.drain()
        self.yard.wait(.hours(1))
        guard self.yard.everything().first?.userActionState == .dismissed else {
            return "an action is lost because another device changed the read state"
        }
        return self.difference()
    }

    /// Checks that a reader gets each new version, although its states are as before.
    mutating func readThereAndBack() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.update("n1", .dismissed)
        self.yard.sync(0)
        self.yard.drain()
        for action in [UserActionState.activated, .dismissed] { self.update("n1", action) }
        self.yard.sync(0)
        self.yard.drain()
        let (seen, stored) = (self.yard.devices[0].view["n1"]?.version, self.yard.everything().first?.version)
        return seen == stored ? self.difference() : "the app has version \(seen as Any), the service \(stored as Any)"
    }

    /// Checks that a new process has nothing to do and nothing to show if everything was stored.
    mutating func startInPeace() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.yard.save("n1", on: 0, read: .read)
        self.yard.drain()
        self.yard.sync(0)
        self.yard.drain()
        if let problem = self.crash() { return problem }
        let key = self.yard.account
        let host = self.yard.names.intern(DeviceYard.host)
        guard let feed = self.yard.devices[0].machine.openFeed(key, host: host),
            let reader = self.yard.devices[0].machine.createReader(feed, at: self.yard.devices[0].place),
            let batch = self.yard.devices[0].machine.readBatch(reader, most: 0)
        else { return "a new process has no reader" }
        return batch.isEmpty ? nil : "a new process reads again what it had: \(self.yard.ids(batch))"
    }

    /// Checks that a reader shows a save that waits for a connection.
    mutating func showWaiting() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        guard let reader = self.yard.devices[0].reader else { return "a new device has no reader" }
        self.yard.save("n1", on: 0, read: .read)
        // The app draws what its reader gives it, and nothing else.
        self.yard.devices[0].view["n1"]?.readState = .unread
        self.goOffline()
        self.yard.drain()
        self.yard.devices[0].read(reader, self.yard.names)
        guard self.yard.devices[0].view["n1"]?.readState == .read else { return "a reader does not show a held save" }
        self.goOnline()
        self.yard.wait(.hours(1))
        return self.difference()
    }

    /// Checks that a save without an answer ends by itself: the device reads what became of it, and sends it again if
    /// needed. Nobody opens the app, and no push comes.
    mutating func endSaveAlone() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.yard.save("n1", on: 0, action: .dismissed)
        guard let ticket = self.deliverUntilSave() else { return "a save is not sent" }
        if self.dice.coin() { self.yard.deliver() }
        self.yard.queue.removeAll()
        // Otherwise the device waits for the answer until its limit.
        if self.dice.coin() { self.yard.send(.lost(ticket, .broken), to: 0) }
        self.yard.drain()
        self.yard.wait(.minutes(20))
        guard self.yard.devices[0].pending.isEmpty else { return "a save without an answer does not end" }
        guard self.yard.everything().first?.userActionState == .dismissed else { return "a save is lost" }
        return self.difference()
    }
}
