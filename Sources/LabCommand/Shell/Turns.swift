import Locking

/// Numbered pieces of work.
///
/// Each goes to the first thread that asks.
package struct Turns: Sendable {
    private let left: Lock<Range<Int>>

    package init(_ count: Int) { self.left = Lock(0..<count) }

    /// Returns the next number, or nil when all are taken.
    package func take() -> Int? { self.left.with { $0.popFirst() } }
}
