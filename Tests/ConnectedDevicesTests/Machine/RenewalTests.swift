import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("Subscriptions and tokens that end during work")
struct RenewalTests {
    private static let tokenEnded = DeviceAnswer.refused(.unauthenticated, retryAfter: nil)

    /// A phone whose subscription ended long ago, of which its clock knows nothing.
    private func lapsed() -> DeviceYard {
        var yard = DeviceYard()
        yard.device("phone")
        yard.now = yard.now + .days(200)
        yard.skew = .days(-200)
        yard.register(0)
        yard.drain()
        return yard
    }

    /// A phone that shows some notifications and whose process is new, with an app that has no token to give.
    private func signedOut(showing count: Int) throws -> DeviceYard {
        var yard = DeviceYard()
        yard.device("phone")
        for number in 1...count { yard.publish("n\(number)") }
        yard.drain()
        try yard.crash(0)
        yard.open(0)
        yard.devices[0].user = nil
        return yard
    }

    private func isSubscribe(_ request: FeedRequest) -> Bool { if case .subscribe = request { true } else { false } }

    private func subscribes(_ yard: DeviceYard) -> Int { yard.requests.count { self.isSubscribe($0.1) } }

    /// A sync whose renewal reaches the service, which says so in vain.
    private func loseWordOfRenewal(_ yard: inout DeviceYard) throws {
        yard.sync(0)
        while true {
            guard case .request(_, let ticket, _, let request)? = yard.queue.first, self.isSubscribe(request) else {
                try #require(!yard.queue.isEmpty, "no subscription was renewed")
                yard.deliver()
                continue
            }
            yard.deliver()
            yard.queue.removeAll()
            yard.send(.lost(ticket, .broken), to: 0)
            return yard.drain()
        }
    }

