/// The violations that the lab itself found. No judge reports these violations.
extension ScenarioRun {
    /// The violations that the lab found, except crashes and ended apps. The judge of P36 finds crashes and ended apps
    /// in the history.
    var untold: [LabViolation] {
        let all = self.lab.violations
        guard !all.isEmpty else { return [] }
        // Used for lookup only: iteration order is not deterministic.
        var told: [String: Int] = [:]
        let view = self.lab.view
        for event in view.events {
            if let sentence = Self.sentence(on: event, in: view) { told[sentence, default: 0] += 1 }
        }
        return all.filter { violation in
            guard let count = told[violation.sentence], count > 0 else { return true }
            told[violation.sentence] = count - 1
            return false
        }
    }

    /// The sentence of the lab about an event that breaks a promise. Nil for any other event.
    private static func sentence(on event: HistoryEvent, in view: HistoryView) -> String? {
        guard let number = event.actor.device else { return nil }
        let app = "the app on \(view.title(number))"
        switch event.kind {
        case .crashed where event.subject != .none: return "\(app) crashed: \(view.text(event.subject))"
        case .killed where event.isBySystem: return "\(app) did not finish a push within 30 s, so the system ended it"
        default: return nil
        }
    }
}
