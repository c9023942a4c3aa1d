import Basics
import ConnectedDevices
import FeedContract
import ReferenceModels
import Testing

@Suite("Two accounts of one user on a device")
struct TwoAccountTests {
    /// A device with an account that is registered, and another one.
    private func pair(isAdded: Bool) -> (yard: DeviceYard, second: AccountKey) {
        var yard = DeviceYard()
        yard.device("phone")
        let second = AccountKey(yard.names.intern("account"), .aad)
        if isAdded { yard.send(.addAccount(yard.devices[0].call(), second), to: 0) }
        yard.drain()
        return (yard, second)
    }

    /// Delivers all but the requests of one kind.
    private func deliver(_ yard: inout DeviceYard, but isLate: (FeedRequest) -> Bool) {
        while let index = yard.queue.firstIndex(where: { message in
            if case .request(_, _, _, let request) = message { !isLate(request) } else { true }
        }) {
            yard.deliver(index)
        }
    }

    private func count(_ yard: DeviceYard, where isMeant: (FeedRequest) -> Bool) -> Int {
        yard.requests.count { isMeant($0.1) }
    }

    private func isRegister(_ request: FeedRequest) -> Bool { if case .register = request { true } else { false } }
    private func isTakingBack(_ request: FeedRequest) -> Bool {
        switch request {
        case .unregister, .unsubscribe: true
        default: false
        }
    }

    @Test("An address that another account registered since is not unregistered")
    func leaving() throws {
        var (yard, second) = self.pair(isAdded: false)
        yard.register(0)
        yard.drain()
        let removal = yard.devices[0].call()
        yard.send(.removeAccount(removal, yard.account), to: 0)
        yard.send(.addAccount(yard.devices[0].call(), second), to: 0)
        self.deliver(&yard, but: self.isTakingBack)
        let registering = yard.register(0, token: "t-2", by: second)
        let opened = yard.devices[0].machine.openFeed(second, host: yard.names.intern(DeviceYard.host))
        let feed = try #require(opened)
        let app = yard.names.intern(DeviceYard.app)
        yard.send(.subscribe(yard.devices[0].call(), feed, appId: app, isQuiet: false), to: 0)
        self.deliver(&yard, but: self.isTakingBack)
        #expect(yard.devices[0].outcome(of: registering) == .done && yard.devices[0].outcome(of: removal) == nil)
        yard.drain()
        #expect(yard.devices[0].outcome(of: removal) == .done)
        #expect(self.count(yard, where: self.isTakingBack) == 2)
        yard.publish("n1")
        yard.drain()
        #expect(yard.ids(yard.devices[0].machine.everything(in: feed)) == ["n1"])
    }

    @Test("Of two addresses the one requested last wins, whichever arrives last", arguments: [true, false])
    func addresses(isHeardFirst: Bool) {
        var (yard, second) = self.pair(isAdded: true)
        let before = self.count(yard, where: self.isRegister)
        let first = yard.register(0, token: "t-1")
        let last = yard.register(0, token: "t-2", by: second)
        // The second arrives first, and its answer is heard before that to the first or behind it.
        for _ in 0..<2 {
            guard let index = yard.queue.lastIndex(where: { if case .request = $0 { true } else { false } }) else {
                Issue.record("nothing was asked")
                return
            }
            yard.deliver(index)
            if isHeardFirst { self.deliver(&yard, but: { _ in true }) }
        }
        while !yard.queue.isEmpty { yard.deliver(yard.queue.count - 1) }
        #expect(yard.devices[0].outcome(of: first) == .failed(.refused(.overtaken)))
        #expect(yard.devices[0].outcome(of: last) == .done)
        #expect(self.count(yard, where: self.isRegister) == before + 2)
    }

    @Test(
        "If several accounts request one address, all get it, in whatever order it arrives", arguments: [true, false])
    func sameAddress(isLatestFirst: Bool) throws {
        var (yard, second) = self.pair(isAdded: true)
        var keys = [yard.account, second]
        for name in ["third", "fourth"] {
            keys.append(AccountKey(yard.names.intern(name), .aad))
            yard.send(.addAccount(yard.devices[0].call(), keys[keys.count - 1]), to: 0)
        }
        yard.drain()
        let app = yard.names.intern(DeviceYard.app)
        var calls: [CallNumber] = []
        for key in keys {
            let opened = yard.devices[0].machine.openFeed(key, host: yard.names.intern(DeviceYard.host))
            let feed = try #require(opened)
            calls.append(yard.register(0, token: "t-1", by: key))
            calls.append(yard.devices[0].call())
            yard.send(.subscribe(calls[calls.count - 1], feed, appId: app, isQuiet: false), to: 0)
        }
        while !yard.queue.isEmpty { yard.deliver(isLatestFirst ? yard.queue.count - 1 : 0) }
        #expect(calls.map { yard.devices[0].outcome(of: $0) } == Array(repeating: .done, count: 8))
        for key in keys { #expect(yard.devices[0].machine.registrationState(of: key) == .registered) }
    }

    @Test(
        "A save or delete of one account is seen by the other, although no tap announces it", arguments: [true, false])
    func twins(isDeleted: Bool) throws {
        var (yard, second) = self.pair(isAdded: true)
        let opened = yard.devices[0].machine.openFeed(second, host: yard.names.intern(DeviceYard.host))
        let feed = try #require(opened)
        let app = yard.names.intern(DeviceYard.app)
        yard.send(.subscribe(yard.devices[0].call(), feed, appId: app, isQuiet: false), to: 0)
        yard.drain()
        yard.publish("n1")
        yard.drain()
        #expect(yard.ids(yard.devices[0].machine.everything(in: feed)) == ["n1"])
        if isDeleted { yard.delete("n1", on: 0) } else { yard.save("n1", on: 0, action: .dismissed) }
        yard.drain()
        let seen = yard.devices[0].machine.everything(in: feed)
        #expect(seen.map(\.isDeleted) == [isDeleted] && (isDeleted || seen[0].userActionState == .dismissed))
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("A feed without a subscription is not read for the taps of another")
    func unsubscribed() throws {
        var (yard, second) = self.pair(isAdded: true)
        let opened = yard.devices[0].machine.openFeed(second, host: yard.names.intern(DeviceYard.host))
        let feed = try #require(opened)
        let fetches = yard.fetches(of: 0)
        yard.publish("n1")
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1"] && yard.devices[0].machine.everything(in: feed).isEmpty)
        #expect(yard.fetches(of: 0) == fetches + 1)
    }

    @Test("A removal before the addition, or an addition before the removal, is told to wait")
    func hasty() {
        var (yard, second) = self.pair(isAdded: false)
        let calls = (0..<4).map { _ in yard.devices[0].call() }
        yard.send(.addAccount(calls[0], second), to: 0)
        yard.send(.removeAccount(calls[1], second), to: 0)
        yard.send(.removeAccount(calls[2], yard.account), to: 0)
        yard.send(.addAccount(calls[3], yard.account), to: 0)
        yard.drain()
        let outcomes = calls.map { yard.devices[0].outcome(of: $0) }
        #expect(outcomes == [.done, .failed(.accountBusy), .done, .failed(.accountBusy)])
        #expect(yard.devices[0].machine.accountKeys == [second] && yard.devices[0].machine.isQuiet)
    }
}
