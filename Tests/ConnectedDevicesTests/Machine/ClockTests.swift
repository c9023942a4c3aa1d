import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import TestSupport
import Testing

@Suite("Clocks that are wrong, and jump")
struct ClockTests {
    static let jumps: [Interval] = [.hours(24), .zero - .hours(24), .seconds(30), .zero - .seconds(30)]

    @Test("Waits end in time, even if the clock is changed", arguments: jumps)
    func deadlines(_ jump: Interval) throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n1")
        yard.queue.removeAll()
        yard.sync(0)
        // The answer never comes.
        yard.queue.removeAll()
        yard.skew = jump
        yard.wait(.seconds(19))
        #expect(yard.fetches(of: 0) == 1)
        yard.wait(.seconds(5))
        #expect(yard.ids(yard.shown(0)) == ["n1"])
    }

    @Test("Answers that came in time while the process slept count, however late it gets them")
    func sleptOver() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n1")
        yard.drain()
        yard.sync(0)
        let save = yard.save("n1", on: 0, action: .dismissed)
        for _ in 0..<2 { yard.deliver() }
        let requests = yard.requests.count
        #expect(yard.queue.count == 2)
        yard.now = yard.now + .hours(1)
        // Something else that came meanwhile stands before them.
        yard.send(.lost(TicketNumber(99), .broken), to: 0)
        yard.drain()
        yard.ring()
        yard.drain()
        #expect(yard.devices[0].outcome(of: save) == .saved(true) && yard.devices[0].machine.isQuiet)
        #expect(yard.requests.count == requests && yard.shown(0).map(\.userActionState) == [.dismissed])
    }

    @Test("A push times out in time, even if the clock is changed", arguments: jumps)
    func pushes(_ jump: Interval) throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.rules.answerLimit = nil
        let call = yard.devices[0].call()
        yard.send(.process(call, TapArrival(host: nil, subscription: nil)), to: 0)
        yard.queue.removeAll()
        yard.skew = jump
        yard.wait(.seconds(24))
        #expect(yard.devices[0].outcome(of: call) == nil)
        yard.wait(.seconds(2))
        #expect(yard.devices[0].outcome(of: call) == .failed(.connection(.timedOut)))
    }

    @Test("A registration that seems to end is renewed, and no registration at the service is lost", arguments: jumps)
    func registrations(_ jump: Interval) throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.skew = jump
        for _ in 0..<60 {
            yard.wait(.hours(12))
            yard.sync(0)
            yard.drain()
        }
        #expect(yard.devices[0].machine.registrationState(of: yard.account) != .unregistered)
        yard.publish("n1")
        yard.drain()
        yard.sync(0)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1"])
    }
}

@Suite("Pages that lead nowhere")
struct OddPageTests {
    @Test("A page that leads to itself is not read again, and the next sync starts where this one did")
    func loop() throws {
        var yard = DeviceYard.readingPages()
        let before = yard.fetches(of: 0)
        let ticket = try #require(yard.lastTicket(of: 0))
        guard case .request(_, _, _, .fetch(let fetch))? = yard.queue.last else {
            Issue.record("nothing was asked")
            return
        }
        yard.queue.removeAll()
        let page = DevicePage(
            changes: [], next: .more(try #require(fetch.cursor)), position: FeedPosition(epoch: 1, mark: 1),
            isFull: false)
        yard.send(.answer(ticket, .page(page)), to: 0)
        #expect(yard.queue.isEmpty && yard.devices[0].machine.isQuiet && yard.fetches(of: 0) == before)
        yard.sync(0)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n1", "n2", "n3", "n4", "n5"])
    }
}
