import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// Apps that are compiled in and end the process of their run when a notification is dismissed.
@Suite("A crash is a finding", .serialized)
struct CrashToolTests {
    static let scenario = """
        version: 1
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {at: 1s, publish: {as: n1}}
          - {at: 5s, suspend: tablet}
          - {at: 9s, dismiss: {n: n1, device: phone}}
          - {at: 20s, foreground: tablet}

        """
    static let quiet = scenario.replacing("dismiss: {n: n1, device: phone}", with: "foreground: phone")
    static let fatalError = "Fatal error: nobody dismisses a notification"

    static func shell(_ words: String, _ app: String = "trapping") throws -> Tool.Outcome {
        let tool = try Tool("TinyApp", files: ["s.yaml": Self.scenario, "quiet.yaml": Self.quiet])
        defer { tool.remove() }
        return try tool.shell(words.replacing("TOOL", with: "\"$0\"").replacing("APP", with: "--app \(app)"))
    }

    @Test("a trap is found with its seed, its signal, the first line of its report and a plan of two steps")
    func trap() throws {
        let outcome = try Self.shell("TOOL explore s.yaml --seeds 3 --bugs none --json APP")
        #expect(outcome.status == 1)
        let violations = try #require(try ExploreToolTests.object(outcome)["violations"] as? [[String: Any]])
        #expect(violations.count == 3 && violations.compactMap { $0["seed"] as? Int } == [1, 2, 3])
        for violation in violations {
            let witness = violation["witness"] as? String ?? ""
            #expect(witness.hasPrefix("the run crashed with SIG") && witness.hasSuffix(Self.fatalError), "\(witness)")
            #expect(witness.contains("FailingApp.swift:"), "\(witness)")
            #expect(violation["property"] as? String == "P36" && violation["planSteps"] as? Int == 2)
            #expect(violation["repeated"] as? Bool == true)
        }
        // The report is printed once.
        #expect(outcome.errors.components(separatedBy: Self.fatalError).count == 2, "\(outcome.errors)")
    }

    @Test("any number of jobs gives the same result, and other seeds count as without the crash")
    func jobs() throws {
        let words = "TOOL explore s.yaml quiet.yaml --seeds 12 --bugs none --json"
        let one = try Self.shell("\(words) --jobs 1 APP")
        #expect(try Self.shell("\(words) --jobs 3 APP").output == one.output)
        let right = try Self.shell("\(words) --jobs 2 APP", "right-badge")
        #expect(one.status == 1 && right.status == 0, "\(right)")
        let (crashing, passing) = (try ExploreToolTests.object(one), try ExploreToolTests.object(right))
        #expect(crashing["seeds"] as? Int == 12 && crashing["failingSeeds"] as? Int == 6)
        let alone = try Self.shell("TOOL explore quiet.yaml --seeds 6 --bugs none --json APP")
        #expect(alone.status == 0)
        #expect(try ExploreToolTests.object(alone)["events"] as? Int == crashing["events"] as? Int)
        #expect(crashing["hash"] as? String != passing["hash"] as? String)
    }

    @Test("worlds in one process have the same hash as worlds in many")
    func hash() throws {
        let words = "TOOL explore '\(ExploredAppTests.scenario)' --seeds 12 --bugs none --json APP"
        let many = try Self.shell(words, "right-badge")
        #expect(try Self.shell("SHOULDERTAP_IN_PROCESS=1 \(words)", "right-badge") == many)
        #expect(many.status == 0, "\(many)")
    }

