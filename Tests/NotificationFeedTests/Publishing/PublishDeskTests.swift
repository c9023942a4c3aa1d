import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import ReferenceModels
import ShoulderTap
import Testing

/// A service, its token office and alice's phone; publishers bring bytes and get bytes.
private struct Service {
    var store: MemoryFeedStore
    var tokens = TokenDesk()
    var desk = PublishDesk()
    let phone: String
    private(set) var made: UInt64 = 0

    var now: Instant { self.tokens.now }

    init(_ limits: FeedLimits = FeedLimits()) throws {
        let apps = ["app.phone", "server"].map { AppDirectory.App(.iOS, $0) }
        let contoso = try #require(AppDirectory.Identity(host: "contoso.com", apps: apps))
        let other = try #require(AppDirectory.Identity(host: "contoso.org", apps: [.init(.iOS, "server")]))
        self.store = MemoryFeedStore(FeedRules(limits, directory: .listed([contoso, other])))
        let now = Instant(microseconds: 1_700_000_000_000_000)
        let channel = PushChannel(.apns, token: "t")
        for act in [
            .register(user: "alice", RegisterRequest(device: "phone", channel: channel, appId: "app.phone")),
            .subscribe(FeedKey(host: "contoso.com", user: "alice"), device: "phone", appId: "app.phone"),
        ] as [FeedCommand.Act] {
            _ = self.store.run(FeedCommand(act, now: now, fresh: Fresh(id: "uns-phone", number: 1 << 32)))
        }
        self.phone = "uns-phone"
    }

    mutating func command(_ act: FeedCommand.Act) -> FeedCommand {
        self.made += 1
        return FeedCommand(act, now: self.now, fresh: Fresh(id: "server-\(self.made)", number: self.made))
    }

    /// From the bytes of a request to those of its answer, through tickets as a server would.
    mutating func post(
        _ body: PublishBody, token: String, to subscription: String?, name: String? = nil
    ) throws -> PublishAnswer {
        var headers: HeaderList = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
        if let subscription { headers.append("X-UNS-ID", subscription) }
        if let name { headers.append("client-request-id", name) }
        let arrival = PublishDesk.Arrival(headers: headers, body: body.bytes, id: "r-1")
        // The store fails only after it has found the addressee.
        let fault = self.store.fault.take()
        let feed = self.desk.addressee(of: arrival).flatMap { self.store.feed(ofSubscription: $0) }
        self.store.fault = fault
        let step = self.desk.read(arrival, office: self.tokens.office, feed: feed, at: self.now) { _, _, _ in .damaged }
        switch step {
        case .answer(let answer): return answer
        case .ask(let act, let order):
            self.store.submit(.feed(self.command(act)), as: Ticket(self.made))
            var answers: [StoreAnswer] = []
            self.store.settle(into: &answers)
            guard case .feed(let result) = try #require(answers.first).outcome else {
                return self.desk.failure(of: order, at: self.now)
            }
            return self.desk.answer(result.outcome, to: order, at: self.now)
        }
    }

    mutating func pushes() -> [OutboxRow] {
        let items = self.store.claimOutbox(limit: 100, now: self.now, lease: .hours(1))
        self.store.acknowledgeOutbox(items.map(\.id))
        return items.map(\.row)
    }

    /// What the phone gets that shows this token.
    mutating func fetch(_ token: String, _ feeds: FeedDesk) -> FeedAnswer {
        let caller = self.tokens.office.caller(["Authorization": "Bearer \(token)"], for: .sync, at: self.now)
        let request = FeedRequest.fetch(FetchRequest(host: "contoso.com", subscription: self.phone))
        switch feeds.act(request, of: caller) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let act): return feeds.answer(self.store.run(self.command(act)).outcome, to: act)
        }
    }
}

@Suite("Publishing, from the bytes of a request to the bytes of its answer")
struct PublishDeskTests {
    private let feeds = FeedDesk(CursorOffice(.test(key: 1)))

    private static let sync = TokenRequest.delegated(scopes: ["https://cdpcs.access.microsoft.com/.default"])

