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

        func last(_ kinds: HistoryEvent.Kind...) -> HistoryEvent? { self.events.last { kinds.contains($0.kind) } }

        var isOnScreen: Bool { self.last(.shown, .hidden, .alerted, .alertArrived).map { $0.kind != .hidden } ?? false }
    }

    private static var claims: [Claim] {
        [
            Claim(form: /(?<device>\w+) read (?<id>\w+) at [0-9:.]+, and its app never showed it after that/) { facts in
                let place = facts.events.lastIndex { $0.kind == .changeArrived } ?? 0
                return !facts.events[place...].contains { $0.kind == .shown }
            },
            Claim(
                form: /(?<device>\w+) read (?<id>\w+) at [0-9:.]+, and its app showed it at [0-9:.]+ and hid it at .*/
            ) {
                $0.last(.shown, .hidden)?.kind == .hidden && $0.last(.shown) != nil
            },
            Claim(form: /(?<device>\w+) does not show (?<id>\w+)(?:,.*)?/) { facts in
                facts.last(.shown, .hidden).map { $0.kind == .hidden || $0.states.isHandled } ?? true
            },
            Claim(form: /(?<device>\w+) still shows (?<id>\w+),.*/) { $0.isOnScreen },
            Claim(form: /(?<device>\w+) showed (?<id>\w+) at .*, though it had read at .* that it was deleted/) {
                $0.events.last?.kind == .shown
                    && $0.events.contains { $0.kind == .changeArrived && $0.change == .deleted }
            },
            Claim(form: /(?<device>\w+) showed (?<id>\w+) as \w+ at .*/) { $0.events.last?.kind == .shown },
            Claim(form: /(?<device>\w+) alerted its user of (?<id>\w+) at .*/) { facts in
                facts.events.contains { $0.kind == .alerted || $0.kind == .alertArrived }
            },
        ]
    }

    @Test("What a witness says of a device and a notification stands in the history")
    func claims() throws {
        var (console, status) = (Console(), ExitStatus.passed)
        let read = try ScenarioFile.read(RawText(ExploreToolTests.generic), &console, &status)
        var plan = try #require(read)
        let plugs = Plugs(Apps(), LabWords())
        var looked = Set<Int>()
        for trap in Trap.allCases {
            plan.traps = [trap]
            for seed in 1...8 as ClosedRange<UInt64> {
                let lab = try plugs.lab(for: plan.expanded(seed: seed))
                var run = ScenarioRun(plan.expanded(seed: seed), in: lab)
                try run.run()
                for violation in run.violations {
                    for (place, claim) in Self.claims.enumerated() {
                        guard let match = violation.witness.wholeMatch(of: claim.form) else { continue }
                        looked.insert(place)
                        let facts = Self.facts(
                            lab.view, String(match.device), String(match.id), to: violation.events.last)
                        #expect(claim.holds(facts), "\(trap), seed \(seed): \(violation.witness)")
                    }
                }
            }
        }
        // A test that looks at no witness proves nothing.
        #expect(looked.count >= 3, "\(looked)")
    }

    private static func facts(_ view: HistoryView, _ device: String, _ id: String, to end: Int?) -> Facts {
        let events = view.events[...(end ?? view.events.count - 1)]
        return Facts(
            events: events.filter { event in
                event.actor.device.map { view.devices[$0].name == device } == true && view.text(event.subject) == id
            })
    }
}
