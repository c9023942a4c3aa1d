import PushLab

/// An app that fetches nothing and shows nothing.
///
/// Pushes to it are only recorded.
struct RecordingApp: LabApp {
    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        if case .push(let push) = event { system.finish(push, .noData) }
    }
}
