import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap
import Testing

@Suite("Sending pushes")
struct PushTests {
    @Test("an accepted push is acknowledged once, and removed")
    func accepted() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        let (push, actions) = bench.push(id)
        guard case .wake(let wake) = push?.content else {
            Issue.record("a tap is a wake: \(String(describing: push))")
            return
        }
        #expect(wake.address == "t-phone" && Tap.tryParse(wake.payload)?.activities == ["n1"])
        #expect(actions.work.isEmpty, "a push that is only looked at stays")
        #expect(bench.ended(id, .accepted).works == ["acknowledge \(id)"])
        #expect(bench.push(id).push == nil && bench.machine.row(ofPush: id) == nil)
        #expect(bench.ended(id, .accepted).work.isEmpty)
    }

    @Test(
        "the end of a push decides what follows",
        arguments: [
            (400, ["acknowledge 1"], false), (413, ["acknowledge 1"], false),
            (401, [], true), (403, [], true), (408, [], true),
            (404, ["acknowledge 1", "retire phone t-phone"], false),
            (410, ["acknowledge 1", "retire phone t-phone"], false),
            (429, [], true), (500, [], true), (503, [], true),
        ])
    func refused(status: Int, works: [String], isRetried: Bool) throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        let actions = bench.ended(id, .refused(SendRefusal(status, "Reason")))
        #expect(actions.works == works)
        #expect((actions.retry?.push == id) == isRetried)
        #expect((bench.push(id).push != nil) == isRetried)
    }

    @Test(
        "the reason of a refusal adds what the status does not say",
        arguments: [
            (400, "IdleTimeout", [], true), (403, "ExpiredProviderToken", [], true),
            (403, "SENDER_ID_MISMATCH", ["acknowledge 1"], false), (404, "BadPath", ["acknowledge 1"], false),
        ])
    func words(status: Int, reason: String, works: [String], isRetried: Bool) throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        let actions = bench.ended(id, .refused(SendRefusal(status, reason)))
        #expect(actions.works == works && (actions.retry?.push == id) == isRetried)
    }

    @Test("a dead address is retired as of its end, and gets no more taps")
    func retired() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        bench.now = bench.now + .seconds(9)
        let since = bench.now - .seconds(1)
        _ = bench.settle(bench.ended(id, .refused(SendRefusal(410, "Unregistered", since: since))))
        #expect(bench.publish("n2").pushes.isEmpty)
    }

    @Test(
        "each retry waits as long as the push has waited, from one second to one minute",
        arguments: [(0, 1), (1, 1), (5, 5), (60, 60), (3_600, 60)])
    func backOff(waited: Int64, pause: Int64) throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        bench.now = bench.now + .seconds(waited)
        #expect(bench.ended(id, .unreachable).retry == ServiceActions.Retry(push: id, pause: .seconds(pause)))
    }

    @Test("a channel without a push service has no wake", arguments: [PushChannel.Kind.web, .polling])
    func silent(kind: PushChannel.Kind) throws {
        var bench = try ServiceBench()
        bench.device("phone", kind)
        for id in bench.publish("n1").pushes {
            let (push, actions) = bench.push(id)
            #expect(push == nil && actions.works == ["acknowledge \(id)"])
        }
    }

    @Test("each channel carries the tap in its own form", arguments: [PushChannel.Kind.apns, .fcm, .wns])
    func forms(kind: PushChannel.Kind) throws {
        var rules = ServiceRules()
        rules.coalescesTaps = true
        var bench = try ServiceBench(rules)
        bench.device("phone", kind)
        let id = try #require(bench.publish("n1").pushes.first)
        guard case .wake(let wake) = bench.push(id).push?.content else {
            Issue.record("a tap is a wake")
            return
        }
        #expect(wake.isUrgent == (kind != .apns) && wake.collapseKey == OutboxRow.tapCollapseKey)
        #expect((PushPayload.inspect(wake.payload).kind == .shoulderTap) == (kind == .apns))
    }

    @Test("an alert has the visual content and the id, and no tap has either")
    func alert() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let pushes = bench.publish("n1") { $0.visual = Content.Visual(title: "lunch?", body: "at noon") }.pushes
        let alerts = pushes.compactMap { id -> [UInt8]? in
            guard case .alert(_, let payload) = bench.push(id).push?.content else { return nil }
            return payload
        }
        #expect(pushes.count == 2 && alerts.count == 1)
        let inspection = PushPayload.inspect(try #require(alerts.first))
        #expect(inspection["aps"]?["alert"]?["title"]?.string == "lunch?" && inspection["id"]?.string == "n1")
    }

    @Test("a push that the owner takes counts as sent")
    func taken() throws {
        var bench = try ServiceBench()
        bench.device("phone")
        let id = try #require(bench.publish("n1").pushes.first)
        var actions = ServiceActions()
        #expect(bench.machine.take(id, into: &actions)?.device == "phone")
        #expect(actions.works == ["acknowledge \(id)"] && bench.machine.take(id, into: &actions) == nil)
    }
}
