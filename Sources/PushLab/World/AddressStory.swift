import Basics
import PushGateway
import ReferenceModels

/// The pushes of one sender to a few addresses, and a slow model that predicts the answers of the push service.
struct AddressStory {
    /// The model's knowledge of a device token.
    private struct Address {
        let token: DeviceToken
        var app: Int
        /// The time at which the token became invalid. Nil if the token is still valid.
        var end: Instant?
        /// The unused time that the rate limit of the token had saved when the model last updated it. Each push uses up
        /// some of this time.
        var credit: Interval
        var counted: Instant
    }

    /// The answers of the push service, and the pushes that wait for the store.
    private struct Sink: PushServiceSink {
        var answers: [Answer] = []
        var taken: [TakenPush] = []

        mutating func take(_ action: consuming DeliveryAction) {}
        mutating func take(_ order: AdmissionAction) {
            if case .answer(let answer) = order { self.answers.append(answer) }
        }
        mutating func commit(_ taken: TakenPush) { self.taken.append(taken) }
    }

    private static let limit = WakeBudget(perHour: 6, burst: 3)

    private var die: RollingDie
    private var service: PushService
    private var connection = PushConnection(.production)
    private var key: LabSigningKey
    private var sink = Sink()
    private var now = LabTime.start
    private var provider: (token: String, made: Instant)
    /// The time at which the connection first carried the provider token.
    private var carriedSince: Instant?
    /// The apps, each on its own device. Nil for an app that was removed.
    private var apps: [AppNumber?] = []
    private var addresses: [Address] = []

    init(seed: UInt64) {
        self.die = RollingDie(seed: seed)
        self.key = LabSigningKey(die: Die(seed: seed))
        self.service = PushService(Admission(OddPushDraft.keys), rate: TokenRate(Self.limit))
        self.provider = (OddPushDraft.Token().text(at: self.now, self.key), self.now)
        for _ in 0..<2 { self.addApp() }
    }

    /// Sends random pushes and changes addresses at random. Returns the first difference between the push service and
    /// its model, or nil if there is none.
    mutating func play() -> String? {
        for _ in 0..<40 {
            self.now = self.now + .seconds(Int64(self.die.pick([0, 0, 1, 60, 599, 600, 1_200])))
            switch self.die.below(10) {
            case 0: self.rotate()
            case 1: self.move()
            case 2: self.removeApp()
            default:
                if let problem = self.push() { return problem }
            }
        }
        return nil
    }

    /// Installs an app on a new device, with an address.
    private mutating func addApp() {
        let device = self.service.delivery.addDevice(into: &self.sink)
        let app = self.service.delivery.install(OddPushDraft.bundle, on: device, into: &self.sink)
        self.apps.append(app)
        let token = self.newToken(of: self.apps.count - 1)
        self.service.delivery.register(app, token, at: self.now, into: &self.sink)
    }

    private mutating func newToken(of app: Int) -> DeviceToken {
        let digits = Hex.text(of: UInt64(self.addresses.count + 1))
        let token = DeviceToken(String(repeating: digits, count: 4))
        let refill = Self.limit.refill
        self.addresses.append(
            Address(token: token, app: app, credit: refill * Self.limit.burst, counted: self.now))
        return token
    }

    /// Gives an app a new token. The old token becomes invalid at once.
    private mutating func rotate() {
        let index = self.die.below(self.addresses.count)
        let old = self.addresses[index]
        guard old.end == nil else { return }
        self.addresses[index].end = self.now
        let token = self.newToken(of: old.app)
        self.service.delivery.rotate(old.token, to: token, at: self.now, into: &self.sink)
    }

    /// Registers the token of one app for another app, as a restored backup does.
    private mutating func move() {
        let (index, app) = (self.die.below(self.addresses.count), self.die.below(self.apps.count))
        guard self.addresses[index].end == nil, let number = self.apps[app] else { return }
        self.addresses[index].app = app
        self.service.delivery.register(number, self.addresses[index].token, at: self.now, into: &self.sink)
    }

    /// Removes an app with its tokens.
    private mutating func removeApp() {
        let app = self.die.below(self.apps.count)
        guard self.die.below(3) == 0, let number = self.apps[app] else { return }
        self.service.delivery.uninstall(number, at: self.now, into: &self.sink)
        self.apps[app] = nil
        for index in self.addresses.indices where self.addresses[index].app == app && self.addresses[index].end == nil {
            self.addresses[index].end = self.now
        }
        self.addApp()
    }

    /// Sends a push, and lets the store write it or fail.
    private mutating func push() -> String? {
        // Apple accepts a new provider token on a connection after 20 minutes.
        if self.carriedSince.map({ self.now - $0 >= .minutes(20) }) ?? true, self.die.coin() {
            self.carriedSince = nil
            self.provider = (OddPushDraft.Token().text(at: self.now, self.key), self.now)
        }
        let index = self.die.below(self.addresses.count)
        var draft = OddPushDraft()
        draft.set(":path", "/3/device/\(self.addresses[index].token.text)")
        draft.set("authorization", "bearer " + self.provider.token)
        let isWritten = self.die.below(8) > 0
        let underWay = self.service.delivery.pushesUnderWay
        self.sink = Sink()
        self.service.receive(
            PushRequest(headers: draft.headers, body: draft.body), on: &self.connection, now: self.now, &self.key,
            into: &self.sink)
        for taken in self.sink.taken {
            self.service.committed(taken, isWritten: isWritten, now: self.now, into: &self.sink)
        }
        let expected = self.expected(index, isWritten: isWritten)
        guard self.sink.answers.count == 1, let answer = self.sink.answers.first else {
            return "a push gets \(self.sink.answers.count) answers"
        }
        var found = "\(answer.status) \(answer.refusal?.reason ?? "")"
        if let since = answer.refusal?.timestamp { found += " since \(since.milliseconds)" }
        guard found == expected else { return "a push is answered with \(found), not with \(expected)" }
        if answer.status == 500, self.service.delivery.pushesUnderWay != underWay {
            return "a push that was not written is sent"
        }
        self.carriedSince = self.carriedSince ?? self.now
        // Many refusals close a connection.
        if answer.status != 200 {
            self.connection = PushConnection(.production)
            self.carriedSince = nil
        }
        return nil
    }

    /// Returns the answer that Apple documents, and counts the push against the rate limit of its token.
    private mutating func expected(_ index: Int, isWritten: Bool) -> String {
        guard self.now - self.provider.made <= .hours(1) else { return "403 ExpiredProviderToken" }
        if let end = self.addresses[index].end { return "410 Unregistered since \(end.milliseconds)" }
        let refill = Self.limit.refill
        let saved = self.addresses[index].credit + (self.now - self.addresses[index].counted)
        self.addresses[index].credit = min(saved, refill * Self.limit.burst)
        self.addresses[index].counted = self.now
        guard self.addresses[index].credit >= refill else { return "429 TooManyRequests" }
        self.addresses[index].credit = self.addresses[index].credit - refill
        return isWritten ? "200 " : "500 InternalServerError"
    }
}
