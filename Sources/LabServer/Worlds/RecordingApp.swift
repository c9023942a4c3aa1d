import PushLab

/// An app that reads nothing and shows nothing: its pushes arrive, and that is all.
struct RecordingApp: LabApp {
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        if case .push(let push) = event { system.finish(push, .noData) }
    }
}
