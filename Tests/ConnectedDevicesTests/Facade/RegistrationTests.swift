import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import Testing

@Suite("Notification registration (fact sheet 1.5)")
struct RegistrationTests {
    let stage = Stage()

    private func register(
        _ phone: StagePhone, _ registration: ConnectedDevicesNotificationRegistration? = nil,
        _ account: ConnectedDevicesAccount? = nil
    ) -> [ConnectedDevicesNotificationRegistrationStatus] {
        var results: [ConnectedDevicesNotificationRegistrationStatus] = []
        phone.platform.notificationRegistrationManager.register(
            account ?? phone.account, registration: registration ?? phone.registration
        ) { result, error in
            #expect(error == nil)
            results.append(result.status)
        }
        self.stage.run()
        return results
    }

    private func state(_ phone: StagePhone) -> ConnectedDevicesNotificationRegistrationState {
        phone.platform.notificationRegistrationManager.getNotificationRegistrationState(forAccount: phone.account)
    }

    @Test("unregistered, registered, expiring 24 hours before the end, then expired: on virtual time")
    func states() throws {
        let phone = StagePhone("phone", on: self.stage)
        var heard: [ConnectedDevicesNotificationRegistrationState] = []
        phone.platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe {
            #expect($1.account == phone.account)
            #expect($1.registration == phone.registration)
            heard.append($1.state)
        }
        #expect(self.state(phone) == .unregistered)
        phone.setUp()
        #expect(self.state(phone) == .registered)
        self.stage.wait(.days(29) - .microseconds(1))
        #expect(heard == [.registered])
        self.stage.wait(.microseconds(1))
        #expect(heard == [.registered, .expiring])
        self.stage.wait(.days(1))
        #expect(heard == [.registered, .expiring, .expired])
        #expect(self.register(phone) == [.success])
        #expect(heard.last == .registered)
    }

    @Test("a registration that ends at once, because of a wrong clock or a short life, is not renewed forever")
    func endsAtOnce() {
        for (life, ahead) in [(Interval.hours(1), Interval.zero), (.days(30), .days(40)), (.days(30), .days(29))] {
            var limits = FeedLimits()
            limits.registrationLife = life
            let stage = Stage(limits)
            let phone = StagePhone("phone", on: stage)
            phone.clockAhead = ahead
            let manager = phone.platform.notificationRegistrationManager
            var renewals = 0
            // As the guide says.
            manager.notificationRegistrationStateChanged.subscribe { manager, args in
                guard args.state == .expiring || args.state == .expired, renewals < 10 else { return }
                renewals += 1
                manager.register(args.account, registration: args.registration) { _, _ in }
            }
            phone.setUp()
            #expect(renewals == 1)
            guard ahead > .zero else { continue }
            // When the clock is right again, it is renewed in its time.
            phone.clockAhead = .zero
            phone.platform.receive(.foreground)
            #expect(self.state(phone) == .registered)
            stage.wait(.days(29))
            #expect(renewals == 2 && self.state(phone) == .registered)
        }
    }

    @Test("an expiry while the app was away is reported after start")
    func expiredMeanwhile() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        phone.restart()
        self.stage.now = self.stage.now + .days(31)
        var heard: [ConnectedDevicesNotificationRegistrationState] = []
        phone.platform.notificationRegistrationManager.registrationStateChanged.subscribe { manager, args in
            #expect(manager === phone.platform.notificationRegistrationManager)
            #expect(args.account == phone.account)
            #expect(args.registration == phone.registration)
            #expect(args.registration.appDisplayName == "Contoso")
            heard.append(args.state)
        }
        phone.platform.start()
        self.stage.run()
        #expect(heard == [.expired])
    }

    @Test("registering again, with the same or another token, replaces the previous registration")
    func again() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        #expect(self.register(phone) == [.success])
        var other = phone.registration
        other.token = "CD34"
        #expect(self.register(phone, other) == [.success])
        let last = self.stage.requests.last
        guard case .register(let request) = last else {
            Issue.record("no registration arrived")
            return
        }
        #expect(request.channel == PushChannel(.apns, token: "CD34"))
        #expect(request.device == "phone")
        #expect(request.appId == "app.contoso")
        #expect(request.appDisplayName == "Contoso")
    }

    @Test("an account that was never added: errorAccountNotFound")
    func noAccount() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let stranger = ConnectedDevicesAccount(accountId: "stranger", type: .msa)
        #expect(self.register(phone, nil, stranger) == [.errorAccountNotFound])
    }

    @Test(
        "each type of channel reaches its push service",
        arguments: [
            (ConnectedDevicesNotificationType.wns, PushChannel.Kind.wns), (.gcm, .fcm), (.fcm, .fcm), (.apn, .apns),
            (.polling, .polling),
        ])
    func types(_ type: ConnectedDevicesNotificationType, _ kind: PushChannel.Kind) throws {
        let phone = StagePhone("phone", on: self.stage)
        var heard: [ConnectedDevicesNotificationType] = []
        phone.platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe {
            heard.append($1.registration.type)
        }
        phone.setUp()
        var registration = phone.registration
        registration.type = type
        #expect(self.register(phone, registration) == [.success])
        let request = try self.stage.lastRegistration()
        #expect(request.channel.kind == kind)
        #expect(heard == [.apn, type == .gcm ? .fcm : type])
    }

    @Test("the SDK refuses an unknown type, and the service an empty token")
    func refused() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        #expect(self.register(phone, ConnectedDevicesNotificationRegistration()) == [.errorUnknown])
        var empty = phone.registration
        empty.token = ""
        #expect(self.register(phone, empty) == [.errorWebFailure])
    }

    @Test("a token without the requested scopes counts as a failed token request")
    func scopes() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        var invalidated = 0
        phone.platform.accountManager.accessTokenInvalidated.subscribe { _, _ in invalidated += 1 }
        self.stage.script = [.refused(FeedRefusal(.insufficientScope, "The access token lacks ccs.ReadWrite."))]
        #expect(self.register(phone) == [.errorTokenRequestFailed])
        #expect(invalidated == 1)
        #expect(self.register(phone) == [.success])
    }

    @Test(
        "each failure has its status, and is temporary",
        arguments: [
            (ConnectionFault.noNetwork, ConnectedDevicesNotificationRegistrationStatus.errorNoNetwork),
            (.untrusted, .errorWebFailure), (.timedOut, .errorWebFailure),
        ])
    func faults(_ fault: ConnectionFault, _ status: ConnectedDevicesNotificationRegistrationStatus) {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        phone.fault = fault
        phone.platform.receive(.connectionFailed(.broken))
        #expect(self.register(phone) == [status])
        phone.fault = nil
        #expect(self.register(phone) == [.success])
    }

    @Test("no handler for token requests: errorNoTokenRequestSubscriber")
    func nobody() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        phone.restart()
        phone.platform.start()
        #expect(self.register(phone) == [.errorNoTokenRequestSubscriber])
    }
}
