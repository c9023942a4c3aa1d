import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Situations of a device with several accounts, several devices, or changing tokens.
extension DeviceDrill {
    /// Checks that a full read of the last few days does not remove older notifications that the device already shows.
    mutating func readFewDays() -> String? {
        guard let feed = self.yard.devices[0].feed else { return "a new device has no feed" }
        let (days, age) = (1 + self.dice.below(5), 6 + self.dice.below(20))
        self.yard.publish("old", life: .days(29))
        self.yard.drain()
        self.yard.wait(.days(Int64(age)))
        self.yard.devices[0].machine.setDaysToSync(feed, days)
        self.yard.publish("new")
        self.yard.drain()
        _ = self.yard.run(.invalidateCursors(Self.feedKey))
        self.yard.sync(0)
        self.yard.drain()
        return self.difference().map { "after a full read of \(days) days, \(age) days later, \($0)" }
    }

    /// Checks that two users on one device each get their own tokens, notifications and pushes.
    mutating func keepUsersApart() -> String? {
        let (other, host) = (self.yard.otherAccount, self.yard.names.intern(DeviceYard.host))
        let isSwapped = self.dice.coin()
        // The app answers two questions for tokens in any order.
        self.yard.devices[0].answersTokens = false
        for token in self.yard.users.keys.sorted() { self.yard.users[token] = nil }
        self.yard.sync(0)
        self.yard.send(.addAccount(self.yard.devices[0].call(), other), to: 0)
        self.yard.drain()
        let answers = [(self.yard.account, "alice"), (other, "bob")]
        for (key, user) in isSwapped ? answers.reversed() : answers {
            self.yard.users["\(user)'s"] = user
            self.yard.send(.tokenProvided(key, self.yard.names.intern("\(user)'s")), to: 0)
        }
        self.yard.drain()
        guard let feed = self.yard.devices[0].machine.openFeed(other, host: host) else {
            return "a second account is not added"
        }
        self.yard.publish("a", to: "alice")
        self.yard.publish("b", to: "bob")
        self.yard.send(.startSync(feed), to: 0)
        self.yard.sync(0)
        self.yard.drain()
        let (first, second) = (self.yard.shown(0), self.yard.devices[0].machine.everything(in: feed))
        guard self.yard.ids(first) == ["a"], self.yard.ids(second) == ["b"] else {
            return "alice sees \(self.yard.ids(first)), bob sees \(self.yard.ids(second))"
        }
        return self.yard.devices[0].problem
    }

    /// Checks that pushes for one of two accounts still arrive after the user signed out of the other account.
    mutating func signOutOfOne() -> String? {
        self.yard.enterOther(0, token: nil)
        let isFirst = self.dice.coin()
        let leaving = isFirst ? self.yard.account : self.yard.otherAccount
        self.yard.send(.removeAccount(self.yard.devices[0].call(), leaving), to: 0)
        self.yard.drain()
        if isFirst { self.yard.devices[0].feed = nil }
        guard let staying = isFirst ? self.yard.devices[0].twin : self.yard.devices[0].feed else {
            return "a second account has no feed"
        }
        self.yard.publish("late")
        self.yard.drain()
        guard self.yard.ids(self.yard.devices[0].machine.everything(in: staying)) == ["late"] else {
            return "a push does not arrive after a user left the other account"
        }
        self.yard.send(
            .removeAccount(self.yard.devices[0].call(), isFirst ? self.yard.otherAccount : self.yard.account), to: 0)
        self.yard.drain()
        self.yard.publish("last")
        guard self.yard.service.lastTaps.isEmpty else { return "a push is sent to a device without accounts" }
        return self.yard.devices[0].problem
    }

    /// Checks that a device renews a refused token only once for each request, and not forever.
    mutating func loseTokens() -> String? {
        self.yard.users = [:]
        let isLasting = self.dice.coin()
        self.yard.devices[0].user = isLasting ? "nobody" : "alice"
        self.yard.publish("n1")
        let before = self.yard.requests.count
        for _ in 0..<200 where !self.yard.queue.isEmpty {
            // The service knows none of the new tokens.
            if isLasting { self.yard.users = [:] }
            self.yard.deliver()
        }
        let count = self.yard.requests.count - before
        guard self.yard.queue.isEmpty, count <= (isLasting ? 4 : 8) else {
            return "\(count) requests follow a lost token"
        }
        guard self.yard.devices[0].pending.isEmpty else { return "a call waits for a token that nobody has" }
        self.yard.devices[0].user = "alice"
        self.yard.sync(0)
        self.yard.drain()
        return self.difference()
    }
}
