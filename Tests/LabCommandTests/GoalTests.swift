import TestSupport
import Testing

@testable import LabCommand

@Suite("The goals of an exploration")
struct GoalTests {
    private static let head = """
        version: 1
        users: {alice: {phone: ios, tablet: android}}
        network: {fetch: {latency: 5ms}, signal: {delay: 5ms}}
        steps:
          - {at: 1m, publish: {as: n1}}

        """

    @Test(
        "Overlapping actions during a slow read are counted",
        arguments: [
            ("another device's action makes an answer stale", "{at: 134s, dismiss: {device: phone, n: n2}}"),
            ("a user acts during a slow read of the same device", "{at: 133s, dismiss: {device: tablet, n: n1}}"),
            ("a user signs out during a read", "{at: 132s, sign_out: tablet}"),
            ("a clock jumps during a read", "{at: 132s, set_clock: {device: tablet, ahead: 1h}}"),
            ("a notification expires during a read", "{at: 125s, publish: {as: n3, expires: 6s}}"),
        ])
    func overlaps(goal: String, step: String) throws {
        // The read reaches the service after three seconds, and the answer arrives after six.
        let read = """
              - {at: 129s, slow: {device: tablet, by: 3s, for: 1m}}
              - {at: 130s, publish: {as: n2}}
              - {at: 300s, publish: {as: last}}
            """
        let hits = try [read + "\n  - " + step, read].map { steps in
            let lines = steps.split(separator: "\n").sorted { Self.time(of: $0) < Self.time(of: $1) }
            let files = ["a.yaml": Self.head + lines.joined(separator: "\n") + "\n"]
            let outcome = try ExploreToolTests.run("a.yaml --seeds 1 --bugs none --json", files: files)
            let goals = try #require(ExploreToolTests.object(outcome)["goals"] as? [String: Int], "\(outcome)")
            return try #require(goals[goal])
        }
        #expect(hits[0] > 0 && hits[1] == 0, "\(hits)")
    }

    private static func time(of line: Substring) -> Int {
        line.firstMatch(of: /at: (\d+)s/).flatMap { Int($0.output.1) } ?? 0
    }
}
