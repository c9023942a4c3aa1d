import Basics
import PushGateway
import ReferenceModels
import ShoulderTap
import Testing

/// From the headers of a sender to the app that is woken.
@Suite("The push service from end to end")
struct PushServiceTests {
    private static func tap(_ head: String) throws -> [UInt8] {
        try #require(Tap(host: "contoso.com", subscription: "s1", head: head).payload)
    }

    @Test("a tap is answered 200 and wakes the app, which recognises it as a tap")
    func tap() throws {
        var desk = Desk()
        let payload = try Self.tap("42")
        #expect(desk.push(desk.headers(), payload) == "200")
        #expect(desk.sink.answers.map(\.id) == [Gate.id])
        let woken = try #require(desk.wakes().first)
        #expect(Tap.tryParse(woken)?.head == "42")
    }

    @Test("offline it is stored, the newest wins, and it is sent when the device is online")
    func offline() throws {
        var desk = Desk()
        desk.change { [phone = desk.phone] in $0.set(phone, to: LinkState.offline, at: $1, into: &$2) }
        for head in ["1", "2", "3"] { #expect(desk.push(desk.headers(), try Self.tap(head)) == "200") }
        #expect(desk.wakes().isEmpty)
        desk.change { [phone = desk.phone] in $0.set(phone, to: LinkState.online, at: $1, into: &$2) }
        #expect(desk.wakes().map { Tap.tryParse($0)?.head } == ["3"])
    }

    @Test("a push that was answered 200 survives a crash between the answer and the delivery")
    func crash() throws {
        var desk = Desk()
        desk.request(desk.headers(), try Self.tap("7"), Fate(delay: .seconds(5), copyAfter: .seconds(5)))
        desk.commit()
        try desk.crash()
        desk.advance(by: .seconds(4))
        #expect(desk.wakes().isEmpty)
        desk.advance(by: .seconds(6))
        #expect(desk.wakes().map { Tap.tryParse($0)?.head } == ["7", "7"])
    }

    @Test("a written push survives a crash before the answer, with its random copy")
    func crashBeforeAnswer() throws {
        var desk = Desk()
        desk.request(desk.headers(), try Self.tap("8"), Fate(copyAfter: .seconds(1)))
        desk.change { _, _, _ in }
        try desk.crash()
        desk.advance(by: .seconds(1))
        #expect(desk.wakes().map { Tap.tryParse($0)?.head } == ["8", "8"])
        #expect(desk.service.delivery.pushesUnderWay == 2, "both are being handled")
    }

    @Test("200 means committed: nothing is answered or delivered before, and a failed commit is 500 and no push")
    func committed() throws {
        var desk = Desk()
        desk.request(desk.headers(), try Self.tap("1"))
        #expect(desk.sink.answers.isEmpty)
        #expect(desk.service.uncommitted == 1)
        let taken = desk.sink.taken
        desk.commit(isWritten: false)
        #expect(desk.sink.answers.map(\.verdict) == ["500 InternalServerError"])
        #expect(desk.sink.answers.map(\.id) == [Gate.id])
        #expect(desk.wakes().isEmpty)
        #expect(desk.service.delivery.pushesUnderWay == 0)
        #expect(desk.service.uncommitted == 0)

        desk.request(desk.headers(), try Self.tap("2"))
        desk.sink.taken += taken
        desk.commit()
        #expect(desk.sink.answers.map(\.verdict) == ["200"], "the end of a commit is heard once")
        #expect(desk.wakes().map { Tap.tryParse($0)?.head } == ["2"])
    }

    @Test("the answer comes before the delivery, and rows are reported before they are committed")
    func order() throws {
        var desk = Desk()
        desk.request(desk.headers(), Gate.silentPush)
        #expect(desk.sink.changes.contains { $0.key == .push(PushNumber(1)) })
        #expect(desk.sink.changes.contains { $0.key == .service })
        desk.commit()
        let words = desk.sink.actions.map { action in
            switch action {
            case .order(.answer(let answer)): answer.verdict
            case .order: "order"
            case .commit: "commit"
            case .delivery(let action): action.word
            }
        }
        #expect(words.suffix(5) == ["commit", "200", "log \(Gate.id): Delivered", "wake \(Gate.id)", "timer"])
    }

    @Test("a refused push is answered at once and never taken", arguments: ["apns-priority", "apns-topic"])
    func refused(_ header: String) {
        var desk = Desk()
        desk.request(desk.headers().map { $0.0 == header ? (header, "0 0") : $0 }, Gate.silentPush)
        #expect(desk.sink.answers.count == 1)
        #expect(desk.sink.taken.isEmpty)
        #expect(desk.service.delivery.pushesUnderWay == 0)
    }

    @Test("uninstalled: 200 until the lag is over, then 410 with the time of death in ms")
    func uninstalled() {
        var desk = Desk()
        let death = desk.now
        desk.change { [app = desk.app] in $0.uninstall(app, answerLag: .minutes(30), at: $1, into: &$2) }
        #expect(desk.push(desk.headers()) == "200")
        #expect(desk.wakes().isEmpty)
        desk.advance(by: .minutes(30))
        #expect(desk.push(desk.headers()) == "410 Unregistered")
        #expect(
            desk.sink.answers.last?.body
                == Array(#"{"reason":"Unregistered","timestamp":\#(death.microseconds / 1_000)}"#.utf8))
    }

    @Test("registered again, a late 410 concerns the old registration and not the new one")
    func late410() throws {
        var desk = Desk()
        let first = desk.now
        desk.advance(by: .minutes(1))
        desk.change { [app = desk.app] in $0.uninstall(app, at: $1, into: &$2) }
        #expect(desk.push(desk.headers()) == "410 Unregistered")
        let timestamp = try #require(desk.sink.answers.last?.refusal?.timestamp).milliseconds
        desk.advance(by: .minutes(1))
        desk.change { [phone = desk.phone] in
            let app = $0.install(Desk.bundle, on: phone, into: &$2)
            $0.register(app, Desk.token, at: $1, into: &$2)
        }
        #expect(TokenLife.gone(since: timestamp, concerns: first))
        #expect(!TokenLife.gone(since: timestamp, concerns: desk.now))
        #expect(desk.push(desk.headers()) == "200")
        #expect(desk.wakes().count == 1)
    }

    @Test("the facts about a token decide in the order of the checks: environment, then 410, then topic")
    func tokens() {
        var desk = Desk()
        let unknown = String(repeating: "0b", count: 32)
        #expect(desk.push(desk.headers(to: unknown)) == "400 BadDeviceToken")
        #expect(desk.push(desk.headers(topic: "com.contoso.chat")) == "400 DeviceTokenNotForTopic")
        desk.change { [app = desk.app] in $0.uninstall(app, at: $1, into: &$2) }
        #expect(desk.push(desk.headers(topic: "com.contoso.chat")) == "410 Unregistered")
        desk.connection = PushConnection(.sandbox)
        #expect(desk.push(desk.headers(topic: "com.contoso.chat")) == "400 BadDeviceToken")
    }

    @Test("a token for one topic accepts only that topic, and one for an app all topics of the app")
    func topics() {
        var desk = Desk()
        let voip = String(repeating: "0c", count: 32)
        desk.change { [app = desk.app] in
            $0.register(app, DeviceToken(voip), topic: Desk.bundle + ".voip", at: $1, into: &$2)
        }
        for (token, type, topic, verdict) in [
            (voip, "voip", Desk.bundle + ".voip", "200"), (voip, "alert", Desk.bundle, "400 DeviceTokenNotForTopic"),
            (Gate.deviceToken, "voip", Desk.bundle + ".voip", "200"), (Gate.deviceToken, "alert", Desk.bundle, "200"),
        ] {
            let headers = desk.headers(to: token, topic: topic).map { $0.0 == "apns-push-type" ? ($0.0, type) : $0 }
            #expect(desk.push(headers) == verdict, "\(type) to \(topic)")
        }
    }

    @Test("an expired token is 410 ExpiredToken")
    func expired() {
        var desk = Desk()
        let end = desk.now + .minutes(1)
        desk.change { [app = desk.app] in $0.register(app, Desk.token, expiresAt: end, at: $1, into: &$2) }
        #expect(desk.push(desk.headers()) == "200")
        desk.advance(by: .minutes(1))
        #expect(desk.push(desk.headers()) == "410 ExpiredToken")
    }
}

@Suite("The rate of one device token")
struct TokenRateTests {
    @Test("is not limited by default")
    func off() {
        var desk = Desk()
        for _ in 0..<500 { #expect(desk.push(desk.headers()) == "200") }
    }

    @Test("allows a burst, then one for each that the hour earns; 429 TooManyRequests uses nothing")
    func limit() {
        var desk = Desk(rate: TokenRate(WakeBudget(perHour: 60, burst: 2)))
        #expect((0..<4).map { _ in desk.push(desk.headers()) }.map { $0.prefix(3) } == ["200", "200", "429", "429"])
        #expect(desk.sink.answers.last?.verdict == "429 TooManyRequests")
        desk.advance(by: .minutes(1))
        #expect([desk.push(desk.headers()), desk.push(desk.headers())] == ["200", "429 TooManyRequests"])
    }

    @Test("is counted for each token separately, and for a limited number of tokens")
    func bounded() {
        var desk = Desk(rate: TokenRate(WakeBudget(perHour: 1, burst: 1), tokenLimit: 2))
        let tokens = ["0b", "0c", "0d"].map { String(repeating: $0, count: 32) }
        desk.change { [app = desk.app] in
            for token in tokens { $0.register(app, DeviceToken(token), at: $1, into: &$2) }
        }
        for token in tokens { #expect(desk.push(desk.headers(to: token)) == "200") }
        #expect(desk.push(desk.headers(to: tokens[2])) == "429 TooManyRequests")
        #expect(desk.push(desk.headers(to: tokens[0])) == "200", "it is forgotten, for a third was counted")
    }
}
