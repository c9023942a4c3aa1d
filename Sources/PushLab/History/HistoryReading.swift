import FeedContract

/// What judges and reports read.
extension Lab {
    /// All that happened, in order.
    package var events: [HistoryEvent] { self.world.history.events }

    package func text(of number: HistoryEvent.TextNumber) -> String { self.world.history.text(number) }

    /// What is live in a user's feed at the service: what every device is to show in the end.
    package func truth(of user: String) -> [AppChange] {
        guard let number = self.world.users.firstIndex(where: { $0 == user }) else { return [] }
        return self.world.truth(of: number).filter { $0.kind == .new || $0.kind == .updated }.map(AppChange.init)
    }

    /// A device as people call it.
    package func title(of device: Int) -> String { self.world.title(device) }
}