    @Test("a token, a body, 201, a tap that tryParse accepts, and a fetch that returns the notification")
    func wholeWay() throws {
        var service = try Service()
        let token = try service.tokens.token(.application)
        let body = PublishBody.raw.with("appNotificationId", #""n1""#).with("priority", #""High""#)
        let answer = try service.post(body, token: token, to: service.phone)
        #expect(answer.status == 201)
        let root = try JSONDocument(answer.body, limit: 10_000).root
        #expect(root["id"]?.string == "server-1" && root["priority"]?.string == "High")
        #expect(root["expirationDateTime"]?.string == ISODate.text(of: service.now + .days(7)))

        let push = try #require(service.pushes().first)
        let payload = try #require(push.tap?.payload)
        let tap = try #require(Tap.tryParse(payload))
        #expect(tap.host == "contoso.com" && tap.subscription == service.phone && tap.activities == ["n1"])
        #expect(!String(decoding: payload, as: UTF8.self).contains("lunch"))

        guard case .page(let page) = service.fetch(try service.tokens.token(Self.sync), self.feeds) else {
            Issue.record("no page")
            return
        }
        #expect(page.changes.map(\.id) == ["n1"] && page.changes.map(\.serverId) == ["server-1"])
        #expect(page.changes.map(\.content) == [Content(raw: "lunch?")] && page.changes.map(\.priority) == [.high])
        #expect(try #require(tap.head.flatMap(FeedPosition.init(text:))) == page.position)
    }

    @Test("on behalf of a user it goes to that user, with the subscription or without")
    func delegated() throws {
        var service = try Service()
        let token = try service.tokens.token(
            .delegated(client: "server", scopes: ["Notifications.ReadWrite.CreatedByApp"]))
        #expect(try service.post(.raw, token: token, to: nil).status == 201)
        #expect(try service.post(.raw, token: token, to: service.phone).status == 201)
        #expect(service.pushes().tapped == ["phone", "phone"])
        let bobs = try service.tokens.token(
            .delegated("bob", client: "server", scopes: ["Notifications.ReadWrite.CreatedByApp"]))
        #expect(try Refusal(service.post(.raw, token: bobs, to: service.phone)).error == .userNotAuthorized)
    }

    @Test("the answer to a visual notification agrees with what is read")
    func visual() throws {
        var service = try Service()
        let token = try service.tokens.token(.application)
        let body = PublishBody.visual.with("priority", #""Low""#)
        let answer = try service.post(body, token: token, to: service.phone)
        #expect(try JSONDocument(answer.body, limit: 10_000).root["priority"]?.string == "High")
        #expect(service.pushes().alerted == ["phone"])
        guard case .page(let page) = service.fetch(try service.tokens.token(Self.sync), self.feeds) else {
            Issue.record("no page")
            return
        }
        #expect(page.changes.map(\.priority) == [.high])
    }

    @Test("a repeated request gets the first answer, with any body, and stores nothing")
    func repeated() throws {
        var service = try Service()
        let token = try service.tokens.token(.application)
        let body = PublishBody.visual.with("groupName", #""g""#).with("displayTimeToLive", "60")
        let first = try service.post(body, token: token, to: service.phone, name: "c-1")
        #expect(service.pushes().tapped == ["phone"])
        #expect(try service.post(.raw, token: token, to: service.phone, name: "c-1") == first)
        #expect(service.pushes().isEmpty)
        service.tokens.wait(.seconds(10))
        let later = try service.post(body, token: token, to: service.phone, name: "c-1")
        #expect(try JSONDocument(later.body, limit: 10_000).root["displayTimeToLive"]?.int64 == 49)
    }

    @Test("a repeated request gets the first answer even after its expiry; a new one is refused")
    func repeatedTooLate() throws {
        var service = try Service()
        let token = try service.tokens.token(.application)
        let date = ISODate.text(of: service.now + .seconds(30))
        let body = PublishBody.raw.with("expirationDateTime", "\"\(date)\"")
        let first = try service.post(body, token: token, to: service.phone, name: "c-1")
        #expect(first.status == 201 && service.pushes().tapped == ["phone"])
        service.tokens.wait(.seconds(60))
        #expect(try service.post(body, token: token, to: service.phone, name: "c-1").status == 201)
        for name in [nil, "c-2"] {
            let refusal = try Refusal(service.post(body, token: token, to: service.phone, name: name))
            #expect(refusal.error == .invalidExpiration)
            #expect(refusal.message.hasPrefix("expirationDateTime is past; here it is "))
        }
        #expect(service.pushes().isEmpty)
    }

    @Test("two apps of one host may use the same request names")
    func namesOfTwoApps() throws {
        var service = try Service()
        let scopes = ["Notifications.ReadWrite.CreatedByApp"]
        for client in ["server", "app.phone"] {
            let token = try service.tokens.token(.delegated(client: client, scopes: scopes))
            #expect(try service.post(.raw, token: token, to: nil, name: "1").status == 201)
        }
        #expect(service.pushes().count == 2)
    }

    @Test(
        "refusals by the service have the form of all refusals",
        arguments: [
            ("ended", PublishError.userNotAuthorized, "X-UNS-ID names no live subscription"),
            ("of another host", .userNotAuthorized, "X-UNS-ID names no live subscription"),
            ("unknown host", .hostNotAuthorized, "The host is not registered"),
            ("strange app", .hostNotAuthorized, "The app does not belong to this host"),
            ("throttled", .throttled, "Too many notifications for this app or user; try again in 60 seconds."),
            ("fault", .busy, "The service is busy; try again in 1 second."),
            ("too long for this service", .invalidExpiration, "expirationDateTime lies more than 1 days ahead"),
        ])
    func lateRefusals(_ why: String, _ error: PublishError, _ start: String) throws {
        var limits = FeedLimits()
        if why == "throttled" { limits.userThrottle = Throttle(1, each: .minutes(1)) }
        if why.hasPrefix("too long") { limits.longestLife = .days(1) }
        var service = try Service(limits)
        if why == "ended" { service.tokens.wait(.days(30)) }
        let client = why == "strange app" ? "stranger" : "server"
        let token = try service.tokens.token(
            TokenRequest(.application, client: client, scopes: ["https://graph.microsoft.com/.default"]))
        var body = PublishBody.raw
        switch why {
        case "of another host": body = body.with("targetHostName", #""contoso.org""#)
        case "unknown host": body = body.with("targetHostName", #""example.com""#)
        case "throttled": #expect(try service.post(body, token: token, to: service.phone).status == 201)
        case "fault": service.store.fault = "the disk of machine 7 is full"
        case "too long for this service":
            let date = ISODate.text(of: service.now + .days(2))
            body = body.with("expirationDateTime", "\"\(date)\"")
        default: break
        }
        _ = service.pushes()
        let answer = try service.post(body, token: token, to: service.phone)
        let refusal = try Refusal(answer)
        #expect(refusal.error == error && refusal.message.hasPrefix(start), "\(refusal.message)")
        #expect((refusal.headers["Retry-After"] != nil) == (refusal.status == 406))
        service.store.fault = nil
        #expect(service.pushes().isEmpty)
    }

    @Test("a token that ended, was revoked, or has another purpose is refused at both desks")
    func badTokens() throws {
        var service = try Service()
        let old = try service.tokens.token(.application)
        service.tokens.wait(.hours(1))
        #expect(try Refusal(service.post(.raw, token: old, to: service.phone)).status == 401)
        let revoked = try service.tokens.token(.application)
        service.tokens.office.revoke(revoked, at: service.now)
        #expect(try Refusal(service.post(.raw, token: revoked, to: service.phone)).status == 401)
        let weak = try service.tokens.token(.delegated(scopes: ["User.Read"]))
        #expect(try Refusal(service.post(.raw, token: weak, to: service.phone)).error == .insufficientScope)
        let publisher = try service.tokens.token(.application)
        for (token, status) in [(old, 401), (revoked, 401), (weak, 403), (publisher, 403)] {
            guard case .refused(let refusal) = service.fetch(token, self.feeds) else {
                Issue.record("a bad token reads")
                return
            }
            #expect(refusal.status == status)
        }
        let caller = service.tokens.office.caller(
            ["Authorization": "Bearer \(publisher)"], for: .publish, at: service.now)
        let request = FeedRequest.fetch(FetchRequest(host: "contoso.com"))
        #expect(
            self.feeds.act(request, of: caller)
                == .failure(FeedRefusal(.insufficientScope, AccessRefusal.needsUser.message)))
    }
}
