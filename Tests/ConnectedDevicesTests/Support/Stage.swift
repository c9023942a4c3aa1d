import Basics
import ConnectedDevices
import FeedContract
import FeedTestSupport
import NotificationFeed
import ReferenceModels
import ShoulderTap
import TestSupport
import Testing

/// The service and a queue of what is to happen, for apps that are written against the API.
final class Stage {
    static let host = "contoso.com"

    var now = Instant(microseconds: 1_600_000_000_000_000)
    var queue: [() -> Void] = []
    var users: [String: String] = [:]
    var phones: [StagePhone] = []
    /// Every request that arrived.
    var requests: [FeedRequest] = []
    /// What the service says instead of thinking, once for each.
    var script: [FeedAnswer] = []
    private var service: DeskService
    private let desk: FeedDesk
    private var made: UInt64 = 0

    init(_ limits: FeedLimits = FeedLimits(), directory: AppDirectory = .open) {
        let hash = KeyedHash(key: Array(0..<16))
        self.desk = FeedDesk(CursorOffice(CursorSeal { hash?.longCode(of: $0) ?? [] }))
        self.service = DeskService(FeedRules(limits, directory: directory), self.desk)
    }

    /// Lets everything happen that is to happen.
    func run() {
        while !self.queue.isEmpty { self.queue.removeFirst()() }
    }

    func wait(_ interval: Interval) {
        let end = self.now + interval
        while let due = self.phones.compactMap(\.alarm).min(), due <= end {
            self.now = max(self.now, due)
            for phone in self.phones where phone.alarm.map({ $0 <= self.now }) ?? false {
                phone.alarm = nil
                phone.platform.receive(.timer)
            }
            self.run()
        }
        self.now = end
        self.service.tend(at: self.now)
        self.passTaps()
        self.run()
    }

    @discardableResult
    func command(_ act: FeedCommand.Act) -> FeedOutcome {
        let outcome = self.service.run(act, at: self.now)
        self.passTaps()
        return outcome
    }

    private func passTaps() {
        for tap in self.service.takeTaps() {
            guard let phone = self.phones.first(where: { $0.installation == tap.device }) else { continue }
            self.queue.append { phone.push(tap.payload) }
        }
    }

    func publish(
        _ id: String, to user: String = "alice", _ edit: (inout NewNotification) -> Void = { _ in }
    ) {
        var notification = NewNotification(host: Self.host, appNotificationId: id, raw: "raw of \(id)")
        edit(&notification)
        self.command(.publish(FeedKey(host: Self.host, user: user), Publication(notification)))
    }

    func token(for user: String) -> String {
        self.made += 1
        self.users["token-\(self.made)"] = user
        return "token-\(self.made)"
    }

    func serve(_ request: FeedRequest, _ token: String) -> FeedAnswer {
        self.requests.append(request)
        if !self.script.isEmpty { return self.script.removeFirst() }
        guard let user = self.users[token] else {
            return .refused(FeedRefusal(.unauthenticated, "The token is not valid; ask for one."))
        }
        switch self.desk.act(request, of: user) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let act): return self.desk.answer(self.command(act), to: act)
        }
    }

    var fetches: Int {
        self.requests.count { if case .fetch = $0 { true } else { false } }
    }

    var saves: Int {
        self.requests.count { if case .save = $0 { true } else { false } }
    }

    /// The latest request, which is to be a save.
    func lastSave() throws -> SaveRequest {
        try #require(self.requests.last.flatMap { if case .save(let request) = $0 { request } else { nil } })
    }

    /// The latest request, which is to be a registration.
    func lastRegistration() throws -> RegisterRequest {
        try #require(self.requests.last.flatMap { if case .register(let request) = $0 { request } else { nil } })
    }
}

/// A phone on the stage: what the operating system does for an app.
final class StagePhone: ConnectedDevicesHost {
    let installation: String
    let appId = "app.contoso"
    let stage: Stage
    var rules = DeviceRules()
    var disk: [String: [UInt8]] = [:]
    var alarm: Instant?
    /// Why it cannot connect, if it cannot.
    var fault: ConnectionFault?
    var connects = 0
    private(set) var platform: ConnectedDevicesPlatform!
    /// What the app does with a push; by default what the guide says.
    var onPush: (([UInt8]) -> Void)?
    private var dice = SeededDice(seed: 7)

