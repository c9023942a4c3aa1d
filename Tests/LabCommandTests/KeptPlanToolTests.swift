import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("Kept plans of earlier explorations", .serialized)
struct KeptPlanToolTests {
    static let plan = ".shouldertap/bugs/kept/min.yaml"

    @Test("A plan in which a program under test fails is reported, and nothing passes")
    func unplayed() throws {
        let scenario = TroubledExplorationTests.scenario()
        let tool = try Tool(
            files: ["a.yaml": scenario].merging(MoodyApp.file(start: "if start == 1: sys.exit(3)")) { $1 })
        defer { tool.remove() }
        try tool.write("scenario: a.yaml\n" + MoodyApp.setting, to: ".shouldertap/bugs/kept/setting")
        try tool.write(scenario, to: Self.plan)
        let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --jobs 1 \(MoodyApp.words)")
        let reason = "\(Self.plan): seed 1: the app 'exec python3 moody.py' ended with exit status 3"
        #expect(outcome.status == 70 && outcome.errors.contains(reason), "\(outcome)")
        #expect(outcome.errors.contains("repeat: shouldertap run \(Self.plan) --app 'exec python3 moody.py'\n"))
        #expect(outcome.output.contains("the plan \(Self.plan) did not run to its end"), "\(outcome)")
        // What gave up once takes part now.
        let again = try tool.shell("\"$0\" explore a.yaml --seeds 1 --jobs 1 \(MoodyApp.words)")
        #expect(again.errors == "" && !again.output.contains("was not run to its end"), "\(again)")
    }

    @Test(
        "A plan that cannot be read is reported with the reason, and nothing passes",
        arguments: [
            ("echo 'version: 9' > P", "P:1:10: "), ("printf 'version: [' > P", "P:2:1: "),
            ("rm P; mkdir P", "P: this is a folder"),
        ])
    func unread(_ spoil: String, _ reason: String) throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let kept = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 4 > o; ls -d .shouldertap/bugs/*/min.yaml")
        let path = String(kept.output.dropLast())
        _ = try tool.shell(spoil.replacing("P", with: path))
        for (seed, status) in [(7, 2), (4, 1)] as [(Int, Int32)] {
            let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed \(seed) --bugs .shouldertap/bugs")
            #expect(outcome.status == status, "\(outcome)")
            #expect(outcome.errors.contains(reason.replacing("P", with: path)), "\(outcome)")
            let doubt = "inconclusive: cannot read the plan \(path)"
            #expect(outcome.output.contains(doubt) == (status == 2), "\(outcome)")
        }
        // Without its plan the folder holds none.
        _ = try tool.shell("rm -r \(path)")
        let without = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 7")
        #expect(without.status == 0 && without.errors == "", "\(without)")
    }

    @Test(
        "A plan without its setting is reported, and nothing passes",
        arguments: ["rm S", "printf '\\377\\0' > S", "rm S; mkdir S", "rm S; mkfifo S", ": > S"])
    func strayed(_ spoil: String) throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let kept = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 4 > o; ls -d .shouldertap/bugs/*/min.yaml")
        let path = String(kept.output.dropLast())
        _ = try tool.shell(spoil.replacing("S", with: path.replacing("min.yaml", with: "setting")))
        let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 7")
        let doubt =
            "inconclusive: cannot read the settings next to the plan \(path); fix or delete its folder"
        #expect(outcome.status == 2 && outcome.output.contains(doubt), "\(outcome)")
    }

    @Test("A pipe in place of a plan is reported and skipped, and nothing passes")
    func pipe() throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let folder = try Self.folderWithPipe("min.yaml", tool)
        let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 7")
        #expect(outcome.status == 2, "\(outcome)")
        #expect(outcome.errors == "shouldertap: skipping \(folder)/min.yaml: it is not a regular file\n")
        let doubt = "inconclusive: cannot read the plan \(folder)/min.yaml; fix or delete it"
        #expect(outcome.output.contains(doubt), "\(outcome)")
    }

    @Test("A new finding is kept beside a pipe, which waits for a reader", arguments: ["min.yaml", "setting"])
    func besidePipe(_ name: String) throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let folder = try Self.folderWithPipe(name, tool)
        let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 4")
        let told = "\nreproduce: shouldertap run \(folder)-2/min.yaml"
        #expect(outcome.status == 1 && outcome.output.contains(told), "\(outcome)")
    }

    /// The folder of a plan in which a pipe stands for one of the two files.
    private static func folderWithPipe(_ name: String, _ tool: Tool) throws -> String {
        let kept = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 4 > o; ls -d .shouldertap/bugs/*")
        let folder = String(kept.output.dropLast())
        _ = try tool.shell("rm \(folder)/\(name); mkfifo \(folder)/\(name)")
        return folder
    }

    @Test("A new violation of one scenario says nothing about the plans of another")
    func apart() throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small, "b.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        _ = try tool.shell("\"$0\" explore b.yaml --seeds 1 --seed 4")
        // The only seed falls to the first file.
        let outcome = try tool.shell("\"$0\" explore a.yaml b.yaml --seeds 1 --seed 4")
        let told = "\nin .shouldertap/bugs/b-0000000000000004-P37-"
        #expect(outcome.status == 1 && outcome.output.contains(told), "\(outcome)")
        let again = try tool.shell("\"$0\" explore b.yaml --seeds 1 --seed 4")
        #expect(again.status == 1 && !again.output.contains("\nin .shouldertap/bugs/"), "\(again)")
    }
}
