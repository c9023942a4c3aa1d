import Locking

/// Pieces of work by number, each of them for whichever thread comes for it first.
package struct Turns: Sendable {
    private let left: Lock<Range<Int>>

    package init(_ count: Int) { self.left = Lock(0..<count) }

    /// Nil when all are taken.
    package func take() -> Int? { self.left.with { $0.popFirst() } }
}
