import Basics
import TestSupport
import Testing

@testable import LabCommand
@testable import PushLab

/// Claims of witnesses, looked up in the history that they are about.
@Suite("Witnesses are true", .serialized)
struct WitnessTruthTests {
    /// A claim about a device and a notification, and the question whether a history bears it out.
    private struct Claim {
        let form: Regex<(Substring, device: Substring, id: Substring)>
        let holds: (Facts) -> Bool
    }

    /// The events of one device that are about one notification, up to the moment of the violation.
    private struct Facts {
        var events: [HistoryEvent]
        /// The number of pushes that came to the device after the latest commit of the notification.
        var pushes: Int

        func last(_ kinds: HistoryEvent.Kind...) -> HistoryEvent? { self.events.last { kinds.contains($0.kind) } }

        var isOnScreen: Bool { self.last(.shown, .hidden, .alerted, .alertArrived).map { $0.kind != .hidden } ?? false }
    }

    private static var claims: [Claim] {
        [
            Claim(
                form: /(?<device>[\w.]+) read (?<id>\w+) at [0-9:.]+, but its app still had not shown it at .*/
            ) { facts in
                let place = facts.events.lastIndex { $0.kind == .changeArrived } ?? 0
                return !facts.events[place...].contains { $0.kind == .shown }
            },
            Claim(
                form: /(?<device>[\w.]+) read (?<id>\w+) at [0-9:.]+, but its app showed it at .+ and hid it at .*/
            ) {
                $0.last(.shown, .hidden)?.kind == .hidden && $0.last(.shown) != nil
            },
            Claim(form: /(?<device>[\w.]+) does not show (?<id>\w+), which has been active .*/) { facts in
                facts.last(.shown, .hidden).map { $0.kind == .hidden || $0.states.isHandled } ?? true
            },
            Claim(form: /(?<device>[\w.]+) got no push about (?<id>\w+), .*/) { $0.pushes == 0 },
            Claim(
                form:
                    /(?<device>[\w.]+) got a push at [0-9:.]+, but still did not show (?<id>\w+) at .*/
            ) { facts in
                facts.pushes > 0 && !facts.isOnScreen
            },
            Claim(form: /the app on (?<device>[\w.]+) was called back twice for version \d+ of (?<id>\w+), .*/) {
                facts in
                facts.events.count { $0.kind == .shown } > 1
            },
            Claim(form: /the app on (?<device>[\w.]+) read (?<id>\w+) at [0-9:.]+, but completed push .*/) { facts in
                facts.events.contains { $0.kind == .changeArrived }
            },
            Claim(form: /(?<device>[\w.]+) still shows (?<id>\w+),.*/) { $0.isOnScreen },
            Claim(form: /(?<device>[\w.]+) showed (?<id>\w+) at .*, although it had read its deletion at .*/) {
                $0.events.last?.kind == .shown
                    && $0.events.contains { $0.kind == .changeArrived && $0.change == .deleted }
            },
            Claim(form: /(?<device>[\w.]+) showed (?<id>\w+) as \w+ at .*/) { $0.events.last?.kind == .shown },
            Claim(form: /(?<device>[\w.]+) alerted its user of (?<id>\w+) at [0-9:.]+/) { facts in
                facts.events.contains { $0.kind == .alerted || $0.kind == .alertArrived }
            },
            Claim(form: /(?<device>[\w.]+) alerted its user of (?<id>\w+) at [0-9:.]+ and again .*/) { facts in
                facts.events.count { $0.kind == .alerted || $0.kind == .alertArrived } > 1
            },
        ]
    }

    @Test("A witness about a device and a notification is true of the history")
    func claims() throws {
        var looked = Set<Int>()
        for trap in Trap.allCases {
            for file in [ExploreToolTests.generic, "\(TrapFileTests.folder)/\(trap.rawValue).yaml"] {
                for seed in 1...3 as ClosedRange<UInt64> { try Self.look(at: file, trap, seed: seed, &looked) }
            }
        }
        // A test that looks at no witness proves nothing.
        #expect(looked.count >= 6, "\(looked)")
    }

    private static func look(at file: String, _ trap: Trap, seed: UInt64, _ looked: inout Set<Int>) throws {
        var (console, status) = (Console(), ExitStatus.passed)
        var plan = try #require(try ScenarioFile.read(RawText(file), &console, &status)).expanded(seed: seed)
        plan.traps = [trap]
        let lab = try Plugs(Apps(), LabWords()).lab(for: plan)
        var run = ScenarioRun(plan, in: lab)
        try run.run()
        for violation in run.violations {
            for (place, claim) in self.claims.enumerated() {
                guard let match = violation.witness.wholeMatch(of: claim.form) else { continue }
                looked.insert(place)
                let facts = self.facts(lab.view, String(match.device), String(match.id), to: violation.events.last)
                #expect(claim.holds(facts), "\(trap), seed \(seed): \(violation.witness)")
            }
        }
    }

    private static func facts(_ view: HistoryView, _ device: String, _ id: String, to end: Int?) -> Facts {
        let events = view.events[...(end ?? view.events.count - 1)]
        func isOnDevice(_ event: HistoryEvent) -> Bool {
            event.actor.device.map { view.title($0) == device } == true
        }
        let commit = events.lastIndex { $0.kind == .committed && view.text($0.subject) == id } ?? 0
        return Facts(
            events: events.filter { isOnDevice($0) && view.text($0.subject) == id },
            pushes: events[commit...].count { $0.kind == .pushArrived && isOnDevice($0) })
    }
}
