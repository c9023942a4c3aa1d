import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Stories of readers.
extension FacadeRun {
    /// Checks that a reader continues exactly after the last batch of an earlier reader.
    mutating func continueReading() {
        guard let feed = self.app.open() else { return }
        let names = (0..<1 + self.dice.below(6)).map { "n\($0)" }
        // A change of each gives it a place of its own.
        for name in names { self.publish(name) }
        self.app.follow(feed)
        let (channel, most) = (UserNotificationChannel(userDataFeed: feed), 1 + self.dice.below(4))
        guard let reader = channel.createReader() else { return self.app.blame("a feed has no reader") }
        let start = reader.serializedState
        let first = self.app.batch(reader, most: most).map(\.notificationId)
        self.app.compare("a batch", first, Array(names.prefix(most)))
        let state = self.dice.pick([reader.serializedState, reader.serializedState, start, "", "1-9-0", "nonsense"])
        var (app, next) = (self.app, feed)
        if self.dice.coin() {
            let days = self.dice.pick([3, 10])
            feed.daysToSync = days
            if self.dice.coin() {
                app.platform.shutdown()
                app.settle()
            }
            self.phone.endProcess()
            app = FacadeAppLog(self.phone)
            app.platform.start()
            guard let feed = app.feed() else { return self.app.blame(app.problem ?? "") }
            next = feed
            app.compare("the days after a restart", feed.daysToSync, days)
        } else {
            self.readTwice(channel, names)
        }
        let later = UserNotificationChannel(userDataFeed: next).createReader(state: state)
        let rest = later.map { app.batch($0).map(\.notificationId) }
        let place = state == reader.serializedState ? most : 0
        app.compare("the rest after \(state)", rest, Array(names.dropFirst(place)))
        var options = UserNotificationReaderOptions()
        options.startPosition = .end
        let last = UserNotificationChannel(userDataFeed: next).createReader(options: options)
        app.compare("a batch of the end", last.map { app.batch($0).map(\.notificationId) }, [])
        if let later, app.problem == nil, self.dice.coin() { self.keepPlacesApart(app, next, later, names) }
        self.app.blame(app.problem ?? "", unless: app.problem == nil)
    }

    /// Checks that two batches that an app requests at once come in the order of the requests.
    private func readTwice(_ channel: UserNotificationChannel, _ names: [String]) {
        guard let reader = channel.createReader() else { return self.app.blame("a feed has no reader") }
        var read: [String] = []
        for place in ["first", "second"] {
            reader.readBatch(
                maxSize: 1,
                completion: self.app.once("\(place) batch") { batch, _ in
                    read += (batch ?? []).map { "\(place) \($0.notificationId)" }
                })
        }
        self.app.settle()
        self.app.compare("two batches", read, zip(["first", "second"], names).map { "\($0) \($1)" })
    }

    /// Checks that the place of a reader means nothing to a reader of another account.
    ///
    /// The other account reads first, so its changes come before the place.
    private func keepPlacesApart(
        _ app: FacadeAppLog, _ feed: UserDataFeed, _ reader: UserNotificationReader, _ names: [String]
    ) {
        guard let other = app.enter(ConnectedDevicesAccount(accountId: "other", type: .msa)) else { return }
        app.follow(other)
        self.publish("last")
        app.follow(feed)
        app.compare("a batch after a sync", app.batch(reader).map(\.notificationId), ["last"])
        let foreign = UserNotificationChannel(userDataFeed: other).createReader(state: reader.serializedState)
        let batch = foreign.map { app.batch($0).map(\.notificationId) } ?? []
        // The SDK may read all feeds when it reads one.
        app.blame("a batch at a foreign place is \(batch)", unless: batch == names || batch == names + ["last"])
    }

    /// Checks that a reader with filters gets exactly the notifications that have the wanted states.
    mutating func filter() {
        guard let feed = self.app.open() else { return }
        let actions = UserNotificationUserActionState.allCases
        for (place, action) in actions.enumerated() {
            self.publish("n\(place)")
            let read: ReadState = self.dice.coin() ? .read : .unread
            self.phone.run(
                .update(
                    FacadePhone.feedKey,
                    StateUpdate(id: "n\(place)", readState: read, userActionState: action.inner)))
            if self.dice.below(4) == 0 { self.phone.run(.delete(FacadePhone.feedKey, Deletion(id: "n\(place)"))) }
        }
        self.app.follow(feed)
        var options = UserNotificationReaderOptions()
        options.statusFilter = self.dice.pick(UserNotificationStatusFilter.allCases)
        options.readStateFilter = self.dice.pick(UserNotificationReadStateFilter.allCases)
        options.userActionStateFilter = self.dice.pick(UserNotificationUserActionStateFilter.allCases)
        guard let reader = UserNotificationChannel(userDataFeed: feed).createReader(options: options) else { return }
        let batch = self.app.batch(reader).map(\.notificationId).sorted()
        var rows: [String: NotificationRow] = [:]
        for row in self.phone.service.history { rows[row.id] = row }
        let wanted = rows.values.filter { row in
            switch options.statusFilter {
            case .active where row.phase != .active, .deleted where row.phase == .active: return false
            default: break
            }
            switch options.readStateFilter {
            case .unread where row.readState != .unread, .read where row.readState != .read: return false
            default: break
            }
            let action: UserActionState? =
                switch options.userActionStateFilter {
                case .any: nil
                case .noInteraction: .noInteraction
                case .activated: .activated
                case .dismissed: .dismissed
                case .snoozed: .snoozed
                }
            return (action ?? row.userActionState) == row.userActionState
        }
        self.app.compare("a batch with filters", batch, wanted.map(\.id).sorted())
    }

    /// Checks that a push leads to a change, a batch and the end of the push, in this order.
    mutating func wake() {
        guard let feed = self.app.open() else { return }
        let app = self.app
        app.platform.notificationRegistrationManager.register(
            FacadePhone.account,
            registration: ConnectedDevicesNotificationRegistration(type: .apn, token: "t", appId: self.phone.appId),
            completion: app.once("registered"))
        app.follow(feed)
        guard let reader = UserNotificationChannel(userDataFeed: feed).createReader() else { return }
        _ = app.batch(reader)
        app.forget()
        let silent = reader.dataChanged.subscribe { _, _ in app.note("cancelled") }
        silent.cancel()
        reader.dataChanged.subscribe { reader, _ in
            app.note("changed")
            reader.readBatch(maxSize: 0) { batch, _ in app.note("batch \(batch?.map(\.notificationId) ?? [])") }
        }
        self.publish("n1")
        guard let payload = self.phone.taps.last, let push = ConnectedDevicesNotification.tryParse(payload) else {
            return app.blame("a subscribed device gets no push")
        }
        var isBroken = false
        if self.dice.below(4) == 0 {
            isBroken = true
            self.phone.lose(.noNetwork)
        }
        let ended = { (error: ConnectedDevicesError?) in
            app.note("ended")
            app.compare("the error of a push", error?.code, isBroken ? .noNetwork : nil)
        }
        if self.dice.coin() {
            app.platform.processNotification(push, completion: ended)
        } else {
            // A former name, for pushes that the app did not parse.
            let operation = app.platform.processNotification(payload: payload)
            app.blame("a push is taken for another one", unless: operation.connectedDevicesNotification)
            operation.waitForCompletion(ended)
        }
        app.settle()
        app.compare(
            "the callbacks of a push", app.calls, isBroken ? ["ended"] : ["changed", "batch [\"n1\"]", "ended"])
    }
}
