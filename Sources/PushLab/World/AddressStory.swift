import Basics
import PushGateway
import ReferenceModels

/// The pushes of one sender to a few addresses, and a slow model that predicts the answers of the push service.
struct AddressStory {
    /// The model's knowledge of a device token.
    private struct Address {
        let token: DeviceToken
        var app: Int
        /// The time at which the token becomes invalid. Nil if no such time is known.
        var end: Instant?
        /// The time from which the service tells senders that the token is invalid.
        var toldAt: Instant?
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
    /// The environment of all tokens and connections of this story.
    private let environment: PushEnvironment
    private var connection: PushConnection
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
        self.environment = self.die.pick(PushEnvironment.allCases)
        self.connection = PushConnection(self.environment)
        self.key = LabSigningKey(die: Die(seed: seed))
        self.service = PushService(Admission(OddPushDraft.keys), rate: TokenRate(Self.limit))
        self.provider = (OddPushDraft.Token().text(at: self.now, self.key), self.now)
        for _ in 0..<2 { self.addApp() }
    }

    /// Sends random pushes and changes addresses at random. Returns the first difference between the push service and
    /// its model, or nil if there is none.
    mutating func play() -> String? {
        if let problem = Self.problemOfTexts(&self.die) { return problem }
        for _ in 0..<40 {
            self.now = self.now + .seconds(Int64(self.die.pick([0, 0, 1, 60, 599, 600, 1_200])))
            switch self.die.below(12) {
            case 0: self.rotate()
            case 1: self.move()
            case 2: self.removeApp()
            case 3, 4:
                if let problem = self.pushNearby() { return problem }
            default:
                if let problem = self.push() { return problem }
            }
        }
        return self.pushWithoutKey()
    }

    /// Installs an app on a new device, with an address.
    private mutating func addApp() {
        let device = self.service.delivery.addDevice(into: &self.sink)
        let app = self.service.delivery.install(OddPushDraft.bundle, on: device, into: &self.sink)
        self.apps.append(app)
        let token = self.newToken(of: self.apps.count - 1)
        self.service.delivery.register(app, token, in: self.environment, at: self.now, into: &self.sink)
    }

    private mutating func newToken(of app: Int) -> DeviceToken {
        let digits = Hex.text(of: self.die.next())
        let length = self.die.pick([64, 64, 16, 62, 66, 160])
        var token = DeviceToken(String(String(repeating: digits, count: 10).prefix(length)))
        // Sometimes one token is the beginning of another.
        if let known = self.addresses.last?.token, self.die.below(4) == 0, let nearby = self.nearby(known) {
            token = nearby
        }
        let refill = Self.limit.refill
        self.addresses.append(
            Address(token: token, app: app, credit: refill * Self.limit.burst, counted: self.now))
        return token
    }

    /// Returns an unknown token that is the beginning of a token, or that begins with it.
    private mutating func nearby(_ token: DeviceToken) -> DeviceToken? {
        let (digits, bytes) = (token.text, token.text.utf8.count / 2)
        let text =
            self.die.coin()
            ? digits + Hex.text(of: self.die.next()).prefix(2 * (1 + self.die.below(8)))
            : String(digits.prefix(2 * (1 + self.die.below(bytes))))
        return self.addresses.contains { $0.token.text == text } ? nil : DeviceToken(text)
    }

    private mutating func lag() -> Interval { .seconds(Int64(self.die.pick([0, 0, 60, 600]))) }

    /// Gives an app a new token. The old token becomes invalid at once or later.
    private mutating func rotate() { self.rotate(self.die.below(self.addresses.count)) }

    private mutating func rotate(_ index: Int) {
        let old = self.addresses[index]
        guard old.end == nil else { return }
        let lag = TokenLag(death: self.lag(), answer: self.lag())
        self.end(index, lag)
        let token = self.newToken(of: old.app)
        self.service.delivery.rotate(old.token, to: token, lag, at: self.now, into: &self.sink)
    }

    /// Ends a token. An earlier end of the token is kept.
    private mutating func end(_ index: Int, _ lag: TokenLag) {
        let end = self.now + lag.death
        if let known = self.addresses[index].end, known <= end { return }
        self.addresses[index].end = end
        self.addresses[index].toldAt = end + lag.answer
    }

    /// Registers the token of one app for another app, as a restored backup does. The token becomes valid again.
    private mutating func move() {
        let (index, app) = (self.die.below(self.addresses.count), self.die.below(self.apps.count))
        guard let number = self.apps[app] else { return }
        self.addresses[index].app = app
        (self.addresses[index].end, self.addresses[index].toldAt) = (nil, nil)
        self.service.delivery.register(
            number, self.addresses[index].token, in: self.environment, at: self.now, into: &self.sink)
    }

