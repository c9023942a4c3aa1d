/// A run that is cut short by the fault of a program under test.
///
/// A program has such a fault when it crashes at an event or answers with an invalid line. Every expectation and most
/// promises are then broken as a consequence. Therefore the run ends at the fault, and the fault is its only finding.
extension ScenarioRun {
    /// Whether a program under test ended because of a fault.
    var isCutByFault: Bool { self.lab.world.record.fault != nil }

    /// Reports the fault, and nothing else.
    mutating func concludeFault() {
        self.misses = []
        self.stillnessFailure = nil
        self.court = Court(self.lab.view)
        let last = self.lab.view.events.indices.last.map { [$0] } ?? []
        guard let fault = self.lab.world.record.fault else { preconditionFailure("no fault ended the run") }
        let (property, words) = Self.parts(of: fault.sentence)
        self.court.judge(property, atRisk: true)
        self.court.object(property, Violation.kind(ofFault: fault.sort), words, last)
    }
}
