package import Basics

/// One request and the means to answer it, for every version of HTTP.
package final class Exchange {
    /// The way in which the body ended.
    package enum BodyEnd: Hashable, Sendable {
        case complete
        /// The body is longer than allowed.
        ///
        /// One byte beyond the limit was kept.
        case tooLong
        /// The body did not arrive in time.
        case cutByTimer
    }

    /// The headers as they were sent, with the pseudo headers of HTTP/2 in front.
    package let head: HeaderList
    package let body: [UInt8]
    package let bodyEnd: BodyEnd
    package let peer: Peer
    private let line: any ExchangeLine
    private var isAnswered = false
    private(set) package var isOver = false
    /// A closure that is called when the sender goes away or cancels the request before the answer is complete.
    package var onCancel: () -> Void = {}

    init(
        _ head: HeaderList, _ body: [UInt8], _ bodyEnd: BodyEnd, on peer: Peer, over line: any ExchangeLine
    ) {
        (self.head, self.body, self.bodyEnd, self.peer, self.line) = (head, body, bodyEnd, peer, line)
    }

    package var method: String { self.head[":method"] ?? "" }
    /// The path with its query, as sent.
    package var target: String { self.head[":path"] ?? "" }

    /// Answers in one piece; only the first answer counts.
    package func respond(_ response: Response) {
        guard self.mayAnswer() else { return }
        self.line.send(response)
    }

    /// Begins an answer whose body is written in pieces, such as a stream of events. Returns nil when the sender is
    /// gone or wants no body.
    package func stream(_ head: Response) -> ResponseStream? {
        guard self.mayAnswer() else { return nil }
        guard self.method != "HEAD" else {
            self.line.send(head)
            return nil
        }
        self.line.begin(head)
        return ResponseStream(self, self.line)
    }

    /// Ends the request without an answer. Sends RST_STREAM over HTTP/2, or ends the connection over HTTP/1.1.
    package func reset() {
        guard self.mayAnswer() else { return }
        self.line.reset()
    }

    private func mayAnswer() -> Bool {
        guard !self.isAnswered, !self.isOver else { return false }
        self.isAnswered = true
        return true
    }

    /// Ends the exchange because its stream or connection is gone, before or after the answer was complete.
    func end(isComplete: Bool) {
        guard !self.isOver else { return }
        self.isOver = true
        if !isComplete { self.onCancel() }
        self.onCancel = {}
    }
}

/// The carrier of an answer: a stream of HTTP/2, or a request of HTTP/1.1.
protocol ExchangeLine: AnyObject {
    func send(_ response: Response)
    func begin(_ head: Response)
    func write(_ bytes: [UInt8])
    func finish()
    func reset()
    /// The number of body bytes that are waiting to be sent to the peer.
    var unsentCount: Int { get }
}