    init(_ name: String, on stage: Stage) {
        self.installation = name
        self.stage = stage
        stage.phones.append(self)
        self.platform = ConnectedDevicesPlatform(host: self)
    }

    /// How far its clock is ahead.
    var clockAhead = Interval.zero

    var now: Instant { self.stage.now + self.clockAhead }
    var uptime: Instant { self.stage.now }

    func draw() -> Draw { Draw(bits: self.dice.next()) }

    func load(_ storagePath: String) -> [UInt8]? { self.disk[storagePath] }

    func made(_ platform: ConnectedDevicesPlatform) {}

    func push(_ payload: [UInt8]) {
        if let onPush = self.onPush { return onPush(payload) }
        guard let notification = ConnectedDevicesNotification.tryParse(payload) else { return }
        self.platform.processNotification(notification)
    }

    /// The process dies and comes again, with what is on the disk.
    func restart() {
        self.platform.abandon()
        self.alarm = nil
        self.platform = ConnectedDevicesPlatform(host: self)
    }

    /// What the SDK said of itself.
    var claims: [PlatformClaim] = []

    func perform(_ action: PlatformAction, for platform: ConnectedDevicesPlatform) {
        let stage = self.stage
        switch action {
        case .store(let path, let bytes): self.disk[path] = bytes
        case .connect:
            self.connects += 1
            let event: PlatformEvent = self.fault.map { .connectionFailed($0) } ?? .connected
            stage.queue.append { platform.receive(event) }
        case .request(let ticket, let token, let request):
            stage.queue.append {
                let answer = stage.serve(request, token)
                stage.queue.append { platform.receive(.answer(ticket, answer)) }
            }
        case .timer(let moment): self.alarm = moment
        case .deliver: stage.queue.append { platform.deliver() }
        case .said(let claim): self.claims.append(claim)
        }
    }

    let account = ConnectedDevicesAccount(accountId: "alice-id", type: .msa)
    let registration = ConnectedDevicesNotificationRegistration(
        type: .apn, token: "AB12", appId: "app.contoso", appDisplayName: "Contoso")

    /// Answers token requests in the name of a user.
    func hookUpTokens(_ user: String? = "alice") {
        self.platform.accountManager.accessTokenRequested.subscribe { [stage] _, args in
            if let user {
                args.request.complete(withAccessToken: stage.token(for: user))
            } else {
                args.request.complete(withErrorMessage: "signed out")
            }
        }
    }

    /// Everything that the guide does before the first notification.
    func setUp(_ user: String = "alice") {
        self.hookUpTokens(user)
        self.platform.start()
        self.platform.accountManager.addAccount(self.account) { _, _ in }
        self.stage.run()
        self.platform.notificationRegistrationManager.register(self.account, registration: self.registration) { _, _ in
        }
        self.stage.run()
    }

    func feed() throws(ConnectedDevicesError) -> UserDataFeed {
        try UserDataFeed.getForAccount(self.account, platform: self.platform, activitySourceHost: Stage.host)
    }

    /// A channel that is subscribed and in sync.
    func channel() throws -> UserNotificationChannel {
        self.setUp()
        let feed = try self.feed()
        feed.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { _, _ in try? feed.startSync() }
        self.stage.run()
        return UserNotificationChannel(userDataFeed: feed)
    }
}

extension UserNotificationReader {
    /// One batch, read to its end.
    func batch(_ stage: Stage, maxSize: Int = 0) -> [UserNotification] {
        var batch: [UserNotification] = []
        self.readBatch(maxSize: maxSize) { items, _ in batch = items ?? [] }
        stage.run()
        return batch
    }
}

extension UserNotificationChannel {
    func get(_ id: String, _ stage: Stage) -> UserNotification? {
        var found: UserNotification?
        self.getUserNotification(id) { item, _ in found = item }
        stage.run()
        return found
    }
}
