import Basics
import PushGateway
import SecureTransport

/// The server side of one HTTP/2 connection.
final class HTTP2Server: ConnectionHandler, HTTP2Events {
    let service: any ExchangeService
    let carrier: HTTP2Carrier
    private(set) var peer: Peer?
    private(set) var requests: [Int32: HTTP2Request] = [:]
    /// The latest request. Most events refer to it.
    private var latest: HTTP2Request?
    /// The streams of requests that have not arrived completely.
    private var arriving: Set<Int32> = []
    /// The streams of answers that wait for the flow control window of the connection.
    private var starving: Set<Int32> = []
    private var texts = HeaderTexts()
    private var flood: FloodGuard
    /// The reason why the server no longer reads bytes of the peer.
    private var flaw: String?
    private var isOver = false
    var farewell = Farewell.none
    var grace: LoopTimer?

    /// The stage of the connection's shutdown.
    enum Farewell {
        case none
        /// The first GOAWAY frame is sent; new requests are still served.
        case announced
        /// The last GOAWAY frame is sent. The connection closes when its last request ends.
        case final
        /// The connection ends once all submitted frames are sent.
        case now
    }

    var connection: Connection { self.carrier.connection }
    var loop: EventLoop { self.connection.loop }
    private var limits: ServerLimits { self.connection.limits }

    init(_ connection: Connection, _ service: any ExchangeService) {
        (self.carrier, self.service) = (HTTP2Carrier(.server, on: connection), service)
        self.flood = FloodGuard(connection.limits, at: connection.loop.uptime)
        self.carrier.session.report(to: self)
    }

    // MARK: The connection

    func opened(_ facts: TLSFacts?) {
        let peer = Peer(.http2, self.connection.peerAddress, facts, self)
        self.peer = peer
        let settings = PushConnection.Settings(
            maxConcurrentStreams: self.service.streamLimit(peer) ?? self.limits.streams)
        self.carrier.session.submit([
            (.headerTableSize, settings.headerTableSize), (.maxConcurrentStreams, settings.maxConcurrentStreams),
            (.initialWindowSize, settings.initialWindowSize), (.maxFrameSize, settings.maxFrameSize),
            (.maxHeaderListSize, self.limits.headerList),
        ])
        self.service.opened(peer)
        self.pump()
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard self.flaw == nil else { return }
        let end = self.carrier.receive(bytes)
        if let end, self.flaw == nil { self.flaw = end }
        self.pump()
    }

    func receivedEnd() { self.connection.close() }

    func hasRoom() { self.pump() }

    func ended(_ end: ConnectionEnd) {
        self.isOver = true
        let (requests, peer) = (self.requests, self.peer)
        self.requests = [:]
        for request in requests.values {
            request.end()
            if let peer { self.service.released(peer) }
        }
        self.latest = nil
        if let peer { self.service.ended(peer) }
        peer?.end()
    }

    func tick(_ now: Interval) {
        for stream in self.arriving {
            guard let request = self.requests[stream] else { continue }
            if request.isDelivered {
                guard request.isAnswerSent, now - request.since > self.limits.parting else { continue }
                self.carrier.session.reset(stream, .none)
            } else if !request.headersDone {
                if now - request.since > self.limits.headers { return self.cutOff("headers came too slowly") }
            } else if now - request.since > self.limits.upload {
                self.deliver(request, .cutByTimer)
            }
        }
        self.pump()
    }

    /// Sends the session's pending frames as far as there is room, and closes the connection if it is finished.
    func pump() {
        guard !self.isOver, self.carrier.pump(), !self.isOver else { return }
        if self.flaw != nil {
            // The server does not wait for a peer that misbehaves.
            if self.connection.unsentCount == 0 { self.connection.close() } else { self.connection.finish(.dropped) }
        } else if self.isFinished(self.carrier.session.wantsToRead, self.carrier.session.wantsToWrite) {
            self.connection.close()
        }
    }

    private func isFinished(_ wantsToRead: Bool, _ wantsToWrite: Bool) -> Bool {
        guard !wantsToWrite else { return false }
        if self.farewell == .now { return true }
        // While requests are open, a session stops reading only after a protocol error of the peer.
        return !wantsToRead && (!self.requests.isEmpty || self.farewell != .announced)
    }

    /// Ends the connection of a peer that exceeded a limit.
    private func cutOff(_ words: String) {
        guard self.flaw == nil else { return }
        self.flaw = words
        self.carrier.session.terminate(.enhanceYourCalm)
        self.pump()
    }

    // MARK: Events of the session

