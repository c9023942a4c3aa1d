package import Basics

/// A broken promise of a backend, with its evidence.
package struct BackendFinding: Hashable, Sendable {
    package var promise: BackendPromise
    /// The evidence in one sentence. It names the pushes that prove the broken promise.
    package var witness: String
    /// The time of the push that proves the broken promise.
    package var time: Instant
    /// The number of times that the promise was broken.
    package var count = 1

    package init(_ promise: BackendPromise, _ witness: String, at time: Instant) {
        (self.promise, self.witness, self.time) = (promise, witness, time)
    }
}

/// The verdict on a backend.
package struct BackendVerdict: Hashable, Sendable {
    /// The broken promises in the order of their numbers. Each promise occurs once.
    package var findings: [BackendFinding] = []
    /// The number of times that each promise was judged.
    package var judged: [BackendPromise: Int] = [:]
    /// The number of pushes. ``lastPush`` is the time of the last push.
    package var pushes = 0
    package var lastPush: Instant?

    package init() {}

    /// Records a broken promise. Keeps the first witness of each promise.
    package mutating func add(_ finding: BackendFinding) {
        if let place = self.findings.firstIndex(where: { $0.promise == finding.promise }) {
            self.findings[place].count += finding.count
        } else {
            self.findings.append(finding)
            self.findings.sort { $0.promise < $1.promise }
        }
    }

    mutating func look(_ promise: BackendPromise, times count: Int = 1) {
        if count > 0 { self.judged[promise, default: 0] += count }
    }

    package func finding(_ promise: BackendPromise) -> BackendFinding? {
        self.findings.first { $0.promise == promise }
    }
}
