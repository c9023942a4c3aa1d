package import Basics

/// The random outcome of one push, decided by the caller. An ideal network needs none.
package struct Fate: Hashable, Sendable {
    /// The delay before the service attempts delivery.
    package var delay = Interval.zero
    /// Whether the push is lost on the link.
    package var isLost = false
    /// The interval after which a duplicate follows the push.
    package var copyAfter: Interval?
    /// Whether this push replaces a newer waiting one. Usually the latest push wins, but not always.
    package var isTakenForNewest = false
    /// The time for which a push that is not urgent waits for others to be grouped with it.
    package var groupingWindow: Interval?
    /// The time for which the device delays the wake of a suspended app.
    package var patience = Interval.zero

    package init(
        delay: Interval = .zero, isLost: Bool = false, copyAfter: Interval? = nil, isTakenForNewest: Bool = false,
        groupingWindow: Interval? = nil, patience: Interval = .zero
    ) {
        self.delay = delay
        self.isLost = isLost
        self.copyAfter = copyAfter
        self.isTakenForNewest = isTakenForNewest
        self.groupingWindow = groupingWindow
        self.patience = patience
    }

    package static let ideal = Fate()
}
