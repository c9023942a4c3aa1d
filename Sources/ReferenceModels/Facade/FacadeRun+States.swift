import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A state of a notification, as the documentation of its save describes it.
private struct ExpectedState<Value: Equatable> {
    var known: Value
    var shown: Value
    /// The values of the saves without an answer, oldest first. Nil for a save that does not change this state.
    var asked: [Value?] = []

    init(_ value: Value) { (self.known, self.shown) = (value, value) }

    mutating func save() {
        let isSaid = self.shown != self.known || self.asked.contains { $0 != nil }
        self.asked.append(isSaid ? self.shown : nil)
    }

    mutating func end(_ isSaved: Bool) {
        guard let value = self.asked.removeFirst() else { return }
        if isSaved { self.known = value }
        let isLast = !self.asked.contains { $0 != nil }
        if !isSaved, isLast, self.shown == value { self.shown = self.known }
    }
}

/// A notification of the app, with the two states that it must have.
private final class ExpectedNotification {
    let item: UserNotification
    var read: ExpectedState<UserNotificationReadState>
    var action: ExpectedState<UserNotificationUserActionState>

    init(_ item: UserNotification) {
        self.item = item
        self.read = ExpectedState(item.readState)
        self.action = ExpectedState(item.userActionState)
    }

    /// Compares the states.
    func compare(_ app: FacadeAppLog) {
        app.compare("the read state", self.item.readState, self.read.shown)
        app.compare("the action", self.item.userActionState, self.action.shown)
    }
}

extension FacadeRun {
    /// Checks the states of a notification while the user changes and undoes them, and the service refuses some.
    mutating func changeStates() {
        guard let feed = self.app.open() else { return }
        var notification = NewNotification(host: FacadePhone.feedHost, appNotificationId: "n1", raw: "raw n1")
        notification.groupName = self.dice.pick([nil, "group"])
        notification.priority = self.dice.pick([.none, .high, .low])
        notification.expiration = self.phone.now + .days(Int64(1 + self.dice.below(20)))
        self.phone.publish(notification)
        self.app.follow(feed)
        guard let reader = UserNotificationChannel(userDataFeed: feed).createReader(),
            let item = self.app.batch(reader).first, let row = self.phone.service.history.last
        else { return self.app.blame("a notification does not arrive") }
        self.compare(item, with: row)
        let expected = ExpectedNotification(item)
        for _ in 0..<4 + self.dice.below(12) {
            self.act(on: expected)
            expected.compare(self.app)
        }
        // The last states reach the service.
        self.phone.refusesWrites = false
        self.save(expected)
        self.app.settle()
        expected.compare(self.app)
        guard let last = self.phone.service.history.last, last.phase == .active else { return }
        self.app.compare("the read state at the service", last.readState == .read, expected.read.shown == .read)
        self.app.compare("the action at the service", last.userActionState, expected.action.shown.inner)
        self.saveTooLate(item, feed)
    }

    /// Publishes the notification again, and saves a state of the earlier publication. The save must not reach the new
    /// one.
    private mutating func saveTooLate(_ item: UserNotification, _ feed: UserDataFeed) {
        self.publish("n1")
        if self.dice.coin() { self.app.follow(feed) }
        item.readState = item.readState == .read ? .unread : .read
        item.userActionState = item.userActionState == .dismissed ? .activated : .dismissed
        let app = self.app
        item.save(
            completion: app.once("saved too late") { result, error in
                app.blame("a save of an earlier publication succeeds", unless: result?.succeeded != true)
            })
        app.settle()
        let row = self.phone.service.history.last
        app.compare("the read state of a new publication", row?.readState, .unread)
        app.compare("the action of a new publication", row?.userActionState, .noInteraction)
    }

    private func compare(_ item: UserNotification, with row: NotificationRow) {
        self.app.compare("the id", item.notificationId, "n1")
        self.app.compare("the content", item.content, "raw n1")
        self.app.compare("the group", item.groupId, row.groupName ?? "")
        self.app.compare("the status", item.status, .active)
        self.app.compare("the generation", item.generation, row.generation)
        self.app.compare("the version", item.version, row.version)
        self.app.compare("the expiration", item.expirationTime, .microseconds(row.expiration.microseconds))
        self.app.compare("the time", item.changeTime, .microseconds(row.time.microseconds))
    }

    private mutating func act(on expected: ExpectedNotification) {
        switch self.dice.below(10) {
        case 0, 1:
            expected.read.shown = self.dice.pick([.read, .unread])
            expected.item.readState = expected.read.shown
        case 2, 3:
            expected.action.shown = self.dice.pick(UserNotificationUserActionState.allCases)
            expected.item.userActionState = expected.action.shown
        case 4, 5, 6: self.save(expected)
        case 7: self.phone.refusesWrites.toggle()
        case 8 where self.dice.below(6) == 0:
            self.phone.run(.delete(FacadePhone.feedKey, Deletion(id: "n1")))
        case 8: self.app.blame("the platform never comes to an end", unless: self.phone.drain())
        default:
            self.phone.deliver()
            self.phone.callBack()
        }
    }

    private func save(_ expected: ExpectedNotification) {
        expected.read.save()
        expected.action.save()
        let app = self.app
        expected.item.save(
            completion: app.once("saved") { result, error in
                app.blame("a save has no result and no error", unless: (result == nil) != (error == nil))
                let isSaved = result?.succeeded == true
                expected.read.end(isSaved)
                expected.action.end(isSaved)
                expected.compare(app)
            })
    }
}
