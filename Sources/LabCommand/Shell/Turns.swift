import Locking

/// The numbers of pieces of work that several threads share.
///
/// Each number goes to the first thread that asks for one.
package struct Turns: Sendable {
    private let left: Lock<Range<Int>>

    package init(_ count: Int) { self.left = Lock(0..<count) }

    /// Returns the next number, or nil when all are taken.
    package func take() -> Int? { self.left.with { $0.popFirst() } }
}