    func headersBegan(on stream: Int32) {
        self.texts.beginRequest()
        guard self.requests[stream] == nil, !self.isOver, let peer else { return }
        let request = HTTP2Request(stream, self, fields: self.texts.usualCount, at: self.loop.uptime)
        guard self.service.admits(peer) else {
            self.carrier.session.reset(stream, .refused)
            return
        }
        self.requests[stream] = request
        self.latest = request
        self.arriving.insert(stream)
    }

    private func request(on stream: Int32) -> HTTP2Request? {
        if let latest, latest.stream == stream { return latest }
        return self.requests[stream]
    }

    func header(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        guard let request = self.request(on: stream) else { return }
        let field = self.texts.field(name, value)
        if request.add(field, limit: self.limits.headerList) > self.limits.headerFlood {
            self.cutOff("too many bytes of headers")
        }
    }

    func received(_ frame: HTTP2Frame) {
        if let words = self.flood.received(frame, at: self.loop.uptime) { return self.cutOff(words) }
        switch frame.kind {
        case .headers:
            guard let request = self.request(on: frame.stream) else { return }
            if !request.headersDone { self.endHeaders(request) }
            if frame.endsStream { self.complete(request) }
        case .data: if frame.endsStream, let request = self.request(on: frame.stream) { self.complete(request) }
        case .windowUpdate: if frame.stream == 0 { self.feed() }
        default: break
        }
    }

    private func endHeaders(_ request: HTTP2Request) {
        let limit = self.service.bodyLimit(request.head) ?? self.limits.body
        request.endHeaders(bodyLimit: limit, at: self.loop.uptime)
        guard request.headSize > self.limits.headerList else { return }
        let answer = self.service.response(to: .headersTooLong, path: request.head[":path"] ?? "")
        request.deliver(.complete, on: self.peer ?? Peer(.http2, nil, nil, self), at: self.loop.uptime)?
            .respond(answer)
    }

    func data(_ bytes: UnsafeRawBufferPointer, on stream: Int32) {
        guard let request = self.request(on: stream) else { return }
        if request.isDelivered {
            self.drop(bytes.count, of: request)
        } else if !request.add(bytes) {
            self.deliver(request, .tooLong)
        }
    }

    /// Drops bytes of a request that is answered already.
    ///
    /// Many clients read the answer only after they have sent their whole request, so the stream is not reset at once.
    private func drop(_ count: Int, of request: HTTP2Request) {
        if request.drops(count), request.isAnswerSent { self.carrier.session.reset(request.stream, .none) }
    }

    private func complete(_ request: HTTP2Request) {
        request.isComplete = true
        self.arriving.remove(request.stream)
        self.deliver(request, .complete)
    }

    private func deliver(_ request: HTTP2Request, _ end: Exchange.BodyEnd) {
        guard let peer, let exchange = request.deliver(end, on: peer, at: self.loop.uptime) else { return }
        self.service.handle(exchange)
    }

    func sent(_ frame: HTTP2Frame) {
        switch frame.kind {
        case .headers, .data:
            guard frame.endsStream, let request = self.request(on: frame.stream) else { return }
            request.noteAnswerSent()
            // The server does not continue to wait for a sender that was too slow.
            if !request.isComplete, request.isLate { self.carrier.session.reset(frame.stream, .none) }
        case .reset:
            guard ![HTTP2Session.Code.none.rawValue, HTTP2Session.Code.refused.rawValue].contains(frame.code),
                self.requests[frame.stream]?.isAnswered != true
            else { return }
            if let words = self.flood.sentReset(at: self.loop.uptime) { self.cutOff(words) }
        default: break
        }
    }

    func streamClosed(_ stream: Int32, _ code: UInt32) {
        self.arriving.remove(stream)
        self.starving.remove(stream)
        if self.latest?.stream == stream { self.latest = nil }
        guard let request = self.requests.removeValue(forKey: stream) else { return }
        request.end()
        if let peer { self.service.released(peer) }
    }

    func body(of stream: Int32, into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
        guard let request = self.request(on: stream) else { return .bytes(0, isLast: true) }
        let piece = request.fill(buffer, streamWindow: self.carrier.session.window(of: stream))
        if case .none = piece, request.unsentCount > 0 { self.starving.insert(stream) }
        return piece
    }

    /// Tries again to send the bodies that had to wait because the window of the connection was too small.
    private func feed() {
        let starving = self.starving
        self.starving = []
        for stream in starving.sorted() { self.carrier.session.resume(stream) }
    }

    // MARK: Answers to requests

    func answer(_ request: HTTP2Request, _ response: Response, hasBody: Bool) {
        self.carrier.session.submitResponse(response, hasBody: hasBody, on: request.stream)
        self.pump()
    }

    func resume(_ request: HTTP2Request) {
        self.carrier.session.resume(request.stream)
        self.pump()
    }

    func reset(_ request: HTTP2Request) {
        self.carrier.session.reset(request.stream, .cancel)
        self.pump()
    }
}
