import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("Saves between two pages of a read")
struct ActBetweenPagesTests {
    @Test("A change that an earlier page of a running read already contained does not overrule a lost write")
    func knownFromPage() throws {
        var limits = FeedLimits()
        limits.pageSize = 1
        var yard = DeviceYard(limits)
        yard.device("phone")
        yard.device("tablet")
        yard.publish("n0")
        yard.drain()
        _ = yard.save("n0", on: 1, action: .activated)
        yard.deliver()
        yard.queue.removeAll { if case .tap = $0 { true } else { false } }
        yard.drain()
        yard.publish("n1")
        yard.publish("n2")
        yard.queue.removeAll()
        yard.sync(0)
        // The first page contains the tablet's change. The next page is still missing.
        yard.deliver()
        yard.deliver()
        let page = try #require(yard.queue.first)
        yard.queue.removeAll()
        let call = yard.save("n0", on: 0, action: .snoozed)
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        yard.queue.append(page)
        yard.drain()
        yard.sync(1)
        yard.drain()
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(yard.devices.map { $0.view["n0"]?.userActionState } == [.snoozed, .snoozed])
    }
}
