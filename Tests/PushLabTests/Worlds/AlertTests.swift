import Basics
import FeedContract
import FeedService
import NotificationFeed
import ShoulderTap
import Testing

@testable import PushLab

@Suite("Pushes that the system shows")
struct AlertTests {
    private func body(of count: Int, _ character: Character = "ä") throws -> (bytes: Int, body: String) {
        let text = String(repeating: character, count: count)
        let alert = OutboxRow.Alert(
            visual: Content.Visual(title: "lunch?", body: text), id: "n1", generation: 1, collapseId: "n1",
            expiration: LabTime.end)
        let payload = AlertPayload.bytes(of: alert)
        let body = PushPayload.inspect(payload)["aps"]?["alert"]?["body"]?.string
        return (payload.count, try #require(body))
    }

    @Test("an alert has as much of its body as fits into a push, and is marked as shortened")
    func cut() throws {
        let short = try self.body(of: 1_900)
        #expect(short.bytes <= 4_096 && short.body == String(repeating: "ä", count: 1_900))
        for character in ["ä", "a", "\u{1}", "👩‍👩‍👧‍👧"] as [Character] {
            let long = try self.body(of: 50_000, character)
            #expect((4_040...4_096).contains(long.bytes) && long.body.last == "…")
            #expect(long.body.dropLast().allSatisfy { $0 == character })
        }
    }

    @Test("a push that waits for its service is retried once a minute, for any time")
    func heldPushes() throws {
        let lab = Lab(seed: 1)
        let alice = lab.user("alice")
        _ = alice.device("phone")
        try lab.settle()
        lab.losePushService(of: .ios, for: .seconds(20 * 3_600))
        let before = lab.world.clock.happened
        for number in 1...10 {
            try lab.publish(.raw("r", id: "n\(number)"), to: alice)
            try lab.advance(by: .seconds(2 * 3_600))
        }
        // Each waits for the rest of the time.
        let minutes = (1...10).reduce(0) { $0 + $1 * 120 }
        #expect((minutes...minutes + 500).contains(lab.world.clock.happened - before))
    }
}
