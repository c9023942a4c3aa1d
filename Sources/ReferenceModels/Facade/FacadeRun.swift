import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A short story of an app that uses the classes of the SDK. The correct outcome of each story is known exactly.
package struct FacadeRun {
    let phone: FacadePhone
    let app: FacadeAppLog
    var dice: RollingDie

    package init(seed: UInt64) {
        self.dice = RollingDie(seed: seed)
        self.phone = FacadePhone(seed: self.dice.next())
        self.app = FacadeAppLog(self.phone)
    }

    /// Plays a story. Returns the first difference from the correct outcome; nil if there is none.
    package mutating func play() -> String? {
        // The listeners of the platform hold the platform. Only the end of the process releases them.
        defer { self.phone.endProcess() }
        switch self.dice.below(9) {
        case 0: self.useTooEarly()
        case 1: self.refuseTokens()
        case 2: self.register()
        case 3: self.chooseScopes()
        case 4: self.continueReading()
        case 5: self.wake()
        case 6: self.leave()
        case 7: self.filter()
        default: self.changeStates()
        }
        self.app.settle()
        return self.app.problem
    }

    func publish(_ id: String) {
        self.phone.publish(NewNotification(host: FacadePhone.feedHost, appNotificationId: id, raw: "raw \(id)"))
    }

    /// Checks that a platform refuses every use before its start and after its end.
    private mutating func useTooEarly() {
        let (app, platform) = (self.app, self.app.platform)
        let isOver = self.dice.coin()
        if isOver {
            platform.start()
            platform.start()
            app.compare("the number of warnings after a second start", platform.warnings.count, 1)
            platform.notificationRegistrationManager.registrationStateChanged.subscribe { _, _ in }
            app.compare("the number of warnings after a late listener", platform.warnings.count, 2)
            let ended = app.once("ended") { (error: ConnectedDevicesError?, _: Void) in
                app.compare("the error of a shutdown", error, nil)
            }
            platform.shutdown { ended($0, ()) }
            app.settle()
        }
        let code: ConnectedDevicesError.Code = isOver ? .shutDown : .notStarted
        platform.accountManager.addAccount(
            FacadePhone.account,
            callback: app.once("added") { result, error in
                app.compare("the status of an account", result.status, .errorUnknown)
                app.compare("the error of an account", error?.code, code)
            })
        platform.accountManager.removeAccount(
            FacadePhone.account,
            callback: app.once("removed") { _, error in
                app.compare("the error of a removed account", error?.code, code)
            })
        let channel = ConnectedDevicesNotificationRegistration(type: .apn, token: "t", appId: self.phone.appId)
        platform.notificationRegistrationManager.register(
            FacadePhone.account, registration: channel,
            completion: app.once("registered") { result, error in
                app.compare("the status of a registration", result.status, .errorUnknown)
                app.compare("the error of a registration", error?.code, code)
            })
        app.compare("the code of a feed", app.codeOfFeed(), code)
        if isOver {
            platform.start()
            app.compare("the number of warnings after a start too late", platform.warnings.count, 3)
        }
        app.compare("the number of requests", self.phone.requests.count, 0)
    }

    /// Checks the reports about tokens that the app does not have, or that the service refuses.
    private mutating func refuseTokens() {
        let isHeard = self.dice.below(4) > 0
        let app = isHeard ? self.app : FacadeAppLog(self.phone, listens: false)
        let first = self.dice.pick(["token", "", nil])
        app.tokens = [first]
        app.platform.start()
        var invalidated: [String] = []
        app.platform.accountManager.accessTokenInvalidated.subscribe { _, args in
            app.note("invalidated")
            invalidated.append("\(args.account.accountId) \(args.scopes.count)")
        }
        let added: ConnectedDevicesAccountAddedStatus =
            !isHeard ? .errorNoTokenRequestSubscriber : first == "token" ? .success : .errorTokenRequestFailed
        app.platform.accountManager.addAccount(
            FacadePhone.account,
            callback: app.once("added") { result, error in
                app.compare("the status of an account", result.status, added)
                app.compare("the error of an account", error, nil)
            })
        app.settle()
        app.compare(
            "the accounts", app.platform.accountManager.accounts, added == .success ? [FacadePhone.account] : [])
        guard added == .success else { return }
        // The service stops accepting the token, and accepts another one.
        self.phone.token = "other token"
        app.tokens = ["other token"]
        app.forget()
        guard let feed = app.feed() else { return }
        app.follow(feed)
        let request = "\(FacadePhone.user) \(FacadePhone.account.type.scopes.count)"
        app.compare("the invalidated tokens", invalidated, [request])
        app.compare("the callbacks", Array(app.calls.prefix(3)), ["invalidated", "token \(request)", "subscribed"])
    }
}
