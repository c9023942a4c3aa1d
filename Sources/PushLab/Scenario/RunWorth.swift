import Basics

/// The facts that decide whether a passing run proves anything.
package struct RunWorth: Hashable, Sendable {
    /// The number of runs in which a step had no effect, although an expectation is about the notification of that
    /// step.
    package var undecided = 0
    /// The number of runs in which something was published.
    package var publishing = 0
    /// The number of runs in which a device read or showed something.
    package var delivering = 0

    package init() {}

    package static func += (left: inout RunWorth, right: RunWorth) {
        left.undecided += right.undecided
        left.publishing += right.publishing
        left.delivering += right.delivering
    }
}

extension ScenarioRun {
    /// Computes the facts that decide whether the run proves anything. This happens before the lab itself publishes
    /// anything.
    mutating func weigh() {
        self.worth = RunWorth()
        if self.scenario.publishes { self.worth.publishing = 1 }
        let isDelivered = self.lab.view.events.contains { event in
            event.kind == .changeArrived || event.kind == .shown || event.kind == .alertArrived
        }
        if isDelivered { self.worth.delivering = 1 }
        if !self.moot.isEmpty { self.worth.undecided = 1 }
    }

    /// The steps that had no effect, although an expectation is about their notification.
    var moot: [IdleStep] {
        guard !self.idle.isEmpty else { return [] }
        let expected = self.scenario.expectedIDs
        return self.idle.filter { step in
            step.notification.map { id in expected.contains { $0.isExactly(id) } } ?? false
        }
    }

    /// Removes each missed expectation about a notification for which a step had no effect. Such an expectation could
    /// not be met.
    mutating func dropMootMisses() {
        let moot = self.moot.compactMap(\.notification)
        guard !moot.isEmpty else { return }
        self.misses.removeAll { miss in
            miss.notification.map { id in moot.contains { $0.isExactly(id) } } ?? false
        }
    }
}
