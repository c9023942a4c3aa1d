package import BackendPromises
import Basics

extension PromiseText {
    /// Returns an explanation of a promise of a backend. The explanation fits on one screen.
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

    /// A list of all promises of a backend, one per line.
    package static var backendList: String {
        BackendPromise.allCases.map { Self.padded($0.id, to: 5) + $0.facts.name + "\n" }.joined()
    }
}
