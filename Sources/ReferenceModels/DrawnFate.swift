import Basics
package import PushGateway

/// The numbers that a fate is made of. A model gets these numbers, so that it also finds a fate that loses one of them.
package struct DrawnFate {
    var delay = Interval.zero
    var isLost = false
    var copyAfter: Interval?
    var isTakenForNewest = false
    var groupingWindow: Interval?
    var patience = Interval.zero

    /// The fate of an ideal network.
    static let ideal = DrawnFate()

    /// The fate that the machines get.
    package var fate: Fate {
        Fate(
            delay: self.delay, isLost: self.isLost, copyAfter: self.copyAfter, isTakenForNewest: self.isTakenForNewest,
            groupingWindow: self.groupingWindow, patience: self.patience)
    }
}
