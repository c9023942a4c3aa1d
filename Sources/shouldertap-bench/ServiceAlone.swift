private import Basics
private import FeedContract
private import NotificationFeed
private import PushLab
private import ShoulderTap

/// The service's work for a fleet, measured on the service alone. A lab that contains the service cannot be faster.
///
/// As in a fleet, some users share a store. Requests are checked, decided and answered, cursors are opened and sealed,
/// and taps are written. No taps are delivered, nothing is recorded, and no time passes.
struct ServiceAlone {
    private static let users = Fleet.usersInSquadron

    private struct Device {
        let user: String
        let name: String
        let token: String
        var subscription = ""
        var cursor: Cursor?
    }

    private static let host = "contoso.com"
    private let now = Instant(microseconds: 1_767_225_600_000_000)
    private let desk: FeedDesk
    private var store = MemoryFeedStore(FeedRules(FeedLimits()))
    private var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone, mostTokens: .max))
    private var commands: UInt64 = 0
    private var devices: [Device] = []
    private var firstDevices: [Int] = []
    // Used for lookup only: iteration order is not deterministic.
    private var numbers: [String: Int] = [:]
    /// The number of changes that devices have read. It shows whether all work was done.
    private var reads = 0

    /// Creates users with one to five devices, all signed in, registered and subscribed.
    private init() {
        guard let hash = KeyedHash(key: Array(0..<16)) else { preconditionFailure("the key has sixteen bytes") }
        self.desk = FeedDesk(CursorOffice(CursorSeal(hash)))
        for user in 0..<Self.users {
            self.firstDevices.append(self.devices.count)
            for place in 0...user % 5 { self.addDevice("u\(user)", "u\(user)-d\(place)-6f1c0d2e4b5a6978") }
        }
    }

    private mutating func addDevice(_ user: String, _ name: String) {
        let number = self.devices.count
        let token = self.token(of: user, number: UInt8(truncatingIfNeeded: number))
        self.devices.append(Device(user: user, name: name, token: token))
        self.numbers[name] = number
        let kinds = [PushChannel.Kind.apns, .fcm, .wns]
        let channel = PushChannel(kinds[number % kinds.count], token: "token-\(name)")
        _ = self.ask(number, .register(RegisterRequest(device: name, channel: channel, appId: "app")))
        let subscribing = SubscribeRequest(host: Self.host, device: name, appId: "app")
        guard case .subscribed(let answer) = self.ask(number, .subscribe(subscribing)) else {
            preconditionFailure("a device that is registered can subscribe")
        }
        self.devices[number].subscription = answer.subscription
        self.fetch(number)
    }

    private mutating func token(of user: String, number: UInt8) -> String {
        let request = TokenRequest(.delegated(user: user), client: "app", scopes: AccessScope.consumer.map(\.name))
        let bytes = [UInt8](repeating: number, count: AccessToken.byteCount)
        guard let issued = try? self.office.issue(request, bytes: bytes, at: self.now) else {
            preconditionFailure("the office issues a token for whoever asks")
        }
        return issued.token.text
    }

    private mutating func run(_ act: consuming FeedCommand.Act) -> FeedOutcome {
        self.commands += 1
        let fresh = Fresh(digitsOf: self.commands &* 0x9E37_79B9_7F4A_7C15, number: self.commands)
        return self.store.run(FeedCommand(act, now: self.now, fresh: fresh)).outcome
    }

    private mutating func ask(_ device: Int, _ request: FeedRequest) -> FeedAnswer {
        guard let holder = try? self.office.check(self.devices[device].token, for: .sync, at: self.now),
            case .success(let act) = self.desk.act(request, of: .success(holder))
        else { preconditionFailure("the service knows the device") }
        return self.desk.answer(self.run(act), to: act)
    }

    private mutating func fetch(_ number: Int) {
        let device = self.devices[number]
        let request = FetchRequest(host: Self.host, subscription: device.subscription, cursor: device.cursor)
        guard case .page(let page) = self.ask(number, .fetch(request)), case .done(let cursor) = page.next else {
            preconditionFailure("a fetch is answered with all there is")
        }
        self.devices[number].cursor = cursor
        self.reads += page.changes.count
    }

    /// Writes the taps that are due. Each device that gets a tap then fetches.
    private mutating func tap() {
        for id in self.store.claimOutboxNames(limit: .max, now: self.now, lease: .hours(1)) {
            guard let row = self.store.takeOutboxRow(id), row.tap?.payload != nil, let device = self.numbers[row.device]
            else { preconditionFailure("what is due is a tap for a device") }
            self.fetch(device)
        }
    }

    /// Publishes one notification for each user. Each notification is dismissed on one device.
    private mutating func publishAndDismiss() {
        for user in 0..<Self.users {
            let notification = NewNotification(host: Self.host, appNotificationId: "n1", raw: "content")
            _ = self.run(.publish(FeedKey(host: Self.host, user: "u\(user)"), Publication(notification)))
            self.tap()
            let device = self.firstDevices[user]
            let save = SaveRequest(
                host: Self.host, subscription: self.devices[device].subscription, id: "n1", generation: 1,
                userActionState: .dismissed)
            _ = self.ask(device, .save(save))
            self.tap()
        }
        // The device that dismisses a notification gets no tap.
        precondition(self.reads == 2 * self.devices.count - Self.users, "every device reads what others did")
    }

    /// Returns the service's time for one publication to a user and one dismissal.
    static func nanosecondsPerUser(of users: Int) -> Double {
        let rounds = max(users / Self.users, 1)
        var nanoseconds: UInt64 = 0
        for _ in 0..<rounds {
            var service = ServiceAlone()
            let start = Platform.threadNanoseconds()
            service.publishAndDismiss()
            nanoseconds += Platform.threadNanoseconds() - start
        }
        return Double(nanoseconds) / Double(rounds * Self.users)
    }
}
