import Basics
import FeedContract
import NotificationFeed
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

    @Test("a client's whole life goes through requests and answers")
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
        "what arrives behind a later registration takes nothing back",
        arguments: [(nil, nil, false), (7, nil, false), (nil, 6, false), (7, 8, false), (7, 7, true), (7, 6, true)]
            as [(UInt64?, UInt64?, Bool)])
    func overtaken(registered: UInt64?, takenBack: UInt64?, stays: Bool) {
        let service = Desk()
        let channel = PushChannel(.apns, token: "aa")
        let register = RegisterRequest(device: "phone", channel: channel, appId: "app", serial: registered)
        _ = self.ask(.register(register), service)
        let subscribe = SubscribeRequest(host: "contoso.com", device: "phone", appId: "app")
        _ = self.ask(.subscribe(subscribe), service)
        let takeBack = UnregisterRequest(device: "phone", serial: takenBack)
        #expect(self.ask(.unregister(takeBack), service) == .done)
        service.publish("n1")
        #expect(service.pushes().map(\.channel.token) == (stays ? ["aa"] : []))
    }

    @Test("a page that answers no fetch is a mistake of ours")
    func strangePage() async {
        await #expect(processExitsWith: .failure) {
            let page = OpenPage(
                changes: [], next: .start, position: FeedPosition(epoch: 0, mark: 0), isFull: true)
            _ = FeedDesk(CursorOffice(.test(key: 1))).answer(.page(page), to: .sweep(.alice))
        }
    }
}
