import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

extension FacadeRun {
    /// Checks the reports of a registration: at once, shortly before its end, and after its end.
    mutating func register() {
        let (app, manager) = (self.app, self.app.platform.notificationRegistrationManager)
        var states: [String] = []
        manager.registrationStateChanged.subscribe { _, args in
            app.note("state")
            let channel = args.registration
            states.append(
                "\(args.account.accountId) \(channel.type) \(channel.token) \(channel.appId) "
                    + "\(channel.appDisplayName) \(args.state)")
        }
        let isKnown = self.dice.below(4) > 0
        if isKnown { _ = app.open() } else { app.platform.start() }
        let fault: ConnectionFault? = self.dice.pick([nil, nil, .noNetwork, .timedOut])
        let type = self.dice.pick(ConnectedDevicesNotificationType.allCases)
        self.phone.lose(fault)
        let right: ConnectedDevicesNotificationRegistrationStatus =
            switch (type, isKnown, fault) {
            case (.unknown, _, _): .errorUnknown
            case (_, false, _): .errorAccountNotFound
            case (_, _, nil): .success
            case (_, _, .noNetwork?): .errorNoNetwork
            default: .errorWebFailure
            }
        manager.register(
            FacadePhone.account,
            registration: ConnectedDevicesNotificationRegistration(
                type: type, token: "t", appId: self.phone.appId, appDisplayName: "App"),
            completion: app.once("registered") { result, error in
                app.compare("the status of a registration of \(type)", result.status, right)
                app.compare("the error of a registration", error, nil)
            })
        app.settle()
        // Google's service takes the messages of its predecessor, so the two are one channel.
        let shown = type == .gcm ? ConnectedDevicesNotificationType.fcm : type
        let head = "\(FacadePhone.user) \(shown) t \(self.phone.appId) App"
        var expected = right == .success ? ["\(head) registered"] : []
        app.compare("the states of a registration", states, expected)
        app.compare(
            "the state", manager.getNotificationRegistrationState(forAccount: FacadePhone.account),
            right == .success ? .registered : .unregistered)
        guard right == .success else { return }
        for (hours, state) in [(480, nil), (228, "expiring"), (24, "expired")] {
            app.blame("time does not pass", unless: self.phone.wait(.hours(Int64(hours))))
            if let state { expected.append("\(head) \(state)") }
            app.compare("the states of a registration", states, expected)
        }
    }

    /// Checks which subscriptions get pushes, and what the app is told about them.
    mutating func chooseScopes() {
        guard let feed = self.app.open() else { return }
        let app = self.app
        var (scopes, types): ([UserDataFeedSyncScope], [String?]) = ([], [])
        for _ in 0..<self.dice.below(4) {
            let type = self.dice.pick([
                nil, UserDataFeedNotificationTypes.noNotification, UserDataFeedNotificationTypes.notificationOnly,
            ])
            var scope = UserDataFeedSyncScope(platform: UserDataFeedPlatforms.iOS)
            if self.dice.coin() {
                scope = UserNotificationChannel.syncScope
                types.append(type)
            }
            scope.notificationType = type
            scopes.append(scope)
        }
        let fault: ConnectionFault? = self.dice.pick([nil, nil, .noNetwork])
        self.phone.lose(fault)
        let right: UserDataFeedSubscribeStatus =
            types.isEmpty ? .errorUnknown : fault == nil ? .success : .errorNoNetwork
        let count = self.phone.subscriptions.count
        feed.subscribeToSyncScopesWithResult(
            scopes,
            callback: app.once("subscribed") { result, error in
                app.compare("the status of a subscription", result?.status, right)
                app.compare("the scopes", result?.subscription?.syncScopes, right == .success ? scopes : nil)
                app.compare("the error of a subscription", error, nil)
            })
        app.settle()
        let isQuiet = types.allSatisfy { $0 == UserDataFeedNotificationTypes.noNotification }
        app.compare(
            "the requests for a subscription", self.phone.subscriptions[count...].map(\.isQuiet),
            right == .success ? [isQuiet] : [])
    }

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
            app.platform.shutdown()
            app.settle()
            self.phone.endProcess()
            app = FacadeAppLog(self.phone)
            app.platform.start()
            guard let feed = app.feed() else { return self.app.blame(app.problem ?? "") }
            next = feed
        }
        let later = UserNotificationChannel(userDataFeed: next).createReader(state: state)
        let rest = later.map { app.batch($0).map(\.notificationId) }
        let place = state == reader.serializedState ? most : 0
        app.compare("the rest after \(state)", rest, Array(names.dropFirst(place)))
        var options = UserNotificationReaderOptions()
        options.startPosition = .end
        let last = UserNotificationChannel(userDataFeed: next).createReader(options: options)
        app.compare("a batch of the end", last.map { app.batch($0).map(\.notificationId) }, [])
        self.app.blame(app.problem ?? "", unless: app.problem == nil)
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
        app.platform.processNotification(push) { error in
            app.note("ended")
            app.compare("the error of a push", error?.code, isBroken ? .noNetwork : nil)
        }
        app.settle()
        app.compare(
            "the callbacks of a push", app.calls, isBroken ? ["ended"] : ["changed", "batch [\"n1\"]", "ended"])
    }

    /// Checks that nothing of an account is left after its removal.
    mutating func leave() {
        guard let feed = self.app.open() else { return }
        let app = self.app
        self.publish("n1")
        app.follow(feed)
        app.blame("a feed is another object", unless: app.feed() === feed)
        feed.daysToSync = 7
        app.compare("the days", feed.daysToSync, 7)
        app.compare("the status of a read feed", feed.syncStatus, .synchronized)
        let channel = UserNotificationChannel(userDataFeed: feed)
        guard let reader = channel.createReader() else { return app.blame("a feed has no reader") }
        for (id, isThere) in [("n1", true), ("n2", false)] {
            channel.getUserNotification(
                id,
                completion: app.once("found") { found, error in
                    app.compare("'\(id)'", found?.notificationId, isThere ? id : nil)
                    app.compare("the error of '\(id)'", error, nil)
                })
            channel.deleteUserNotification(
                id,
                completion: app.once("deleted") { result, error in
                    app.compare("whether '\(id)' is deleted", result?.succeeded, isThere)
                    app.compare("the deleted notification", result?.notificationId, id)
                    app.compare("the error of a deletion", error, nil)
                })
        }
        app.settle()
        app.compare("the phase at the service", self.phone.service.history.last?.phase, .deleted)
        app.platform.accountManager.removeAccount(
            FacadePhone.account,
            callback: app.once("removed") { _, error in
                app.compare("the error of a removal", error, nil)
            })
        app.settle()
        app.compare("the accounts", app.platform.accountManager.allAccounts, [])
        app.compare("the code of a feed", app.codeOfFeed(), .accountNotFound)
        app.blame("a reader is created without an account", unless: channel.createReader() == nil)
        reader.readBatch(
            maxSize: 0,
            completion: app.once("batch") { batch, error in
                app.compare("the batch without an account", batch?.count, nil)
                app.compare("the error of a batch", error?.code, .readerClosed)
            })
        do {
            try feed.startSync()
            app.blame("a sync starts without an account")
        } catch { app.compare("the code of a sync", error.code, .accountNotFound) }
        let count = self.phone.requests.count
        app.blame("time does not pass", unless: self.phone.wait(.days(40)))
        app.compare("the number of requests without an account", self.phone.requests.count, count)
    }
}
