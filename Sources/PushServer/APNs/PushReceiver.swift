package import Basics
package import PushGateway

/// The push service for an endpoint.
///
/// The receiver may answer a push at once or later, on the loop's thread.
package protocol PushReceiver: AnyObject {
    var environment: PushEnvironment { get }
    /// The rules that connections follow when they open and close.
    var rules: AdmissionRules { get }
    func receive(_ push: IncomingPush)
}

/// The reply to a push, and its effect on the connection.
package enum PushReply: Hashable, Sendable {
    /// The commands of the push service, including the answer.
    case answer([AdmissionAction])
    /// A response that does not come from the push service.
    case response(Response)
    /// A reply after a delay.
    indirect case after(Interval, PushReply)
    /// The sender gets no reply, and waits until it times out.
    case silence
    /// The stream is reset.
    case reset
    /// Closes the connection in two steps, for this reason.
    ///
    /// The push still gets its reply.
    indirect case goAway(Refusal, PushReply)
    /// Ends the connection without a reply or a GOAWAY frame.
    case drop
}

/// A push that was received and waits for its reply.
package final class IncomingPush {
    package let request: PushRequest
    package let link: PushLink
    private let exchange: Exchange
    private var timer: LoopTimer?
    private var isReplied = false

    init(_ exchange: Exchange, on link: PushLink) {
        self.request = PushRequest(
            headers: exchange.head, body: exchange.body,
            bodyEnd: exchange.bodyEnd == .cutByTimer ? .cutByTimer : .complete)
        (self.exchange, self.link) = (exchange, link)
    }

    /// Answers the push; only the first reply counts.
    package func reply(_ reply: PushReply) {
        guard !self.isReplied else { return }
        self.isReplied = true
        self.carryOut(reply)
    }

    private func carryOut(_ reply: PushReply) {
        switch reply {
        case .answer(let orders): self.link.carryOut(orders, answering: self.exchange)
        case .response(let response): self.exchange.respond(response)
        case .after(let time, let later):
            // The timer keeps the push until it fires.
            self.timer = self.link.peer.timer(after: time) {
                self.timer = nil
                self.carryOut(later)
            }
        case .silence: break
        case .reset: self.exchange.reset()
        case .goAway(let reason, let then):
            self.link.leave(for: reason)
            self.carryOut(then)
        case .drop: self.link.peer.drop()
        }
    }
}
