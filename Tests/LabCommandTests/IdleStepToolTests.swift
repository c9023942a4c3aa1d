import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// What the tool says of steps that change nothing, and of runs that prove nothing.
@Suite("Runs that prove less than they seem to", .serialized)
struct IdleStepToolTests {
    /// The phone loses its tap, so that there is nothing on it to dismiss.
    private static let lost = """
        version: 1
        users: {mum: {phone: ios, tablet: ios}}
        steps:
          - {at: 5s, lose_taps: phone}
          - {at: 5s, publish: {as: invoice}}
          - {at: 30s, dismiss: {device: phone, n: invoice}}
        expect:
          - {everywhere: invoice, state: dismissed}

        """

    @Test("A step without effect is reported, and an expectation about it decides nothing")
    func idleStep() throws {
        let words = "step 3 had no effect: mum.phone does not show invoice"
        let run = try Tool.once("run a.yaml", files: ["a.yaml": Self.lost])
        // It is told once.
        #expect(run.status == 2 && run.output.components(separatedBy: words).count == 2, "\(run)")
        #expect(run.output.contains("\n\(words), which an expectation needs\n"))
        let json = try Tool.once("run a.yaml --json", files: ["a.yaml": Self.lost])
        #expect(json.output.contains(#""withoutEffect":[{"step":3,"reason":"mum.phone does not show invoice"}]"#))
        #expect(json.output.contains(#""verdict":"inconclusive""#))
        let shrunk = try Tool.once("shrink a.yaml", files: ["a.yaml": Self.lost])
        #expect(shrunk.status == 2 && !shrunk.output.contains("shrunk from"), "\(shrunk)")
        let explored = try Tool.once("explore a.yaml --seeds 3", files: ["a.yaml": Self.lost])
        #expect(explored.status == 2, "\(explored)")
    }

    @Test("A fault that nothing uses up is a step without effect, too; --strict fails for it")
    func unusedFault() throws {
        let text = """
            version: 1
            users: {mum: {phone: ios}}
            steps:
              - {at: 5s, publish: {as: n}}
              - {at: 30s, lose_taps: {device: phone, count: 2}}

            """
        let plain = try Tool.once("run a.yaml", files: ["a.yaml": text])
        let words = "step 2 had no effect: no tap was sent that could get lost on mum.phone"
        #expect(plain.status == 0 && plain.output.contains("\n\(words)\n"), "\(plain)")
        let strict = try Tool.once("run a.yaml --strict", files: ["a.yaml": text])
        #expect(strict.status == 1 && strict.output.contains("\nfail: "), "\(strict)")
        #expect(strict.output.contains(" --strict\n"), "the line that repeats it")
        let sound = """
            version: 1
            users: {mum: {phone: ios}}
            steps:
              - {at: 1s, lose_taps: phone}
              - {at: 5s, publish: {as: n}}
              - {at: 30s, foreground: phone}

            """
        // Faults end with the last step, so there has to be one after the tap.
        #expect(try Tool.once("run a.yaml --strict", files: ["a.yaml": sound]).status == 0)
    }

    @Test("A step that an expectation is about stays in a shrunk plan, and so does the fault that it needs")
    func keptSteps() throws {
        // An app that forgets what its user did while the device was offline.
        let text = """
            version: 1
            users: {mum: {phone: ios, tablet: ios}}
            traps: [S4]
            steps:
              - {at: 5s, publish: {as: other}}
              - {at: 6s, publish: {as: invoice}}
              - {at: 20s, dismiss: {device: phone, n: invoice}}
              - {at: 40s, quiesce: {}}
            expect:
              - {everywhere: invoice, state: snoozed}

            """
        let outcome = try Tool.once("shrink a.yaml", files: ["a.yaml": text])
        #expect(outcome.status == 1 && outcome.output.contains("dismiss: {device: phone, n: invoice}"), "\(outcome)")
        #expect(outcome.output.contains("the plan keeps steps 1 and 2, because an expectation is about them"))
    }

    @Test("A server that loses every publication does not pass")
    func vacuous() throws {
        let server = """
            import json, sys
            for line in sys.stdin:
                event = json.loads(line)
                print(json.dumps({"done": event["i"]} if "i" in event else event), flush=True)
            """
        let text = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        let files = ["a.yaml": text, "deaf.py": server]
        for words in ["run a.yaml", "explore a.yaml --seeds 3"] {
            let outcome = try Tool.once("\(words) --backend 'exec python3 deaf.py'", files: files)
            #expect(outcome.status == 2, "\(outcome)")
            #expect(outcome.output.contains("no notification of a.yaml reached a device"), "\(outcome)")
        }
    }

    @Test("A scenario that publishes nothing and expects nothing of a notification says so")
    func empty() throws {
        let text = "version: 1\nusers: {a: {p: ios}}\nsteps: [{foreground: p}]\n"
        let outcome = try Tool.once("run a.yaml", files: ["a.yaml": text])
        #expect(outcome.status == 2)
        let words = "the scenario publishes nothing, and has no expectation about a notification"
        #expect(outcome.output.contains(words), "\(outcome)")
        let many = try Tool.once("explore a.yaml --seeds 3", files: ["a.yaml": text])
        #expect(many.status == 2, "\(many)")
        #expect(many.output.contains("inconclusive: a.yaml publishes nothing, and has no expectation"), "\(many)")
    }

    @Test("A run of a scenario with random steps says what its step numbers count")
    func chosenSteps() throws {
        let text = "version: 1\nusers: {a: {p: ios}}\nsteps: [{random: {operations: 3..9, over: 1m}}]\n"
        let words = "the seed chose these steps; '--plan -' writes them"
        #expect(try Tool.once("run a.yaml", files: ["a.yaml": text]).output.contains("\n\(words)\n"))
        let plan = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        #expect(try !Tool.once("run a.yaml", files: ["a.yaml": plan]).output.contains(words))
    }
}
