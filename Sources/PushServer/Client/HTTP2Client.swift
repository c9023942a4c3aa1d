package import Basics
package import SecureTransport

/// The client side of one HTTP/2 connection, with or without TLS.
package final class HTTP2Client: ConnectionHandler, HTTP2Events {
    private let carrier: HTTP2Carrier
    private let scheme: String
    private let authority: String
    private var requests: [Int32: ClientRequest] = [:]
    /// The requests that wait until the connection is open.
    private var waiting: [(HeaderList, [UInt8], (Result<ClientAnswer, ClientFailure>) -> Void)] = []
    /// Whether the connection is open, after the TLS handshake if there is one.
    package private(set) var isOpen = false
    private var ticker: LoopTimer?
    /// The result of the handshake; nil before it ends, and without TLS.
    package private(set) var tls: TLSFacts?
    package private(set) var end: ConnectionEnd?
    /// The GOAWAY frames that were received, in order.
    package private(set) var goAways: [ReceivedGoAway] = []
    /// The last TLS session, which the next connection can resume.
    package private(set) var resumable: TLSSession?

    /// Begins to connect; requests may be sent at once.
    package init(
        _ loop: EventLoop, to address: SocketAddress, security: ClientSecurity? = nil, authority: String? = nil,
        resuming ticket: TLSSession? = nil, limits: ServerLimits = ServerLimits()
    ) throws(ServerError) {
        let layer = security.map {
            SecureLayer($0.client.connect(to: $0.name, at: loop.now, resuming: ticket))
        }
        self.scheme = security == nil ? "http" : "https"
        self.authority = authority ?? address.description
        do throws(SystemFailure) {
            let socket = try SocketHandle.connecting(to: address)
            self.carrier = HTTP2Carrier(
                .client, on: Connection(loop, socket, layer, limits: limits, isConnecting: true))
        } catch {
            throw .cannotConnect(address.description, words: error.words)
        }
        self.carrier.session.report(to: self)
        self.connection.onSession = { [weak self] in self?.resumable = $0 }
        self.connection.start(self)
        self.watchDeadlines()
    }

    private var connection: Connection { self.carrier.connection }

    private func watchDeadlines() {
        self.ticker = self.connection.loop.timer(after: Connections.pace) { [weak self] in
            guard let self, self.end == nil else { return }
            self.connection.tick(self.connection.loop.uptime)
            self.watchDeadlines()
        }
    }

    package var openRequests: Int { self.requests.count + self.waiting.count }

    /// Sends a request. Calls back once, with the answer or with the reason why there is no answer.
    package func send(
        _ method: String, _ path: String, _ headers: HeaderList = HeaderList(), body: [UInt8] = [],
        completion: @escaping (Result<ClientAnswer, ClientFailure>) -> Void
    ) {
        var all = HeaderList([HeaderList.Field(":method", method), HeaderList.Field(":scheme", self.scheme)])
        all.append(":authority", self.authority)
        all.append(":path", path)
        for field in headers.fields { all.append(field.name, field.value) }
        if let end { return completion(.failure(.connection(end))) }
        guard self.isOpen else { return self.waiting.append((all, body, completion)) }
        self.submit(all, body, completion)
        self.pump()
    }

    private func submit(
        _ headers: HeaderList, _ body: [UInt8], _ completion: @escaping (Result<ClientAnswer, ClientFailure>) -> Void
    ) {
        guard let stream = self.carrier.session.submitRequest(headers, hasBody: !body.isEmpty) else {
            return completion(.failure(.notProcessed))
        }
        self.requests[stream] = ClientRequest(body, completion)
    }

    /// Closes the connection once all pending bytes are sent.
    package func close() { self.connection.close() }

    /// Ends the connection at once.
    package func drop() { self.connection.finish(.dropped) }

    // MARK: The connection

    func opened(_ facts: TLSFacts?) {
        self.tls = facts
        self.isOpen = true
        self.carrier.session.submit([(.enablePush, 0), (.initialWindowSize, 1 << 20)])
        let waiting = self.waiting
        self.waiting = []
        for (headers, body, completion) in waiting { self.submit(headers, body, completion) }
        self.pump()
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        if let flaw = self.carrier.receive(bytes) {
            return self.connection.finish(.lost("the server does not use HTTP/2: \(flaw)"))
        }
        self.pump()
    }

    func receivedEnd() { self.connection.close() }
    func hasRoom() { self.pump() }
    func tick(_ now: Interval) {}

    func ended(_ end: ConnectionEnd) {
        self.end = end
        let (requests, waiting) = (self.requests, self.waiting)
        (self.requests, self.waiting) = ([:], [])
        for request in requests.values { request.end(.failure(.connection(end))) }
        for (_, _, completion) in waiting { completion(.failure(.connection(end))) }
    }

    private func pump() {
        guard self.end == nil, self.isOpen, self.carrier.pump() else { return }
        if self.requests.isEmpty, !self.carrier.session.wantsToRead, !self.carrier.session.wantsToWrite {
            self.connection.close()
        }
    }

    // MARK: Events of the session

    func headersBegan(on stream: Int32) {}
    func header(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        self.requests[stream]?.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    func data(_ bytes: UnsafeRawBufferPointer, on stream: Int32) { self.requests[stream]?.add(bytes) }

    func received(_ frame: HTTP2Frame) {
        switch frame.kind {
        case .goAway: self.goAways.append(ReceivedGoAway(code: frame.code, note: frame.note))
        case .data, .headers: self.requests[frame.stream]?.noteFrame(frame)
        default: break
        }
    }

    func sent(_ frame: HTTP2Frame) {}

    func streamClosed(_ stream: Int32, _ code: UInt32) {
        self.requests.removeValue(forKey: stream)?.close(code)
    }

    func body(of stream: Int32, into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
        self.requests[stream]?.fill(buffer, streamWindow: self.carrier.session.window(of: stream))
            ?? .bytes(0, isLast: true)
    }
}
