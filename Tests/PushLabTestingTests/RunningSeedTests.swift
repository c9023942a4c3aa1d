import Foundation
import Testing

@testable import PushLab
@testable import PushLabTesting

@Suite("The current seed of a test")
struct RunningSeedTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("running-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private struct Sought: Error {}

    @Test("it is in a file while the test runs, and nothing remains at the end")
    func written() throws {
        try Self.withFolder { folder in
            var seen: [String?] = []
            try Lab.explore(seeds: 3, keepingIn: "\(folder)/bugs", function: "mine()") { _ in
                seen.append(Platform.text(of: "\(folder)/running/mine"))
            }
            // The first seed is run twice.
            #expect(seen == ["1", "1", "2", "3"])
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/running"))
        }
    }

    @Test("a test that fails leaves nothing, because its process survives")
    func failing() throws {
        try Self.withFolder { folder in
            #expect(throws: ExplorationFailed.self) {
                try Lab.explore(seeds: 3, keepingIn: "\(folder)/bugs", function: "mine()") { _ in throw Sought() }
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/running"))
        }
    }

    @Test("a remaining file is reported with the command that repeats the seed")
    func left() throws {
        try Self.withFolder { folder in
            try Platform.write("17", to: "mine", in: "\(folder)/running")
            let running = RunningSeed(of: "mine", besides: "\(folder)/bugs")
            let words = try #require(running.warning)
            #expect(words.hasPrefix("mine: the previous run ended at seed 17: "))
            #expect(words.contains("SHOULDERTAP_SEED=17 swift test --filter mine"))
            #expect(RunningSeed(of: "other", besides: "\(folder)/bugs").warning == nil)
            running.note(18)
            #expect(RunningSeed(of: "mine", besides: "\(folder)/bugs").left == 18)
        }
    }
}
