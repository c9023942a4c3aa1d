package import Basics

/// The random outcome for one push, chosen by the caller. An ideal network uses the default values.
package struct Fate: Hashable, Sendable {
    /// The delay before the service attempts delivery.
    package var delay = Interval.zero
    /// Whether the push is lost on the link.
    package var isLost = false
    /// The interval after which a duplicate of the push is sent. Nil means no duplicate.
    package var copyAfter: Interval?
    /// Whether this push replaces a newer push that is waiting. Usually the newest push wins, but not always.
    package var isTakenForNewest = false
    /// The time for which a push that is not urgent waits to be grouped with other pushes.
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
