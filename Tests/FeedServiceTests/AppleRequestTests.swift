import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap
import Testing

@Suite("Pushes as requests to Apple's push service")
struct AppleRequestTests {
    @Test("a tap passes every check as a background push with priority 5")
    func tap() throws {
        var door = Door()
        let push = try Door.tap()
        let request = try door.request(push)
        #expect(request.headers["apns-expiration"] == nil && request.headers["apns-collapse-id"] == nil)
        let answer = door.send(request)
        #expect(answer.status == 200 && answer.id == "00000000-0000-0000-0000-000000000001")
        let accepted = try #require(door.accepted.first)
        #expect(accepted.type == .background && accepted.priority == .powerAware && accepted.expiration == .none)
        #expect(accepted.kind == .shoulderTap && accepted.topic == Door.bundle)
        guard case .wake(let wake) = push.content else { return }
        #expect(accepted.payload == wake.payload && accepted.token.text == wake.address)
        #expect(door.warnings.isEmpty)
    }

    @Test("taps that a newer tap may replace have a collapse id")
    func coalesced() throws {
        var rules = ServiceRules()
        rules.coalescesTaps = true
        var door = Door()
        _ = door.send(try door.request(try Door.tap(rules)))
        #expect(door.accepted.first?.collapseID == OutboxRow.tapCollapseKey)
    }

    @Test(
        "an alert passes every check, with any id of its publisher",
        arguments: ["n1", "Blumensträuße", "a\nb: c", String(repeating: "n", count: 64), " "])
    func alert(id: String) throws {
        var door = Door()
        let alert = try #require(try Door.alert(id))
        _ = door.send(try door.request(alert))
        let accepted = try #require(door.accepted.first)
        #expect(accepted.type == .alert && accepted.priority == .immediate && accepted.kind == .alert)
        #expect(accepted.collapseID?.isEmpty == false)
        #expect(accepted.collapseID?.utf8.allSatisfy { 0x21...0x7E ~= $0 } == true)
        let other = try #require(try Door.alert(id))
        _ = door.send(try door.request(other))
        #expect(door.accepted.last?.collapseID == accepted.collapseID, "the later push replaces the earlier")
    }

    @Test("an address that is not a device token makes no request", arguments: ["xyz", "0a0", "../../3/device/0a"])
    func address(token: String) throws {
        let push = try Door.tap(token: token)
        #expect(push.appleRequest(topic: Door.bundle, authorization: "bearer x", at: Door.noon) == nil)
    }

    @Test("Apple's answer decides the end of the push")
    func answers() {
        let since = Door.noon
        #expect(PushEnd(Answer(id: "", .accepted(uniqueID: nil))) == .accepted)
        #expect(
            PushEnd(Answer(id: "", .refused(.unregistered(since: since))))
                == .refused(SendRefusal(410, "Unregistered", since: since)))
        #expect(PushEnd(Answer(id: "", .refused(.shutdown))) == .refused(SendRefusal(503, "Shutdown")))
    }
}
