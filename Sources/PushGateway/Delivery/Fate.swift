package import Basics

/// What becomes of one push on its way, decided by whoever rolls the dice. An ideal world needs none.
package struct Fate: Hashable, Sendable {
    /// How long the push is under way before the service tries to deliver it.
    package var delay = Interval.zero
    /// The push vanishes while it crosses the link.
    package var isLost = false
    /// A second copy follows the first after this long.
    package var copyAfter: Interval?
    /// Waiting places keep this push although a newer one stands there: usually the latest wins, not always.
    package var isTakenForNewest = false
    /// A push that is not urgent is kept this long for others to join it.
    package var groupingWindow: Interval?
    /// How long the device lets a suspended app sleep on before it wakes it.
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
