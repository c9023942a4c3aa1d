import PushLab

/// A server that posts, for each user, whatever body the test gave it.
struct PostingBackend: LabBackend {
    /// What is to be posted next, whoever asks.
    final class Bodies {
        var next: String?
        /// What the service said.
        var statuses: [Int] = []
    }

    private let bodies: Bodies
    private var token = ""
    private var subscriptions: [String: String] = [:]

    init(_ bodies: Bodies) { self.bodies = bodies }

    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem) {
        switch event {
        case .started(let start): self.token = start.accessToken
        case .subscribed(let user, _, let subscription): self.subscriptions[user] = subscription
        case .publish(let notification, let user):
            guard let subscription = self.subscriptions[user] else { return }
            let plain = #"{"rawContent":"\#(notification.content)"}"#
            let rest = self.bodies.next ?? #""payload":\#(plain)"#
            let body = #"{"targetHostName":"contoso.com","appNotificationId":"\#(notification.id)",\#(rest)}"#
            _ = system.post(
                Array(body.utf8),
                headers: [
                    .init("Authorization", "Bearer \(self.token)"), .init("X-UNS-ID", subscription),
                    .init("Content-Type", "application/json"),
                ])
        case .answer(_, let answer): self.bodies.statuses.append(answer.status)
        case .timer, .accessToken: break
        }
    }
}
