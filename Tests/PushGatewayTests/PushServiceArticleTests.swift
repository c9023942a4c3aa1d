import Basics
import PushGateway
import ReferenceModels
import ShoulderTap
import TestSupport
import Testing

@Suite("The article on the push service and the code say the same")
struct PushServiceArticleTests {
    private static func rows(under heading: String) throws -> [[String]] {
        try #require(Article("WhatThePushServiceAnswers", of: "PushGateway")).rows(under: heading)
    }

    @Test("The checks are in order, each with its reasons")
    func order() throws {
        let rows = try Self.rows(under: "## The order of the checks")
        #expect(rows.map { Article.code(in: $0[0]) } == Check.order.map { ["\($0.check)"] })
        #expect(rows.map { Article.code(in: $0[1]) } == Check.order.map(\.reasons))
    }

    @Test("Every status and reason is in the table once, and no other")
    func reasons() throws {
        let rows = try Self.rows(under: "## Statuses and reasons")
        let pairs = rows.map { "\($0[0]) \(Article.code(in: $0[1]).joined())" }
        #expect(pairs.sorted() == DocumentedAnswers.refusals.sorted())
        #expect(rows.allSatisfy { $0[2].hasSuffix(".") })
    }

    @Test("Types have the topics, priorities, ways to authenticate and sizes of their table")
    func types() throws {
        let rows = try Self.rows(under: "## Types, topics, priorities")
        let expected = TypeRow.all.map { row in
            [
                "`\(row.type.rawValue)`", row.suffix.isEmpty ? "" : "`\(row.suffix)`",
                row.priorities.sorted().map(String.init).joined(separator: " "), row.withCertificate ? "yes" : "no",
                String(row.limit),
            ]
        }
        #expect(rows == expected)
    }

    /// The columns of the table of states.
    private static let kinds: [PayloadKind] = [.shoulderTap, .alert, .alertWithWake, .voip, .widgets, .foreign]

    /// The rows of the table of states, and how to get there.
    private static let states: [(name: String, prepare: @Sendable (inout DeliveryBench, inout AcceptedPush) -> Void)] =
        [
            ("foreground", { bench, _ in bench.set(AppState.foreground) }),
            ("background", { bench, _ in bench.set(AppState.background) }),
            ("suspended", { _, _ in }),
            ("forceQuit", { bench, _ in bench.set(AppState.forceQuit) }),
            ("lowPower", { bench, _ in bench.set(PowerState.lowPower) }),
            ("backgroundRefreshOff", { bench, _ in bench.set([.backgroundMode, .acceptsPushes]) }),
            ("noBackgroundMode", { bench, _ in bench.set([.backgroundRefresh, .acceptsPushes]) }),
            ("lockedSinceRestart", { bench, _ in bench.restart() }),
            ("priority 1", { $1.priority = .passive }),
            (
                "over budget",
                { bench, _ in
                    bench.set(DeliveryRules(wakeBudget: WakeBudget(perHour: 1, burst: 1)))
                    bench.finish(bench.tap("first"))
                }
            ),
            ("offline", { bench, _ in bench.set(LinkState.offline) }),
            (
                "offline, expiration 0",
                { bench, push in
                    bench.set(LinkState.offline)
                    push.expiration = .once
                }
            ),
            ("expired", { $1.expiration = .at($0.now) }),
            ("pushes disabled", { bench, _ in bench.set([.backgroundMode, .backgroundRefresh]) }),
            ("uninstalled", { bench, _ in bench.uninstall() }),
        ]

    @Test("Each state treats each kind of push as in the table")
    func outcomes() throws {
        let rows = try Self.rows(under: "## States and kinds")
        #expect(rows.map { Article.code(in: $0[0]) } == Self.states.map { [$0.name] })
        for (row, state) in zip(rows, Self.states) {
            for (kind, cell) in zip(Self.kinds, row.dropFirst()) {
                var (bench, push) = (DeliveryBench(), AcceptedPush.alert("a", kind))
                state.prepare(&bench, &push)
                _ = bench.words()
                bench.send(push)
                #expect(Self.outcomes(bench.words()) == Article.code(in: cell), "\(state.name), \(kind)")
            }
        }
    }

    /// Words of actions without the names of pushes and without the delivery log.
    private static func outcomes(_ words: [String]) -> [String] {
        words.filter { !$0.hasPrefix("log") }.map { word in
            let parts = word.split(separator: " ").map(String.init)
            return parts.count == 3 ? "\(parts[0]) \(parts[2])" : parts[0]
        }
    }
}
