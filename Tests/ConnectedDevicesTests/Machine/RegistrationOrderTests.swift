import Basics
import ConnectedDevices
import FeedContract
import ReferenceModels
import Testing

@Suite("Registrations of one account")
struct RegistrationOrderTests {
    @Test("They reach the service in the order of the requests, so that the newest address wins")
    func order() throws {
        var yard = DeviceYard()
        yard.device("phone")
        let calls = ["t-1", "t-2", "t-3"].map { yard.register(0, token: $0) }
        let sent = yard.queue.count { if case .request = $0 { true } else { false } }
        #expect(sent == 1)
        // Whatever is under way arrives in the order of somebody who likes the latest first.
        while !yard.queue.isEmpty { yard.deliver(yard.queue.count - 1) }
        #expect(calls.map { yard.devices[0].outcome(of: $0) } == [.done, .done, .done])
        let registered = yard.devices[0].machine.registeredChannel(of: yard.account)?.token
        #expect(registered.map { yard.names.text($0) } == "t-3")
        guard case .register(let request)? = yard.requests.last?.1 else {
            Issue.record("the last request is no registration")
            return
        }
        #expect(request.channel.token == "t-3")
    }

    @Test("An app that dies during its unregistration is not registered, whatever the service did")
    func takenBack() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.register(0, token: "t-1")
        yard.drain()
        #expect(yard.devices[0].machine.registrationState(of: yard.account) == .registered)
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        #expect(yard.devices[0].machine.registeredChannel(of: yard.account) != nil)
        // Nobody hears of the answer.
        try yard.crash(0)
        #expect(yard.devices[0].machine.registrationState(of: yard.account) == .unregistered)
        yard.register(0, token: "t-1")
        yard.drain()
        #expect(yard.devices[0].machine.registrationState(of: yard.account) == .registered)
    }

    @Test("A user with two accounts on a device is woken until both have left")
    func twice() throws {
        var yard = DeviceYard()
        yard.device("phone")
        let second = AccountKey(yard.names.intern("account"), .aad)
        yard.send(.addAccount(yard.devices[0].call(), second), to: 0)
        yard.drain()
        yard.register(0, by: second)
        let opened = yard.devices[0].machine.openFeed(second, host: yard.names.intern(DeviceYard.host))
        let feed = try #require(opened)
        let app = yard.names.intern(DeviceYard.app)
        yard.send(.subscribe(yard.devices[0].call(), feed, appId: app, isQuiet: false), to: 0)
        yard.drain()
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        #expect(yard.devices[0].machine.accountKeys == [second])
        yard.publish("n1")
        #expect(yard.queue.count == 1)
        yard.drain()
        #expect(yard.ids(yard.devices[0].machine.everything(in: feed)) == ["n1"])
        yard.send(.removeAccount(yard.devices[0].call(), second), to: 0)
        yard.drain()
        yard.publish("n2")
        #expect(yard.queue.isEmpty && yard.devices[0].machine.accountKeys.isEmpty)
    }

    @Test(
        "An account that leaves before it knows of its registration is still unregistered",
        arguments: [false, true])
    func unanswered(dies: Bool) throws {
        var yard = DeviceYard()
        _ = yard.install("phone", user: "alice")
        yard.send(.addAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        yard.register(0, token: "t-1")
        if dies { try yard.crash(0) }
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        let serials = yard.requests.compactMap { request in
            switch request.1 {
            case .register(let request): request.serial
            case .unregister(let request): request.serial
            default: nil
            }
        }
        // What was under way when it died never comes to the service.
        #expect(serials.count == (dies ? 1 : 2) && serials.max() == serials.last, "\(serials)")
        #expect(yard.devices[0].machine.accountKeys.isEmpty)
    }

    @Test("An account that never requested a registration has nothing to remove")
    func neverAsked() {
        var yard = DeviceYard()
        _ = yard.install("phone", user: "alice")
        yard.send(.addAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        let before = yard.requests.count
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        #expect(yard.requests.count == before && yard.devices[0].machine.accountKeys.isEmpty)
    }

    @Test("Each request has a higher number than the last one, even after crashes, so none undoes a later one")
    func serials() throws {
        var yard = DeviceYard()
        yard.device("phone")
        for _ in 1...2 {
            yard.register(0, token: "t-1")
            yard.drain()
            yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
            yard.drain()
            yard.send(.addAccount(yard.devices[0].call(), yard.account), to: 0)
            yard.drain()
            try yard.crash(0)
        }
        yard.open(0)
        yard.subscribe(0)
        yard.drain()
        let serials = yard.requests.compactMap { request in
            switch request.1 {
            case .register(let request): request.serial
            case .unregister(let request): request.serial
            case .subscribe(let request): request.serial
            case .unsubscribe(let request): request.serial
            default: nil
            }
        }
        #expect(serials.count == 8)
        #expect(zip(serials, serials.dropFirst()).allSatisfy { $0 < $1 }, "\(serials)")
    }

    @Test("A restored backup resets the count; a refused client continues from the service's number and retries")
    func restored() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.register(0, token: "t-1")
        yard.drain()
        let backup = yard.devices[0].stored
        for _ in 1...3 { try yard.crash(0) }
        yard.register(0, token: "t-2")
        yard.drain()
        yard.devices[0].stored = backup
        try yard.crash(0)
        let before = yard.requests.count
        let call = yard.register(0, token: "t-3")
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .done)
        let tokens = yard.requests[before...].compactMap { request in
            if case .register(let request) = request.1 { request.channel.token } else { nil }
        }
        #expect(tokens == ["t-3", "t-3"])
        // What it counts on from is kept, too.
        try yard.crash(0)
        yard.register(0, token: "t-4")
        yard.drain()
        #expect(yard.requests.count == before + 3)
    }

    @Test(
        "A client that is refused twice because of a later request stops, for any number",
        arguments: [0, 1, 1 << 32, .max] as [UInt64])
    func neverLatest(serial: UInt64) {
        var yard = DeviceYard()
        yard.device("phone")
        let call = yard.register(0, token: "t-1")
        for _ in 1...2 {
            guard let index = yard.queue.firstIndex(where: { if case .request = $0 { true } else { false } }),
                case .request(_, let ticket, _, _) = yard.queue.remove(at: index)
            else {
                Issue.record("nothing was asked")
                return
            }
            yard.send(.answer(ticket, .overtaken(by: serial)), to: 0)
        }
        #expect(yard.queue.isEmpty)
        #expect(yard.devices[0].outcome(of: call) == .failed(.refused(.overtaken)))
    }
}