    /// Removes an app with its tokens. In half of the cases, the app got a new token just before.
    private mutating func removeApp() {
        let app = self.die.below(self.apps.count)
        guard self.die.below(3) == 0, let number = self.apps[app] else { return }
        if self.die.coin(), let token = self.addresses.indices.last(where: { self.addresses[$0].app == app }) {
            self.rotate(token)
        }
        let lag = self.lag()
        self.service.delivery.uninstall(number, answerLag: lag, at: self.now, into: &self.sink)
        self.apps[app] = nil
        for index in self.addresses.indices where self.addresses[index].app == app {
            self.end(index, TokenLag(answer: lag))
        }
        self.addApp()
    }

    /// Sends a push to an unknown token that is similar to a known token.
    private mutating func pushNearby() -> String? {
        let token = self.nearby(self.die.pick(self.addresses).token)
        return token.flatMap { self.push(to: $0, nil) }
    }

    private mutating func push() -> String? {
        let index = self.die.below(self.addresses.count)
        return self.push(to: self.addresses[index].token, index)
    }

    /// Sends a push, and lets the store write it or fail.
    private mutating func push(to token: DeviceToken, _ index: Int?) -> String? {
        // Apple accepts a new provider token on a connection after 20 minutes.
        if self.carriedSince.map({ self.now - $0 >= .minutes(20) }) ?? true, self.die.coin() {
            self.carriedSince = nil
            self.provider = (OddPushDraft.Token().text(at: self.now, self.key), self.now)
        }
        let text = self.die.coin() ? token.text : token.text.uppercased()
        let isWritten = self.die.below(8) > 0
        let underWay = self.service.delivery.pushesUnderWay
        self.request(text)
        for taken in self.sink.taken {
            self.service.committed(taken, isWritten: isWritten, now: self.now, into: &self.sink)
        }
        let expected = self.expected(index, isWritten: isWritten)
        guard self.sink.answers.count == 1, let answer = self.sink.answers.first else {
            return "a push gets \(self.sink.answers.count) answers"
        }
        guard expected.isTold(by: answer) else {
            let body = String(decoding: answer.refusal?.body ?? [], as: UTF8.self)
            return "a push is answered with \(answer.status) \(body), not with \(expected.status) \(expected.body)"
        }
        if answer.status == 500, self.service.delivery.pushesUnderWay != underWay {
            return "a push that was not written is sent"
        }
        self.carriedSince = self.carriedSince ?? self.now
        // Many refusals close a connection.
        if answer.status != 200 {
            self.connection = PushConnection(self.environment)
            self.carriedSince = nil
        }
        return nil
    }

    /// Sends the request of a push.
    private mutating func request(_ token: String) {
        var draft = OddPushDraft()
        draft.set(":path", "/3/device/" + token)
        draft.set("authorization", "bearer " + self.provider.token)
        self.sink = Sink()
        self.service.receive(
            PushRequest(headers: draft.headers, body: draft.body), on: &self.connection, now: self.now, &self.key,
            into: &self.sink)
    }

    /// Withdraws all keys, and pushes once more with the provider token. The token may have been accepted before.
    private mutating func pushWithoutKey() -> String? {
        self.service.admission.keys = GatewayKeys()
        self.request(self.addresses[0].token.text)
        let reasons = self.sink.answers.map { $0.refusal?.reason ?? "none" }
        let mayBeExpired = self.now - self.provider.made > .hours(1)
        return reasons == ["InvalidProviderToken"] || mayBeExpired && reasons == ["ExpiredProviderToken"]
            ? nil : "after the keys were withdrawn, the reasons of the refusals are \(reasons)"
    }

    /// Returns the answer that Apple documents, and counts the push against the rate limit of its token.
    private mutating func expected(_ index: Int?, isWritten: Bool) -> DocumentedAnswer {
        guard self.now - self.provider.made <= .hours(1) else { return DocumentedAnswer(403, "ExpiredProviderToken") }
        guard let index else { return DocumentedAnswer(400, "BadDeviceToken") }
        if let end = self.addresses[index].end, let told = self.addresses[index].toldAt, told <= self.now {
            return DocumentedAnswer(410, "Unregistered", since: end)
        }
        let refill = Self.limit.refill
        let saved = self.addresses[index].credit + (self.now - self.addresses[index].counted)
        self.addresses[index].credit = min(saved, refill * Self.limit.burst)
        self.addresses[index].counted = self.now
        guard self.addresses[index].credit >= refill else {
            return DocumentedAnswer(429, "TooManyRequests")
        }
        self.addresses[index].credit = self.addresses[index].credit - refill
        return isWritten ? DocumentedAnswer(200) : DocumentedAnswer(500, "InternalServerError")
    }
}
