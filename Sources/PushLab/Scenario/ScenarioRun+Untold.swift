/// What the lab itself found broken, and no judge tells of.
extension ScenarioRun {
    /// Crashes, and apps that the system ended, stand in the history, where the judge of P36 sees them.
    var untold: [LabViolation] {
        let all = self.lab.violations
        guard !all.isEmpty else { return [] }
        // Looked up, never walked through.
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

    /// What the lab says when it notes an event that breaks a promise.
    private static func sentence(on event: HistoryEvent, in view: HistoryView) -> String? {
        guard let number = event.actor.device else { return nil }
        let app = "the app on \(view.title(number))"
        switch event.kind {
        case .crashed where event.subject != .none: return "\(app) crashed: \(view.text(event.subject))"
        case .killed where event.isBySystem: return "\(app) did not finish a push within 30 s and was ended"
        default: return nil
        }
    }
}
