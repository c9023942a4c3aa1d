import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Situations in which a service answers in an unusual way, or knows less than the device.
extension DeviceDrill {
    /// Checks that a device does not read forever if every page is older than its confirmed save.
    mutating func readOldPages() -> String? {
        self.yard.publish("n1")
        self.yard.drain()
        self.yard.sync(0)
        guard case .answer(_, .page(let page))? = self.holdPageOfChanges() else { return nil }
        self.yard.save("n1", on: 0, read: .read)
        let served = self.serveFetches(most: 20) { _ in page }
        guard served < 10 else { return "\(served) old pages are read after a save" }
        self.yard.sync(0)
        self.yard.drain()
        return self.difference()
    }

    /// Makes the device read everything, and takes the page with the notification out.
    private mutating func holdPageOfChanges() -> DeviceEvent? {
        _ = self.yard.run(.invalidateCursors(Self.feedKey))
        self.yard.drain()
        _ = self.yard.run(.invalidateCursors(Self.feedKey))
        self.yard.sync(0)
        guard let event = self.holdPage() else { return nil }
        // The device gets the page, too.
        self.yard.send(event, to: 0)
        self.yard.drain()
        return event
    }

    /// Checks that a device whose subscription is gone at the service reads nevertheless, and is woken again.
    mutating func loseSubscription() -> String? {
        guard let feed = self.yard.devices[0].feed, let known = self.machine.subscription(of: feed) else {
            return "a new device has no subscription"
        }
        _ = self.yard.run(.unsubscribe(Self.feedKey, subscription: self.yard.names.text(known.name)))
        let isBusy = self.dice.coin()
        if isBusy {
            self.yard.refusals.subscriptions = [FeedRefusal(.unavailable, "Come again later.", retryAfter: 60)]
        }
        let before = self.yard.requests.count
        self.yard.publish("n1")
        self.yard.sync(0)
        self.yard.drain()
        if let problem = self.difference() { return "without its subscription, \(problem)" }
        if isBusy, !self.isSubscribedByAnotherRead(before), let lost = self.machine.subscription(of: feed) {
            return "a lost subscription is still reported as \(self.yard.names.text(lost.name))"
        }
        self.yard.wait(.minutes(20))
        guard self.machine.subscription(of: feed) != nil else { return "a lost subscription is not renewed" }
        self.yard.publish("n2")
        self.yard.drain()
        return self.difference().map { "a push of a renewed subscription does not arrive: \($0)" }
    }

    /// Whether, since a request, the device has asked for a subscription again because it read once more.
    private func isSubscribedByAnotherRead(_ first: Int) -> Bool {
        let sent = self.yard.requests[first...].map(\.1)
        func isSubscribe(_ request: FeedRequest) -> Bool { if case .subscribe = request { true } else { false } }
        guard let first = sent.firstIndex(where: isSubscribe), let last = sent.lastIndex(where: isSubscribe) else {
            return false
        }
        return sent[first...last].contains { if case .fetch = $0 { true } else { false } }
    }

    /// Checks that two accounts of one user can change their registrations at the same time, in whatever order the
    /// requests arrive.
    mutating func registerBoth() -> String? {
        self.yard.enterOther(0, token: nil)
        let isSame = self.dice.coin()
        var calls: [CallNumber] = []
        for (place, key) in [self.yard.account, self.yard.otherAccount].enumerated() {
            calls.append(self.yard.register(0, token: isSame ? "t-new" : "t-new-\(place)", by: key))
            if self.dice.coin(), !self.yard.queue.isEmpty { self.yard.deliver() }
        }
        for _ in 0..<200 where !self.yard.queue.isEmpty {
            self.yard.deliver(self.dice.below(self.yard.queue.count))
        }
        self.yard.wait(.minutes(20))
        for call in calls {
            let outcome = self.yard.devices[0].completions.last { $0.call == call }?.outcome
            // An older channel may lose against a newer one.
            let mayFail = !isSame && call != calls.last && outcome == .failed(.refused(.overtaken))
            guard outcome == .done || mayFail else {
                return "a registration beside another ends with \(outcome.map { "\($0)" } ?? "nothing")"
            }
        }
        guard !isSame else { return self.yard.devices[0].problem }
        self.yard.publish("n1")
        let addresses = self.yard.service.lastTaps.map(\.address).sorted()
        return Set(addresses) == ["t-new-1"]
            ? self.yard.devices[0].problem : "after two registrations, \(addresses) are woken"
    }

    /// Checks that each part of a notification follows its publication, when a part comes, changes or is removed.
    mutating func changeParts() -> String? {
        let end = self.yard.now + .days(5)
        guard let feed = self.yard.devices[0].feed else { return "a new device has no feed" }
        for _ in 0..<6 {
            var new = NewNotification(host: DeviceYard.host, appNotificationId: "n1")
            new.raw = self.dice.pick([nil, "r", "t"])
            new.groupName = self.dice.pick([nil, "g"])
            new.priority = self.dice.pick([.none, .high, .low])
            new.expiration = end
            if new.raw == nil || self.dice.coin() {
                new.visual = Content.Visual(title: self.dice.pick(["t", "u"]), body: self.dice.pick([nil, "b"]))
            }
            _ = self.yard.run(.publish(Self.feedKey, Publication(new)))
            self.yard.drain()
            guard let row = self.yard.everything().first,
                let item = self.machine.notification(self.yard.names.intern("n1"), in: feed),
                let facts = self.yard.names.facts(item.facts)
            else { return "a notification does not arrive" }
            guard facts.content == row.content, facts.groupName == row.groupName, facts.priority == row.priority,
                facts.expiration == row.expiration
            else { return "the device has \(facts), the service has \(row)" }
        }
        return self.difference()
    }

