import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("Writes that reach the service after they seemed to be lost")
struct LateWriteTests {
    /// The phone dismisses a notification, and its request seems to be lost. The tablet snoozes the notification, and
    /// the phone reads that.
    private func overrule(
        _ read: ReadState?, _ yard: inout DeviceYard
    ) throws -> (call: CallNumber, late: DeviceYard.Message) {
        yard.device("phone")
        yard.device("tablet")
        yard.publish("n0")
        yard.drain()
        let call = yard.save("n0", on: 0, read: read, action: .dismissed)
        let late = try #require(yard.queue.first)
        yard.queue.removeAll()
        _ = yard.save("n0", on: 1, action: .snoozed)
        yard.deliver()
        yard.queue.removeAll { if case .tap = $0 { true } else { false } }
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        yard.drain()
        return (call, late)
    }

    @Test("An overruled write that arrives late is seen by the device that sent it", arguments: [true, false])
    func arrivesLate(isRead: Bool) throws {
        var yard = DeviceYard()
        let (call, late) = try self.overrule(nil, &yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(false))
        #expect(yard.devices[0].view["n0"]?.userActionState == .snoozed)
        // A read before the write arrives does not replace the later read.
        if isRead { yard.sync(0) }
        yard.drain()
        #expect(!yard.devices[0].machine.isQuiet)
        yard.queue.append(late)
        yard.drain()
        yard.wait(.seconds(30))
        #expect(yard.devices.map { $0.view["n0"]?.userActionState } == [.dismissed, .dismissed])
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("A partly overruled write that arrives late is seen by the device that sent it")
    func halfArrivesLate() throws {
        var yard = DeviceYard()
        let (_, late) = try self.overrule(.read, &yard)
        #expect(yard.devices[0].view["n0"]?.userActionState == .snoozed)
        yard.queue.append(late)
        yard.drain()
        yard.wait(.seconds(30))
        #expect(yard.devices.map { $0.view["n0"]?.userActionState } == [.dismissed, .dismissed])
    }

    @Test("Until a late write can no longer arrive, the device reads again when its user opens the app or signs out")
    func openedOrLeft() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        _ = yard.save("n0", on: 0, action: .dismissed)
        yard.queue.removeAll()
        let other = StateUpdate(id: "n0", userActionState: .snoozed)
        _ = yard.run(.update(FeedKey(host: DeviceYard.host, user: "alice"), other))
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        yard.drain()
        let machine = yard.devices[0].machine
        #expect(!machine.isQuiet && machine.packedAndUnpacked(with: yard.names, near: yard.now).0 == machine)
        let reads = yard.requests.count
        yard.send(.foreground, to: 0)
        yard.drain()
        #expect(yard.requests.count == reads + 1)
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        #expect(yard.devices[0].machine.isQuiet && yard.devices[0].alarm == nil)
    }
}
