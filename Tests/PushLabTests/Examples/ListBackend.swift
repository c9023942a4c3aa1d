import Basics
import PushLab
import ShoulderTap

/// A server that publishes what it is asked to, as soon as it knows one of its user's subscriptions.
struct ListBackend: LabBackend {
    private var host = ""
    private var token = ""
    /// Of each user the subscription that was heard of last.
    private var subscriptions: [String: String] = [:]
    private var waiting: [(LabNotification, user: String)] = []
    /// What was posted and is not answered, to be posted again when the token is no good any more.
    private var posted: [Int: (LabNotification, user: String)] = [:]

    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem) {
        switch event {
        case .started(let start):
            (self.host, self.token) = (start.host, start.accessToken)
            let lines = String(decoding: start.stored ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            for place in stride(from: 0, to: lines.count - 1, by: 2) {
                self.subscriptions[lines[place]] = lines[place + 1]
            }
        case .subscribed(let user, _, let subscription):
            self.subscriptions[user] = subscription
            let lines = self.subscriptions.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            system.store(Array(lines.joined(separator: "\n").utf8))
            self.publishWaiting(&system)
        case .publish(let wish, let user):
            self.waiting.append((wish, user))
            self.publishWaiting(&system)
        case .answer(let number, let answer):
            guard let post = self.posted.removeValue(forKey: number) else { return }
            guard answer.status == 401 else { return }
            self.waiting.append(post)
            system.requestAccessToken()
        case .accessToken(let token, _):
            self.token = token
            self.publishWaiting(&system)
        case .timer: break
        }
    }

    private mutating func publishWaiting(_ system: inout BackendSystem) {
        for (wish, user) in self.waiting {
            guard let subscription = self.subscriptions[user] else { continue }
            let headers = [
                BackendAnswer.Header("Authorization", "Bearer \(self.token)"), .init("X-UNS-ID", subscription),
                .init("Content-Type", "application/json"),
            ]
            self.posted[system.post(self.body(wish, system), headers: headers)] = (wish, user)
        }
        self.waiting.removeAll { self.subscriptions[$0.user] != nil }
    }

    private func body(_ wish: LabNotification, _ system: BackendSystem) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("targetHostName", self.host)
            writer.member("appNotificationId", wish.id)
            if let lifetime = wish.lifetime {
                let end = Instant(microseconds: Interval(system.clock + lifetime).microseconds)
                writer.member("expirationDateTime", ISODate.text(of: end))
            }
            writer.key("payload")
            writer.object { writer in
                guard wish.isVisual else { return writer.member("rawContent", wish.content) }
                writer.key("visualContent")
                writer.object { $0.member("title", wish.content) }
            }
        }
        return writer.bytes
    }
}