    /// Loses what is under way, and answers the last request in its place.
    private func answer(_ answer: DeviceAnswer, _ yard: inout DeviceYard) throws {
        yard.queue.removeAll()
        yard.send(.answer(try #require(yard.lastTicket(of: 0)), answer), to: 0)
    }

    @Test("A tap counts even if the renewal before it was never answered")
    func lostRenewal() throws {
        var yard = self.lapsed()
        try self.loseWordOfRenewal(&yard)
        yard.publish("n1")
        #expect(!yard.queue.isEmpty, "the service taps who renewed")
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1"])
    }

    @Test("A renewal without an answer is requested again with the next sync", arguments: [false, true])
    func renewedAgain(behindRestart: Bool) throws {
        var yard = self.lapsed()
        let before = self.subscribes(yard)
        try self.loseWordOfRenewal(&yard)
        if behindRestart {
            try yard.crash(0)
            yard.open(0)
        }
        yard.sync(0)
        yard.drain()
        #expect(self.subscribes(yard) == before + 2)
        guard case .fetch(let request)? = yard.requests.last?.1 else {
            Issue.record("no fetch follows")
            return
        }
        #expect(request.subscription != nil)
    }

    @Test(
        "A renewal that a busy service refuses is requested again, although the feed can be read without it",
        arguments: [(nil, 1...40), (900, 3...5)] as [(Int?, ClosedRange<Int>)])
    func busyRenewal(seconds: Int?, tries: ClosedRange<Int>) {
        var yard = self.lapsed()
        yard.busyTime = seconds
        yard.isTooBusy = { if case .subscribe = $0 { true } else { false } }
        yard.sync(0)
        yard.drain()
        #expect(yard.devices[0].alarm != nil, "nobody tells of what follows")
        let before = self.subscribes(yard)
        yard.wait(.hours(1))
        #expect(tries.contains(self.subscribes(yard) - before), "it is asked for again, and not in a circle")
        yard.isTooBusy = { _ in false }
        yard.wait(.hours(1))
        yard.publish("n1")
        #expect(!yard.queue.isEmpty, "the service taps who renewed")
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1"] && yard.devices[0].machine.isQuiet)
    }

    @Test("A repeated write may renew its token once more")
    func heldWrite() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        let call = yard.save("n0", on: 0, action: .dismissed)
        try self.answer(Self.tokenEnded, &yard)
        yard.deliver()
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        // The read that tells its fate.
        yard.deliver()
        yard.deliver()
        guard case .request(_, _, _, .save)? = yard.queue.first else {
            Issue.record("it is not sent again")
            return
        }
        try self.answer(Self.tokenEnded, &yard)
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
    }

    @Test("A read of several pages may renew its token for each page")
    func longRead() throws {
        var yard = DeviceYard.readingPages()
        for _ in 0..<2 {
            try self.answer(Self.tokenEnded, &yard)
            yard.deliver()
            yard.deliver()
            yard.deliver()
        }
        #expect(yard.shown(0).isEmpty)
        yard.drain()
        #expect(yard.shown(0).count == 5)
    }

    @Test("Work that failed for lack of a token is retried when the user opens the app")
    func lookAfterSigningIn() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        let call = yard.save("n0", on: 0, action: .dismissed)
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        yard.devices[0].user = nil
        try self.answer(Self.tokenEnded, &yard)
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == nil)
        yard.devices[0].user = "alice"
        yard.send(.foreground, to: 0)
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
    }

    @Test("A refused token ends all work that waited for it, and is requested once")
    func refusedOnce() throws {
        var yard = try self.signedOut(showing: 3)
        let asked = yard.tokensAsked(by: 0)
        let calls = (1...3).map { yard.save("n\($0)", on: 0, action: .dismissed) }
        yard.drain()
        #expect(calls.allSatisfy { yard.devices[0].outcome(of: $0) == .failed(.tokenFailed) })
        #expect(yard.tokensAsked(by: 0) == asked + 1)
    }

    @Test("Writes after a write of unknown outcome wait with it, even if a token is refused in the meantime")
    func refusedBehindHeld() throws {
        var yard = try self.signedOut(showing: 2)
        yard.devices[0].fault = .noNetwork
        let calls = (1...2).map { yard.save("n\($0)", on: 0, action: .dismissed) }
        yard.drain()
        yard.devices[0].fault = nil
        yard.send(.foreground, to: 0)
        yard.drain()
        #expect(calls.allSatisfy { yard.devices[0].outcome(of: $0) == nil })
        yard.devices[0].user = "alice"
        yard.send(.foreground, to: 0)
        yard.drain()
        #expect(calls.allSatisfy { yard.devices[0].outcome(of: $0) == .saved(true) })
    }

    @Test("A subscription that ended is renewed once, by the app's own request if there is one")
    func renewedOnce() throws {
        var yard = self.lapsed()
        try self.loseWordOfRenewal(&yard)
        let before = self.subscribes(yard)
        let call = yard.subscribe(0)
        yard.sync(0)
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .done)
        #expect(self.subscribes(yard) == before + 1)
    }

    @Test("A read that starts again from the beginning may renew its token once more")
    func resync() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.queue.removeAll()
        yard.sync(0)
        try self.answer(Self.tokenEnded, &yard)
        yard.deliver()
        try self.answer(.refused(.resyncRequired, retryAfter: nil), &yard)
        try self.answer(Self.tokenEnded, &yard)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n0"])
    }

    @Test("A removal that a shutdown interrupts ends once")
    func removalAndShutdown() {
        var yard = DeviceYard()
        yard.device("phone")
        let (removal, shutdown) = (yard.devices[0].call(), yard.devices[0].call())
        yard.send(.removeAccount(removal, yard.account), to: 0)
        yard.send(.shutdown(shutdown), to: 0)
        let ends = yard.devices[0].completions.suffix(2)
        #expect(ends.map(\.call) == [removal, shutdown])
        #expect(yard.devices[0].completions.count { $0.call == removal } == 1)
    }
}

extension DeviceYard {
    /// How often a device's machine asked its app for a token.
    func tokensAsked(by device: Int) -> Int {
        self.devices[device].log.count { if case .askForToken = $0 { true } else { false } }
    }
}
