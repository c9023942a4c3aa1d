import PushServer

/// The connections that the proxy refused during a run, which may explain why a client failed.
final class ProxyNotes {
    private static let most = 20
    private(set) var refused: [String] = []

    func add(_ note: ProxyNote) {
        guard note.status >= 400, self.refused.count < Self.most, !self.refused.contains(note.words) else { return }
        self.refused.append(note.words)
    }
}
