import Basics
import ConnectedDevices
import FeedContract
import Testing

@Suite("Registrations of one account")
struct RegistrationOrderTests {
    @Test("They reach the service in the order in which they were asked for, so that the newest address stays")
    func order() throws {
        var yard = Yard()
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

    @Test("Who dies while it is being taken back is not registered, whatever the service did")
    func takenBack() throws {
        var yard = Yard()
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

    @Test("Each request bears a number above the last one's, over crashes too, so that none undoes a later one")
    func serials() throws {
        var yard = Yard()
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
        let serials = yard.requests.compactMap { request in
            switch request.1 {
            case .register(let request): request.serial
            case .unregister(let request): request.serial
            default: nil
            }
        }
        #expect(serials.count == 5)
        #expect(zip(serials, serials.dropFirst()).allSatisfy { $0 < $1 }, "\(serials)")
    }
}
