import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A phone that runs an app on the classes of the SDK, with the real rules of the service and one user.
final class FacadePhone: ConnectedDevicesHost {
    static let feedHost = "contoso.com"
    static let user = "alice"

    let installation = "phone"
    let appId = "app.contoso"
    let rules = DeviceRules()
    private(set) var now = Instant(microseconds: 1_600_000_000_000_000)
    /// The reason why the phone cannot connect; nil if it can.
    var fault: ConnectionFault?
    /// Whether the service refuses all requests that change a notification.
    var refusesWrites = false
    /// The token that the service accepts.
    var token = "token"
    /// All requests that arrived at the service.
    private(set) var requests: [FeedRequest] = []
    /// Whether the host makes a callback to the app at the moment.
    private(set) var isCallingBack = false
    private var isDeliveryDue = false
    /// The payloads of the pushes to this phone, in order.
    private(set) var taps: [[UInt8]] = []
    private(set) var service: DeskService

    private enum Message {
        case event(PlatformEvent)
        case request(TicketNumber, token: String, FeedRequest)
    }

    private let desk: FeedDesk
    private var queue: [Message] = []
    private var stored: [String: [UInt8]] = [:]
    private var alarm: Instant?
    private var dice: RollingDie
    private weak var platform: ConnectedDevicesPlatform?

    init(seed: UInt64) {
        self.desk = FeedDesk(CursorOffice(.test(key: seed)))
        self.service = DeskService(FeedRules(FeedLimits(), directory: .open), self.desk)
        self.dice = RollingDie(seed: seed)
    }

    var uptime: Instant { self.now }

    func draw() -> Draw { Draw(bits: self.dice.next()) }

    func load(_ storagePath: String) -> [UInt8]? { self.stored[storagePath] }

    func made(_ platform: ConnectedDevicesPlatform) { self.platform = platform }

    func perform(_ action: PlatformAction, for platform: ConnectedDevicesPlatform) {
        switch action {
        case .store(let path, let bytes): self.stored[path] = bytes
        case .connect: self.queue.append(.event(self.fault.map { .connectionFailed($0) } ?? .connected))
        case .request(let ticket, let token, let request):
            self.queue.append(.request(ticket, token: token, request))
        case .timer(let alarm): self.alarm = alarm
        case .deliver: self.isDeliveryDue = true
        case .said: break
        }
    }

    /// Ends the process of the app. What was stored stays.
    func endProcess() {
        self.platform?.abandon()
        (self.platform, self.alarm, self.isDeliveryDue) = (nil, nil, false)
        self.queue = []
    }

    /// Changes the feed of the user at the service.
    @discardableResult
    func run(_ act: FeedCommand.Act) -> FeedOutcome {
        let outcome = self.service.run(act, at: self.now)
        self.taps += self.service.takeTaps().map(\.payload)
        return outcome
    }

    static var feedKey: FeedKey { FeedKey(host: Self.feedHost, user: Self.user) }

    func publish(_ notification: NewNotification) { self.run(.publish(Self.feedKey, Publication(notification))) }

    /// The requests for subscriptions that arrived at the service.
    var subscriptions: [SubscribeRequest] {
        self.requests.compactMap { if case .subscribe(let request) = $0 { request } else { nil } }
    }

    /// Ends the connection, and refuses new ones with this fault.
    func lose(_ fault: ConnectionFault?) {
        self.fault = fault
        if let fault { self.platform?.receive(.connectionFailed(fault)) }
    }

    /// Carries out everything that waits, without any passing of time. Returns false if it never ends.
    func drain() -> Bool {
        for _ in 0..<10_000 {
            if self.isDeliveryDue { self.callBack() } else if !self.deliver() { return true }
        }
        return false
    }

    /// Makes one callback to the app, if one waits.
    func callBack() {
        guard self.isDeliveryDue else { return }
        (self.isDeliveryDue, self.isCallingBack) = (false, true)
        self.platform?.deliver()
        self.isCallingBack = false
    }

    /// Delivers the next message between platform and service. Returns false if there is none.
    @discardableResult
    func deliver() -> Bool {
        guard !self.queue.isEmpty else { return false }
        switch self.queue.removeFirst() {
        case .event(let event): self.platform?.receive(event)
        case .request(let ticket, let token, let request):
            self.requests.append(request)
            self.queue.append(.event(.answer(ticket, self.serve(request, token))))
        }
        return true
    }

    private func serve(_ request: FeedRequest, _ token: String) -> FeedAnswer {
        guard token == self.token else { return .refused(FeedRefusal(.unauthenticated, "The token is not valid.")) }
        switch request {
        case .save where self.refusesWrites, .delete where self.refusesWrites:
            return .refused(FeedRefusal(.notAuthorized, "This user may not write."))
        default: break
        }
        switch self.desk.act(request, of: Self.user) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let act): return self.desk.answer(self.run(act), to: act)
        }
    }

    /// Moves the time forward, and fires the alarms that are due in that time. Returns false if that never ends.
    func wait(_ interval: Interval) -> Bool {
        let end = self.now + interval
        for _ in 0..<1_000 {
            guard let due = self.alarm, due <= end else {
                self.now = end
                return self.drain()
            }
            self.now = max(self.now, due)
            self.alarm = nil
            self.platform?.receive(.timer)
            guard self.drain() else { return false }
        }
        return false
    }
}
