/// A run that the fault of a program under test cuts short.
///
/// A program that crashes at one event, or answers with a line that makes no sense, fails to do what it was asked. Each
/// expectation and most promises are broken as a consequence. So the run ends there, and the fault is its only finding.
extension ScenarioRun {
    /// Says whether a program under test ended by its own fault.
    var isCutByFault: Bool { self.lab.world.record.fault != nil }

    /// Charges the fault, and nothing else.
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
