import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// Stories of registrations, subscriptions and accounts.
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
        app.blame("time does not pass", unless: self.phone.wait(.hours(480)))
        app.compare("the states of a registration", states, expected)
        // The app may learn of the end some days early, and then all at once.
        app.blame("time does not pass", unless: self.phone.wait(.hours(228)))
        app.blame("an app does not learn that its registration ages: \(states)", unless: states.count > 1)
        app.blame("time does not pass", unless: self.phone.wait(.hours(24)))
        expected += states.contains("\(head) expiring") ? ["\(head) expiring"] : []
        app.compare("the states of a registration", states, expected + ["\(head) expired"])
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
        guard right == .success else { return }
        app.blame("time does not pass", unless: self.phone.wait(FeedLimits().subscriptionLife - .hours(12)))
        do { try feed.startSync() } catch { app.blame("a sync cannot be started: \(error)") }
        app.settle()
        app.blame(
            "a renewal changes whether a subscription is quiet",
            unless: self.phone.subscriptions[count...].allSatisfy { $0.isQuiet == isQuiet })
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
