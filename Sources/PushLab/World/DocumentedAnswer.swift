import Basics
import PushGateway

/// An answer to a push, as Apple documents it.
struct DocumentedAnswer {
    let status: Int
    let body: String

    init(_ status: Int, _ reason: String? = nil, since time: Instant? = nil) {
        self.status = status
        let timestamp = time.map { ", \"timestamp\": \($0.milliseconds)" } ?? ""
        self.body = reason.map { "{\"reason\": \"\($0)\"\(timestamp)}" } ?? ""
    }

    func isTold(by answer: Answer) -> Bool {
        // Only a token that has ended has a time. A sender may drop the token at that time.
        guard answer.status == self.status, answer.refusal?.timestamp == nil || self.status == 410 else { return false }
        guard let refusal = answer.refusal else { return self.body.isEmpty }
        return !self.body.isEmpty && DocumentedJSON(self.body).isIn(refusal.body)
    }
}