    @Test("each report has it, and the kept plan repeats it: run and shrink print it and the name of the file")
    func reports() throws {
        let reports = "--junit r.xml --html r.html"
        let line = "TOOL explore s.yaml --seeds 2 \(reports) APP 2>/dev/null; cat r.xml r.html; "
        let told = try Self.shell(line + "P=$(ls .shouldertap/bugs/*/min.yaml); TOOL run $P APP; echo $?")
        #expect(told.output.contains("\nreproduce: shouldertap run .shouldertap/bugs/s-"), "\(told.output)")
        #expect(told.output.contains("<failure message=\"the run crashed with SIG"))
        #expect(told.output.contains("<p class=\"witness\">the run crashed with SIG"))
        #expect(told.output.contains("-P36-"), "\(told.output.suffix(900))")
        #expect(told.output.contains(#/\n\S+/min\.yaml: the run crashed with SIG[A-Z]+: /#))
        #expect(told.output.hasSuffix("--app trapping\n1\n"), "\(told.output.suffix(900))")
        #expect(told.errors.contains(Self.fatalError))
        let json = try Self.shell("TOOL run s.yaml --json APP")
        let violations = try #require(try ExploreToolTests.object(json)["violations"] as? [[String: Any]])
        #expect(json.status == 1 && violations.map { $0["property"] as? String } == ["P36"])
        let shrunk = try Self.shell("TOOL shrink s.yaml --bugs none APP")
        #expect(shrunk.status == 1 && shrunk.output.contains("\nsteps:\n  - {"), "\(shrunk.output)")
    }

    @Test("an app that ends the process ends only its run")
    func exits() throws {
        let outcome = try Self.shell("TOOL explore s.yaml --seeds 2 --bugs none APP", "exiting")
        #expect(outcome.status == 1 && outcome.output.contains("ended by itself with exit status 3"), "\(outcome)")
        let run = try Self.shell("TOOL run s.yaml APP", "exiting")
        #expect(run.status == 1 && run.output.contains("s.yaml: the run crashed with an exit of its own"), "\(run)")
    }

    @Test("a run that reaches the limit of processor time is found and shrunk")
    func endless() throws {
        let outcome = try Self.shell("TOOL explore s.yaml --seeds 1 --bugs none --cpu 1 APP", "looping")
        #expect(outcome.status == 1 && outcome.errors == "", "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "P40 activity ends: the run does not end: it has used 1 s of CPU time")
        #expect(outcome.output.contains(/--app looping --cpu 1    # shrunk from 4 steps to 2, repeated/), "\(outcome)")
        let run = try Self.shell("TOOL run s.yaml --cpu 1 APP", "looping")
        #expect(run.status == 1 && run.output.contains("s.yaml: the run does not end: it has used 1 s"), "\(run)")
    }

    @Test("a crash that the seed does not cause ends with 70")
    func unsteady() throws {
        // The file that the app takes away is there in the first process alone.
        let words = "touch once; TOOL explore s.yaml --seeds 1 --jobs 1 --bugs none APP"
        let outcome = try Self.shell(words, "trapping-once")
        #expect(outcome.status == 70 && outcome.output.contains("P36 "), "\(outcome)")
        #expect(outcome.errors.contains("broke nothing in a separate process"), "\(outcome.errors)")
    }

    /// Starts an exploration that loops for ever, ends it with a signal once it has a process for its worlds, and says
    /// how it ended and whether that process is over.
    private static let watcher = """
        import os, select, signal, subprocess, sys
        tool = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
        def children():
            found = []
            for name in os.listdir("/proc"):
                try:
                    stat = open("/proc/%s/stat" % name).read().rsplit(")", 1)[1].split() if name.isdigit() else []
                except OSError:
                    continue
                if stat and int(stat[1]) == tool.pid: found.append(int(name))
            return found
        worlds = []
        while not worlds and tool.poll() is None: worlds = children()
        ends = select.poll()
        for world in worlds: ends.register(os.pidfd_open(world), select.POLLIN)
        tool.send_signal(int(sys.argv[1]))
        print(tool.wait(), len(worlds), len(ends.poll()))
        """

    @Test(
        "a signal to the tool ends the process of its worlds, even SIGKILL",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGKILL, -SIGKILL)] as [(Int32, Int32)])
    func signals(_ signal: Int32, _ status: Int32) throws {
        let words = "TOOL explore s.yaml --seeds 1 --jobs 1 --bugs none APP"
        let outcome = try Self.shell("python3 -c '\(Self.watcher)' \(signal) \(words); ls -A", "looping")
        #expect(outcome.output == "\(status) 1 1\nquiet.yaml\ns.yaml\n", "\(outcome)")
    }
}