    /// Checks that a device reads at once when its app is opened, although a retry is planned for later.
    mutating func readWhenOpened() -> String? {
        self.yard.isTooBusy = { _ in true }
        self.yard.sync(0)
        self.yard.drain()
        for _ in 0..<self.dice.below(6) {
            if let alarm = self.machine.alarm { self.yard.wait(alarm - self.yard.now) }
        }
        self.yard.isTooBusy = { _ in false }
        self.yard.publish("n1")
        self.yard.queue = []
        self.yard.send(.foreground, to: 0)
        self.yard.drain()
        return self.difference().map { "an app that is opened after an outage is not up to date: \($0)" }
    }

    /// Checks that a device follows a service that was restored from a backup, in which later changes are missing.
    mutating func followRestoredService() -> String? {
        for number in 0..<self.dice.below(3) { self.yard.publish("n\(number)") }
        let backup = self.yard.service
        for number in 0..<1 + self.dice.below(4) { self.yard.publish("n\(number)") }
        self.yard.drain()
        if self.dice.coin() { self.yard.delete("n0", on: 0) }
        self.yard.drain()
        if self.dice.coin(), let problem = self.restart() { return problem }
        self.yard.service = backup
        _ = self.yard.run(.invalidateCursors(Self.feedKey))
        if self.dice.coin() { self.yard.sync(0) }
        self.yard.drain()
        for _ in 0..<1 + self.dice.below(3) { self.yard.publish("n\(self.dice.below(4))") }
        self.yard.drain()
        self.yard.sync(0)
        self.yard.drain()
        return self.difference().map { "after the restoration of the service, \($0)" }
    }

    /// Checks that a device takes its registration back when its account is removed, although it never saw the answer
    /// to the registration.
    mutating func forgetRegistration() -> String? {
        let device = self.yard.install("tablet")
        self.yard.send(.addAccount(self.yard.devices[device].call(), self.yard.account), to: device)
        self.yard.drain()
        self.yard.register(device)
        if self.dice.below(3) == 0 { return self.interruptSignOut(device) }
        for _ in 0..<100 where !self.yard.queue.isEmpty {
            let isRequest = if case .request(device, _, _, .register) = self.yard.queue[0] { true } else { false }
            self.yard.deliver()
            if isRequest { break }
        }
        self.yard.queue = []
        if self.dice.coin(), let problem = self.crash(device) { return problem }
        self.yard.drain()
        let before = self.yard.requests.count
        self.yard.send(.removeAccount(self.yard.devices[device].call(), self.yard.account), to: device)
        self.yard.drain()
        self.yard.wait(.minutes(20))
        let isTakenBack = self.yard.requests[before...].contains {
            if case .unregister = $0.1 { $0.device == device } else { false }
        }
        return isTakenBack ? self.yard.devices[device].problem : "an account leaves its registration behind"
    }

    /// Checks that, after an interrupted sign-out, an app does not rely on a registration that was taken back.
    private mutating func interruptSignOut(_ device: Int) -> String? {
        self.yard.drain()
        let before = self.yard.requests.count
        self.yard.send(.removeAccount(self.yard.devices[device].call(), self.yard.account), to: device)
        for _ in 0..<self.dice.below(6) where !self.yard.queue.isEmpty { self.yard.deliver() }
        if let problem = self.crash(device) { return problem }
        let isTakenBack = self.yard.requests[before...].contains {
            if case .unregister = $0.1 { $0.device == device } else { false }
        }
        let state = self.yard.devices[device].machine.registrationState(of: self.yard.account)
        return isTakenBack && state == .registered
            ? "after an interrupted sign-out, an app relies on its registration" : self.yard.devices[device].problem
    }

    /// Checks that a read ends if the service always names another next page.
    mutating func readWithoutEnd() -> String? {
        let most = 150_000
        self.yard.publish("n1")
        let served = self.serveFetches(most: most) { Self.emptyPage(before: "page \($0)") }
        return served < most ? nil : "a read of \(served) pages has no end"
    }

    /// Checks that a device reads once more if the time for a push ended during a read that began before the push.
    mutating func readAfterTimeout() -> String? {
        self.yard.rules.answerLimit = nil
        self.yard.sync(0)
        guard let page = self.holdPage() else { return "a sync asks for no page" }
        self.yard.publish("n1")
        self.yard.drain()
        guard let limit = self.yard.rules.processingLimit else { return "a push has no limit" }
        self.yard.wait(limit + .seconds(Int64(self.dice.below(20))))
        guard self.yard.devices[0].pending.isEmpty else { return "a push has no end" }
        self.yard.send(page, to: 0)
        self.yard.drain()
        return self.difference().map { "after a push whose time ended during a slow read, \($0)" }
    }
}
