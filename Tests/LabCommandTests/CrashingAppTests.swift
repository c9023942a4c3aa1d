import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// A program with a mistake in a line that many events reach.
@Suite("An app that crashes at many events", .serialized)
struct CrashingAppTests {
    private static func outcome(at handler: String, line: String, _ command: String) throws -> Tool.Outcome {
        let definition = "    def \(handler):\n"
        return try ExploredAppTests.outcome(of: command, with: definition, definition + "        \(line)\n")
    }

    @Test("An exploration reports one finding and one traceback, whatever follows from it")
    func explored() throws {
        let outcome = try Self.outcome(
            at: "page_came(self, request, changes, cursor, last, full, **_)", line: "undefined_name",
            "explore '\(ExploredAppTests.scenario)' --seeds 8 --jobs 1 --bugs none")
        #expect(outcome.status == 1)
        #expect(outcome.errors.components(separatedBy: "Traceback").count == 2, "\(outcome.errors.prefix(4_000))")
        #expect(outcome.errors.contains("NameError"))
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.first?.hasPrefix("P36 no crash, every completion once: the app 'exec python3 app.py' ended") == true)
        #expect(lines.dropFirst().first?.hasPrefix("fix this first: ") == true, "\(outcome.output)")
        #expect(outcome.output.contains("8 of them failed"))
        #expect(outcome.output.contains("fail: P36 broken, 1 mistake in all"), "\(outcome.output)")
    }

    @Test("Crashes at different events are different mistakes, each with its traceback")
    func differentCrashes() throws {
        let outcome = try Self.outcome(
            at: "on_user(self, act, id, **_)", line: #"getattr(self, "undefined_" + act)"#,
            "explore '\(ExploredAppTests.scenario)' --seeds 16 --jobs 1 --bugs none")
        let tracebacks = outcome.errors.components(separatedBy: "Traceback").count - 1
        #expect(tracebacks > 1, "\(outcome.errors.prefix(4_000))")
        #expect(outcome.output.contains("fail: P36 broken, \(tracebacks) mistakes in all"), "\(outcome.output)")
    }

    @Test("A run reports what to fix first, and JUnit says why nothing else was judged")
    func reports() throws {
        let (handler, line) = ("page_came(self, request, changes, cursor, last, full, **_)", "undefined_name")
        let run = try Self.outcome(at: handler, line: line, "run '\(ExploredAppTests.scenario)' --seed 3")
        #expect(run.status == 1 && run.output.contains("\nfix this first: "), "\(run.output)")
        let explored = try Self.outcome(
            at: handler, line: line, "explore '\(ExploredAppTests.scenario)' --seeds 2 --bugs none --junit -")
        #expect(explored.output.contains("unknown: 2 runs ended early because a program failed"), "\(explored.output)")
        #expect(!explored.output.contains("not applicable"))
    }

    @Test("A line that makes no sense is reported in the same way, and its consequences are not")
    func babbles() throws {
        let outcome = try Self.outcome(
            at: "page_came(self, request, changes, cursor, last, full, **_)", line: #"lab.say(do="explode")"#,
            "run '\(ExploredAppTests.scenario)' --seed 3")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("wrote invalid output and was stopped"), "\(outcome.output)")
        #expect(!outcome.output.contains("P7 ") && !outcome.output.contains("P13 "), "\(outcome.output)")
    }

    @Test("The output of a program that continues is passed through by an exploration")
    func words() throws {
        let outcome = try Self.outcome(
            at: "on_foreground(self, delivered=(), **_)", line: #"import sys; print("a word", file=sys.stderr)"#,
            "explore '\(ExploredAppTests.scenario)' --seeds 1 --jobs 1 --bugs none")
        #expect(outcome.status != 1 && outcome.errors.contains("a word\n"), "\(outcome)")
    }

    @Test("The last output of a program whose input is closed is passed through by an exploration")
    func lastWords() throws {
        let start = "    lab.run(ListApp)"
        let outcome = try ExploredAppTests.outcome(
            of: "explore '\(ExploredAppTests.scenario)' --seeds 1 --jobs 1 --bugs none", with: start,
            start + "\n    import sys; print(\"counted\", file=sys.stderr)")
        #expect(outcome.status != 1 && outcome.errors.contains("counted\n"), "\(outcome)")
    }
}
