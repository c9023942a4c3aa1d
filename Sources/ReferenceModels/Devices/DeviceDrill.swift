import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A situation of a device that is chosen at random. The correct outcome of each situation is known exactly.
package struct DeviceDrill {
    var yard: DeviceYard
    var dice: RollingDie

    package init(seed: UInt64) {
        self.dice = RollingDie(seed: seed)
        var limits = FeedLimits()
        limits.pageSize = self.dice.pick([1, 3, 100])
        self.yard = DeviceYard(limits, seed: self.dice.next())
        self.yard.device("phone")
    }

    /// Plays the situation. Returns the first difference from the correct outcome; nil if there is none.
    package mutating func play() -> String? {
        switch self.dice.below(33) {
        case 0: self.backOff()
        case 1: self.stayAway()
        case 2: self.renew()
        case 3: self.refuseTokens()
        case 4: self.readInCircles()
        case 5: self.forgetMarks()
        case 6: self.confirm()
        case 7: self.readFewDays()
        case 8: self.keepUsersApart()
        case 9: self.signOutOfOne()
        case 10: self.loseTokens()
        case 11: self.yield()
        case 12: self.takeBack()
        case 13: self.deliverLate()
        case 14: self.keepOwnWord()
        case 15: self.readOldPages()
        case 16: self.learnFromRest()
        case 17: self.showAgain()
        case 18: self.loseSubscription()
        case 19: self.registerBoth()
        case 20: self.changeParts()
        case 21 where self.dice.below(100) == 0: self.readWithoutEnd()
        case 21: self.waitForRead()
        case 22: self.readWhenOpened()
        case 23: self.followRestoredService()
        case 24: self.forgetRegistration()
        case 25: self.keepLastWord()
        case 26: self.keepUntouched()
        case 27: self.readThereAndBack()
        case 28: self.startInPeace()
        case 29: self.showWaiting()
        case 30: self.readAfterTimeout()
        case 31: self.endSaveAlone()
        default: self.readBatches()
        }
    }

    var machine: DeviceMachine { self.yard.devices[0].machine }

    /// Compares the notifications that the first device shows with the log of the service. Returns the difference, or a
    /// rule that the device broke; nil if there is neither.
    func difference() -> String? {
        let expected = self.yard.everything().map(\.id).sorted()
        let shown = self.yard.ids(self.yard.shown(0).filter { !$0.isDeleted }).sorted()
        return shown == expected ? self.yard.devices[0].problem : "the device shows \(shown), the log says \(expected)"
    }

    /// Checks that a device repeats a request to a busy service after growing pauses, and never before the time that
    /// the service allows. After a success, the pauses must be short again.
    private mutating func backOff() -> String? {
        self.yard.busyTime = self.dice.pick([nil, nil, 1, 50, 100_000])
        for round in 0..<2 {
            self.yard.isTooBusy = { _ in true }
            self.yard.sync(0)
            self.yard.drain()
            var wait = self.yard.rules.retryBase
            for attempt in 0..<(1 + self.dice.below(14)) {
                let asked = Interval.seconds(Int64(min(self.yard.busyTime ?? 0, 86_400)))
                // A device may wait a little longer than the service asks.
                let longest = max(wait, asked) + .seconds(5)
                guard let pause = self.pauseBeforeRequest(longest) else {
                    return "a read that failed is not tried again within \(longest)"
                }
                guard pause >= asked, pause >= Interval(microseconds: wait.microseconds / 16) else {
                    return "attempt \(attempt) follows after \(pause), with \(wait) as the longest wait"
                }
                wait = min(wait + wait, self.yard.rules.longestRetry)
            }
            self.yard.isTooBusy = { _ in false }
            self.yard.publish("n\(round)")
            self.yard.wait(.days(2))
            self.yard.sync(0)
            self.yard.drain()
            if let problem = self.difference() { return problem }
        }
        return nil
    }

    /// Lets time pass until the first device sends a request. Returns that time; nil if it is longer than allowed.
    private mutating func pauseBeforeRequest(_ longest: Interval) -> Interval? {
        let (start, count) = (self.yard.now, self.yard.requests.count)
        while self.yard.requests.count == count {
            guard let alarm = self.machine.alarm, alarm <= start + longest else { return nil }
            self.yard.wait(alarm - self.yard.now)
        }
        return self.yard.now - start
    }

    /// Checks that one read brings the device up to date after an absence of any length, and renews a subscription that
    /// has ended.
    private mutating func stayAway() -> String? {
        let days = Int64(self.dice.pick([1, 20, 29, 30, 31, 45, 90]))
        guard let feed = self.yard.devices[0].feed, let end = self.machine.subscription(of: feed)?.end else {
            return "a new device has no subscription"
        }
        self.yard.publish("before", life: .days(60))
        self.yard.drain()
        self.yard.devices[0].fault = .noNetwork
        self.yard.send(.connectionFailed(.noNetwork), to: 0)
        self.yard.wait(.days(days))
        self.yard.publish("meanwhile")
        self.yard.devices[0].fault = nil
        let (count, left) = (self.yard.requests.count, end - self.yard.now)
        self.yard.send(.foreground, to: 0)
        self.yard.sync(0)
        self.yard.drain()
        if let problem = self.difference() { return "after \(days) days \(problem)" }
        let renewals = self.yard.requests[count...].count { if case .subscribe = $0.1 { true } else { false } }
        // An early renewal is harmless, a renewal with each read is not.
        guard left < .days(1) ? renewals == 1 : renewals <= (left > .days(15) ? 0 : 1) else {
            return "after \(days) days it subscribes \(renewals) times"
        }
        guard let known = self.machine.subscription(of: feed) else {
            return "after \(days) days it has no subscription"
        }
        guard known.end > self.yard.now + .days(1) else { return "after \(days) days its subscription ends" }
        self.yard.register(0)
        self.yard.drain()
        self.yard.publish("last")
        self.yard.drain()
        return self.difference().map { "a push after \(days) days does not arrive: \($0)" }
    }

    /// Checks that a read renews a subscription on the last day of the subscription, but not in the first days.
    private mutating func renew() -> String? {
        guard let feed = self.yard.devices[0].feed, let end = self.machine.subscription(of: feed)?.end else {
            return "a new device has no subscription"
        }
        let lead = Interval.hours(Int64(self.dice.pick([1, 12, 23, 600])))
        self.yard.wait(end - lead - self.yard.now)
        self.yard.sync(0)
        self.yard.drain()
        guard let renewed = self.machine.subscription(of: feed)?.end else { return "the subscription is gone" }
        guard (renewed > end) == (lead < .hours(24)) else {
            return "\(lead) before its end, a subscription that ended at \(end) ends at \(renewed)"
        }
        return self.difference()
    }

    /// Checks an app that provides no tokens: the operations that wait for a token must end, and nothing else may end.
    private mutating func refuseTokens() -> String? {
        let device = self.yard.install("tablet", user: nil)
        self.yard.devices[device].answersTokens = false
        let account = self.yard.account
        self.yard.send(.tokenUnavailable(account), to: device)
        let call = self.yard.devices[device].call()
        self.yard.send(.addAccount(call, account), to: device)
        guard self.yard.devices[device].completions.isEmpty else { return "an account is added without a token" }
        let isRefused = self.dice.coin()
        self.yard.send(isRefused ? .tokenRefused(account) : .tokenUnavailable(account), to: device)
        self.yard.drain()
        let outcome = self.yard.devices[device].completions.last { $0.call == call }?.outcome
        let expected = DeviceOutcome.failed(isRefused ? .tokenFailed : .noTokenSubscriber)
        guard outcome == expected, self.yard.devices[device].completions.count == 1 else {
            return "an account without a token: \(self.yard.devices[device].completions)"
        }
        guard self.yard.devices[device].machine.accountKeys.isEmpty else { return "the account stays" }
        self.yard.devices[device].answersTokens = true
        self.yard.devices[device].user = "alice"
        self.yard.setUp(device)
        return self.yard.shown(device).isEmpty ? self.yard.devices[device].problem : "a new device shows something"
    }

    /// Checks that a read ends if the service sends the same pages in a circle. The read must end soon after each page
    /// has come once.
    private mutating func readInCircles() -> String? {
        let length = self.dice.pick([1, 2, 3, 7, 64, 300])
        self.yard.publish("n1")
        let arrived = self.yard.requests.count
        let served = self.serveFetches(most: 4 * length + 8) { Self.emptyPage(before: "circle \($0 % length)") }
        guard served <= 3 * length + 3 else { return "\(served) pages of a circle of \(length) are read" }
        guard self.yard.devices[0].pending.isEmpty else { return "a push waits for the end of a circle" }
        guard self.yard.requests.count <= arrived + 2 else { return "a read in a circle sends other requests" }
        self.yard.sync(0)
        self.yard.drain()
        return self.difference()
    }

    /// Checks that a device keeps the mark of a deleted notification exactly as long as the service does, and longer if
    /// a reader has not seen the mark.
    private mutating func forgetMarks() -> String? {
        let count = 1 + self.dice.below(20)
        for number in 0..<count { self.yard.publish("n\(number)", life: .days(20)) }
        self.yard.drain()
        for number in 0..<count { self.yard.delete("n\(number)", on: 0) }
        self.yard.drain()
        let days = self.dice.pick([1, 29, 100])
        let late = self.dice.coin() ? self.yard.devices[0].feed : nil
        let reader = late.flatMap { self.yard.devices[0].machine.createReader($0) }
        self.yard.wait(.days(Int64(days)))
        self.yard.publish("last")
        self.yard.sync(0)
        self.yard.drain()
        let marks = self.yard.shown(0).count { $0.isDeleted }
        let expected = days < 30 || reader != nil ? count : 0
        guard marks == expected else { return "after \(days) days, \(marks) of \(count) marks are left" }
        let batch = reader.flatMap { self.yard.devices[0].machine.readBatch($0, most: 0) } ?? []
        guard reader == nil || batch.count(where: \.isDeleted) == count else {
            return "a reader that began late learns of \(batch.count) changes, not of \(count) deletions"
        }
        return self.difference()
    }

    /// Checks that a save without a new state reports whether the notification exists. The save must report this only
    /// after the earlier saves have ended.
    private mutating func confirm() -> String? {
        self.yard.publish("n1")
        self.yard.publish("n2")
        self.yard.drain()
        guard let feed = self.yard.devices[0].feed else { return "a new device has no feed" }
        func outcome(_ call: CallNumber) -> DeviceOutcome? {
            self.yard.devices[0].completions.last { $0.call == call }?.outcome
        }
        let old = self.machine.notification(self.yard.names.intern("n1"), in: feed)?.generation
        let first = self.ask("n1", nil)
        let second = self.ask("n3", nil)
        let third = self.ask("n1", 77)
        guard outcome(first) == .saved(true), outcome(second) == .saved(false), outcome(third) == .saved(false) else {
            return "an empty save ends with \([first, second, third].map(outcome))"
        }
        // Another device deletes it, and the save comes too late.
        let isDeleted = self.dice.coin()
        if isDeleted {
            self.changeUnnoticed(.delete(Self.feedKey, Deletion(id: "n1")))
        }
        let save = self.yard.save("n1", on: 0, read: .read)
        let after = self.ask("n1", old)
        guard outcome(after) == nil else { return "a save is confirmed before it has ended" }
        self.yard.drain()
        guard outcome(save) == .saved(!isDeleted), outcome(after) == .saved(!isDeleted) else {
            return "a save ends with \([save, after].map(outcome)), deleted: \(isDeleted)"
        }
        // A save that the service did not take shows that the device does not know everything.
        if !isDeleted { self.yard.sync(0) }
        self.yard.drain()
        return self.difference()
    }

    /// Begins a save that sets no state, and returns its call.
    private mutating func ask(_ id: String, _ generation: UInt64?) -> CallNumber {
        guard let feed = self.yard.devices[0].feed else { return .nobody }
        let call = self.yard.devices[0].call()
        self.yard.send(.save(call, feed, id: self.yard.names.intern(id), generation: generation, nil, nil), to: 0)
        return call
    }

    /// Checks that readers get each change once, in order, and in batches of at most the requested size.
    private mutating func readBatches() -> String? {
        guard let feed = self.yard.devices[0].feed else { return "a new device has no feed" }
        let count = 1 + self.dice.below(30)
        for number in 0..<count {
            self.yard.publish("n\(number)")
            self.yard.drain()
        }
        let names = (0..<count).map { "n\($0)" }
        let most = self.dice.pick([0, 1, 2, 7, 30])
        guard let reader = self.yard.devices[0].machine.createReader(feed),
            let late = self.yard.devices[0].machine.createReader(feed, ReaderOptions(start: .end))
        else { return "a feed has no readers" }
        var read: [String] = []
        while let batch = self.yard.devices[0].machine.readBatch(reader, most: most), !batch.isEmpty {
            guard most == 0 || batch.count <= most else { return "a batch of \(batch.count), not of \(most)" }
            read += self.yard.ids(batch)
        }
        guard read == names else { return "a reader got \(read)" }
        guard self.yard.devices[0].machine.readBatch(late, most: 0) == [] else { return "a late reader got the past" }
        guard self.machine.unreadCount(in: feed) == count else { return "not all are unread" }
        let seen = self.dice.below(count)
        self.yard.save("n\(seen)", on: 0, action: self.dice.pick([.dismissed, .activated]))
        guard self.machine.unreadCount(in: feed) == count - 1 else { return "a handled notification is unread" }
        self.yard.drain()
        guard self.machine.unreadCount(in: feed) == count - 1 else { return "a handled notification is unread again" }
        let place = self.machine.place(of: reader)
        for each in [reader, late] {
            let batch = self.yard.devices[0].machine.readBatch(each, most: 0)
            guard batch.map(self.yard.ids) == ["n\(seen)"] else { return "after a change, a reader got \(batch ?? [])" }
        }
        // A reader continues at the place of another.
        if let next = self.yard.devices[0].machine.createReader(feed, at: place) {
            let batch = self.yard.devices[0].machine.readBatch(next, most: 0)
            guard batch.map(self.yard.ids) == ["n\(seen)"] else { return "a reader continues with \(batch ?? [])" }
        }
        // A place that this installation never reached is no place.
        if let next = self.yard.devices[0].machine.createReader(feed, at: .max) {
            let batch = self.yard.devices[0].machine.readBatch(next, most: 0)
            guard batch?.count == count else { return "a reader from another installation got \(batch?.count ?? 0)" }
        }
        self.yard.devices[0].machine.closeReader(reader)
        guard self.yard.devices[0].machine.readBatch(reader, most: 0) == nil else { return "a closed reader reads" }
        return self.difference()
    }
}
