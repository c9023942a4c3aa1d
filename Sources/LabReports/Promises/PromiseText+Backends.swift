package import BackendPromises
import Basics

extension PromiseText {
    /// A screenful on a promise of a backend.
    package static func explanation(of promise: BackendPromise) -> String {
        let facts = promise.facts
        let parts = [
            ("checked", "on the pushes that arrive: shouldertap with, and GET /lab/verdict"),
            ("in danger", "from \(facts.threat)"), ("broken by", facts.mistake), ("noticed as", facts.harm),
            ("test it", "shouldertap with --seeds 20 -- COMMAND"),
        ]
        let lines =
            ["\(promise.id)  \(facts.name)", ""] + Paragraph.lines(of: facts.promise, width: 78) + [""]
            + Self.columns(of: parts)
        return lines.map { $0 + "\n" }.joined()
    }

    /// All promises of a backend, a line each.
    package static var backendList: String {
        BackendPromise.allCases.map { Self.padded($0.id, to: 5) + $0.facts.name + "\n" }.joined()
    }
}
