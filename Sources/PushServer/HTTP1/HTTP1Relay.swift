import Basics
import PushGateway
import SecureTransport

/// One HTTP/1.1 connection. It enforces limits and deadlines before libevent sees the bytes, and handles TLS, which
/// libevent does not.
final class HTTP1Relay: ConnectionHandler {
    let outer: Connection
    let service: any ExchangeService
    let site: HTTP1Site
    private var inner: Connection?
    private(set) var peer: Peer?
    private var clock = RequestClock()
    private var start = RequestStart()
    private var line: HTTP1Line?
    /// Whether the connection ends after the current answer.
    private(set) var isLeaving = false
    private var grace: LoopTimer?

    init(_ outer: Connection, _ service: any ExchangeService, _ site: HTTP1Site) {
        (self.outer, self.service, self.site) = (outer, service, site)
    }

    // MARK: The client's side

    func opened(_ facts: TLSFacts?) {
        guard let inner = self.site.connect(self) else { return self.outer.finish(.dropped) }
        let peer = Peer(.http1, self.outer.peerAddress, facts, self)
        (self.inner, self.peer) = (inner, peer)
        self.service.opened(peer)
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard let inner else { return }
        if self.clock.phase == .idle { self.start.removeAll() }
        self.start.take(bytes)
        self.clock.receive(bytes, at: self.loop.uptime)
        inner.write(bytes)
        inner.flush()
        if !inner.isRoomy { self.outer.pauseReading(true) }
    }

    /// Handles the end of the client's stream.
    ///
    /// A client may close its side after the request and still wait for the answer.
    func receivedEnd() {
        self.isLeaving = true
        if self.clock.phase == .idle { self.outer.close() }
    }

    func hasRoom() { self.inner?.pauseReading(false) }

    func ended(_ end: ConnectionEnd) {
        let (line, inner, peer) = (self.line, self.inner, self.peer)
        (self.line, self.inner) = (nil, nil)
        line?.abandon()
        inner?.finish(.dropped)
        if let peer {
            if line != nil { self.service.released(peer) }
            self.service.ended(peer)
            peer.end()
        }
    }

    func tick(_ now: Interval) {
        if let words = self.clock.fault(at: now, self.outer.limits) { self.outer.finish(.overLimit(words)) }
    }

    // MARK: Libevent's side

    func answered(_ bytes: UnsafeRawBufferPointer) {
        // While a request is open, the answer comes from the service and not from libevent.
        if self.line == nil, let page = LibeventPage(endOf: bytes) { return self.refuse(page, bytes) }
        self.outer.write(bytes)
        self.outer.flush()
        if !self.outer.isRoomy { self.inner?.pauseReading(true) }
    }

    /// Replaces libevent's error page with the service's answer, and ends the connection.
    private func refuse(_ page: LibeventPage, _ bytes: UnsafeRawBufferPointer) {
        self.outer.write(UnsafeRawBufferPointer(rebasing: bytes[..<page.start]))
        // Libevent may find another fault before it looks at the method.
        let refusal = self.start.hasUnknownMethod ? EarlyRefusal.unknownMethod : page.refusal
        self.outer.write(HTTP1Text.lastAnswer(self.service.response(to: refusal, path: self.start.path)))
        self.outer.close()
    }

    func innerHasRoom() { self.outer.pauseReading(false) }

    func innerEnded() { self.outer.close() }

    /// Handles a complete request.
    func handle(_ line: HTTP1Line, _ head: HeaderList, _ body: [UInt8]) {
        guard let peer, self.service.admits(peer) else {
            return line.send(self.service.response(to: .overloaded, path: head[":path"] ?? ""))
        }
        self.clock.requestArrived()
        self.line = line
        if body.isEmpty, Self.announcesBody(head) {
            // Libevent does not read the body of TRACE, and would take it for the next request.
            self.isLeaving = true
        }
        let limit = self.service.bodyLimit(head) ?? self.outer.limits.body
        let end = body.count > limit ? Exchange.BodyEnd.tooLong : .complete
        let exchange = Exchange(head, Array(body.prefix(limit + 1)), end, on: peer, over: line)
        line.exchange = exchange
        self.service.handle(exchange)
    }

    private static func announcesBody(_ head: HeaderList) -> Bool {
        head.contains("transfer-encoding") || head["content-length"].map { Int($0) != 0 } ?? false
    }

    /// Ends a request whose answer is complete here.
    ///
    /// Libevent may still be writing the answer.
    func finished(_ line: HTTP1Line) {
        guard self.line === line else { return }
        self.line = nil
        self.clock.answered(at: self.loop.uptime)
        if let peer { self.service.released(peer) }
    }

}

extension HTTP1Relay: PeerControl {
    var loop: EventLoop { self.outer.loop }

    func goAway(_ goAway: GoAway) {
        self.isLeaving = true
        if self.clock.phase == .idle { self.outer.close() }
    }

    func allowStreams(_ count: Int) {}

    func close() {
        self.isLeaving = true
        if self.clock.phase == .idle { self.outer.close() }
    }

    func drop() { self.outer.finish(.dropped) }

    /// Drains the connection: waits briefly for a request that is still arriving, and for an answer that libevent has
    /// not written yet.
    func drain() {
        self.isLeaving = true
        self.grace = self.loop.timer(after: AdmissionRules.closingGrace) { [weak self] in
            self?.goAway(GoAway(.served, for: .shutdown))
        }
    }
}
