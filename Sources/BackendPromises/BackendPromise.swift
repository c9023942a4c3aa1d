/// A promise of a backend that sends pushes, with its number in reports.
package enum BackendPromise: Int, Hashable, Sendable, CaseIterable, Comparable {
    case b1 = 1
    case b2, b3, b4, b5, b6, b7, b8, b9, b10, b11

    /// The name of the promise in files and reports, such as `B3`.
    package var id: String { "B\(self.rawValue)" }

    package init?(id: String) {
        guard let found = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = found
    }

    package static func < (one: BackendPromise, other: BackendPromise) -> Bool { one.rawValue < other.rawValue }

    /// The title of the promise in reports, such as `B3 retries back off`.
    package var title: String { "\(self.id) \(self.facts.name)" }
}

/// The facts about a promise for a new reader.
package struct BackendPromiseFacts: Hashable, Sendable {
    /// A short name of the promise.
    package var name: String
    /// The promise, in a sentence or two.
    package var promise: String
    /// The situation that tests the promise.
    package var threat: String
    /// The mistake that usually breaks the promise.
    package var mistake: String
    /// The harm that people notice.
    package var harm: String
}
