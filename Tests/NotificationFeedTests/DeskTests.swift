import Basics
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("The desk between contract and rules")
struct DeskTests {
    private let desk = FeedDesk(CursorOffice(.test(key: 1)))

    private func ask(_ request: FeedRequest, _ service: Desk) -> FeedAnswer {
        switch self.desk.act(request, of: "alice") {
        case .failure(let refusal): .refused(refusal)
        case .success(let act): self.desk.answer(service.run(act), to: act)
        }
    }

    @Test("a client's whole life runs through requests and answers")
    func wholeLife() throws {
        let service = Desk()
        let register = RegisterRequest(device: "phone", channel: PushChannel(.apns, token: "aa"), appId: "app")
        #expect(
            self.ask(.register(register), service)
                == .registered(RegistrationAnswer(expiration: service.now + .days(30))))
        let subscribe = SubscribeRequest(host: "contoso.com", device: "phone", appId: "app")
        guard case .subscribed(let subscription) = self.ask(.subscribe(subscribe), service) else {
            Issue.record("not subscribed")
            return
        }
        #expect(subscription.expiration == service.now + .days(30))
        service.publish("n1")
        let fetch = FetchRequest(host: "contoso.com", subscription: subscription.subscription)
        guard case .page(let page) = self.ask(.fetch(fetch), service) else {
            Issue.record("no page")
            return
        }
        #expect(page.changes.map(\.id) == ["n1"] && page.isFull)
        let save = SaveRequest(
            host: "contoso.com", subscription: subscription.subscription, id: "n1", readState: .read)
        #expect(
            self.ask(.save(save), service) == .saved(UpdateResult(id: "n1", succeeded: true, version: 2)))
        let delete = DeleteRequest(host: "contoso.com", id: "n1")
        #expect(
            self.ask(.delete(delete), service) == .saved(UpdateResult(id: "n1", succeeded: true, version: 3)))
        let unsubscribe = UnsubscribeRequest(host: "contoso.com", subscription: subscription.subscription)
        #expect(self.ask(.unsubscribe(unsubscribe), service) == .done)
        #expect(self.ask(.unregister(UnregisterRequest(device: "phone")), service) == .done)
        guard case .refused(let refusal) = self.ask(.fetch(fetch), service) else {
            Issue.record("an unsubscribed device still reads")
            return
        }
        #expect(refusal.code == .unknownSubscription)
    }

    @Test(
        "a request that arrives after a later one of its installation is refused with the current number",
        arguments: [(nil, nil, true), (7, nil, true), (nil, 6, true), (7, 8, true), (7, 7, false), (7, 6, false)]
            as [(UInt64?, UInt64?, Bool)])
    func overtaken(first: UInt64?, second: UInt64?, isTaken: Bool) {
        func register(_ token: String, _ serial: UInt64?) -> FeedRequest {
            let channel = PushChannel(.apns, token: token)
            return .register(RegisterRequest(device: "phone", channel: channel, appId: "app", serial: serial))
        }
        func unregister(_ serial: UInt64?) -> FeedRequest {
            .unregister(UnregisterRequest(device: "phone", serial: serial))
        }
        func subscribe(_ serial: UInt64?) -> FeedRequest {
            .subscribe(SubscribeRequest(host: "contoso.com", device: "phone", appId: "app", serial: serial))
        }
        func unsubscribe(_ subscription: String, _ serial: UInt64?) -> FeedRequest {
            .unsubscribe(UnsubscribeRequest(host: "contoso.com", subscription: subscription, serial: serial))
        }
        /// Who is tapped, when what was asked before is followed by what comes behind it.
        func check(
            _ what: String, _ before: [FeedRequest], _ late: (String) -> FeedRequest, taken: [String],
            refused: [String]
        ) {
            let service = Desk()
            var id = ""
            for request in before {
                if case .subscribed(let answer) = self.ask(request, service) { id = answer.subscription }
            }
            let answer = self.ask(late(id), service)
            if case .refused(let refusal) = answer {
                #expect(refusal.code == .overtaken && refusal.serial == first && !isTaken, "\(what)")
            } else {
                #expect(isTaken, "\(what): \(answer)")
            }
            service.publish("n1")
            #expect(service.pushes().map(\.channel.token) == (isTaken ? taken : refused), "\(what)")
        }
        check(
            "register again", [subscribe(nil), register("new", first)], { _ in register("old", second) },
            taken: ["old"], refused: ["new"])
        check(
            "unregister", [subscribe(nil), register("new", first)], { _ in unregister(second) }, taken: [],
            refused: ["new"])
        check(
            "register anew", [subscribe(nil), unregister(first)], { _ in register("old", second) }, taken: ["old"],
            refused: [])
        check(
            "unsubscribe", [register("new", nil), subscribe(first)], { unsubscribe($0, second) }, taken: [],
            refused: ["new"])
    }

    @Test("a numbered unsubscription is not undone by an earlier request")
    func lateSubscription() throws {
        let service = Desk()
        func subscribe(_ serial: UInt64) -> FeedAnswer {
            let request = SubscribeRequest(host: "contoso.com", device: "phone", appId: "app", serial: serial)
            return self.ask(.subscribe(request), service)
        }
        let first = try #require(subscribe(5).subscription)
        let end = UnsubscribeRequest(host: "contoso.com", subscription: first, serial: 7)
        #expect(self.ask(.unsubscribe(end), service) == .done)
        #expect(subscribe(6).subscription == nil)
        #expect(subscribe(8).subscription == first)
    }

    @Test("a renewal keeps the id by which the app's server knows the user, even a month after the end")
    func lateRenewal() throws {
        let service = Desk()
        let request = SubscribeRequest(host: "contoso.com", device: "phone", appId: "app")
        let first = try #require(self.ask(.subscribe(request), service).subscription)
        service.now = service.now + .days(60)
        #expect(self.ask(.subscribe(request), service).subscription == first)
    }

    @Test("a request without a number keeps the current one, and so does the death of an address")
    func standingNumber() throws {
        let service = Desk()
        func register(_ token: String, _ serial: UInt64?) -> FeedAnswer {
            let channel = PushChannel(.apns, token: token)
            let request = RegisterRequest(device: "phone", channel: channel, appId: "app", serial: serial)
            return self.ask(.register(request), service)
        }
        #expect(register("t1", 7).refusal == nil && register("t2", nil).refusal == nil)
        #expect(register("t1", 6).refusal?.serial == 7)
        service.run(.retire(user: "alice", device: "phone", token: "t2", since: service.now))
        #expect(register("t1", 6).refusal?.serial == 7)
        #expect(self.ask(.unregister(UnregisterRequest(device: "phone", serial: nil)), service) == .done)
        #expect(register("t1", 7).refusal?.serial == 7 && register("t3", 8).refusal == nil)
        service.publish("n1")
        let subscribe = SubscribeRequest(host: "contoso.com", device: "phone", appId: "app")
        #expect(self.ask(.subscribe(subscribe), service).subscription != nil)
        service.publish("n2")
        #expect(service.pushes().map(\.channel.token) == ["t3"])
    }

    @Test(
        "a number that leaves no room for higher ones is refused and not stored",
        arguments: [(.max / 2, nil), (.max / 2 + 1, .invalidRequest), (.max, .invalidRequest)]
            as [(UInt64, FeedRefusal.Code?)])
    func hugeNumber(serial: UInt64, code: FeedRefusal.Code?) {
        let requests: [FeedRequest] = [
            .register(
                RegisterRequest(
                    device: "phone", channel: PushChannel(.apns, token: "t1"), appId: "app", serial: serial)),
            .unregister(UnregisterRequest(device: "phone", serial: serial)),
            .subscribe(SubscribeRequest(host: "contoso.com", device: "phone", appId: "app", serial: serial)),
        ]
        for request in requests { #expect(self.ask(request, Desk()).refusal?.code == code) }
    }

    @Test("a page that answers no fetch is a programming error")
    func strangePage() async {
        await #expect(processExitsWith: .failure) {
            let page = OpenPage(
                changes: [], next: .start, position: FeedPosition(epoch: 0, mark: 0), isFull: true)
            _ = FeedDesk(CursorOffice(.test(key: 1))).answer(.page(page), to: .sweep(.alice))
        }
    }
}

extension FeedAnswer {
    fileprivate var refusal: FeedRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    fileprivate var subscription: String? {
        if case .subscribed(let answer) = self { answer.subscription } else { nil }
    }
}
