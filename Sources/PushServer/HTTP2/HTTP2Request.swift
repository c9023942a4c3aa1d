import Basics

/// One request over HTTP/2, from its first header to the end of its answer.
final class HTTP2Request: ExchangeLine {
    let stream: Int32
    /// The connection on which the request came. Nil after its stream or the connection has ended.
    ///
    /// The reference is not weak, because a weak reference would make each use of the server slower.
    private var server: HTTP2Server?
    var head = HeaderList()
    private(set) var headSize = 0
    private(set) var headersDone = false
    private var incoming: [UInt8] = []
    private var bodyLimit = 0
    private var outgoing: OutgoingBody?
    private var exchange: Exchange?
    /// The maximum number of request bytes that are dropped after the answer was sent.
    private static let mostDropped = 1 << 20
    private var dropped = 0
    /// Whether the body did not arrive in time.
    private(set) var isLate = false
    /// The time when the current stage started: when the headers began, when they were complete, or when the request
    /// was delivered.
    var since: Interval
    private(set) var isDelivered = false
    /// Whether the request arrived completely.
    var isComplete = false
    private(set) var isAnswered = false
    private(set) var isAnswerSent = false

    /// Creates a request that will have about this many fields.
    init(_ stream: Int32, _ server: HTTP2Server, fields: Int, at now: Interval) {
        (self.stream, self.server, self.since) = (stream, server, now)
        self.head.reserve(fields)
    }

    // MARK: Receiving

    /// Counts a header, and keeps it unless the limit is exceeded.
    ///
    /// Returns the total size.
    func add(_ field: HeaderList.Field, limit: Int) -> Int {
        self.headSize += field.size
        if self.headSize <= limit, !self.headersDone { self.head.append(field.name, field.value) }
        return self.headSize
    }

    func endHeaders(bodyLimit: Int, at now: Interval) {
        (self.headersDone, self.bodyLimit, self.since) = (true, bodyLimit, now)
    }

    /// Keeps bytes of the body, up to one byte over the limit.
    ///
    /// Returns false once the body is too long.
    func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = self.bodyLimit + 1 - self.incoming.count
        self.incoming.append(contentsOf: bytes.prefix(max(0, room)))
        return self.incoming.count <= self.bodyLimit
    }

    /// Counts bytes that are dropped.
    ///
    /// Returns whether too many bytes were dropped.
    func drops(_ count: Int) -> Bool {
        self.dropped += count
        return self.dropped > Self.mostDropped
    }

    /// Delivers the request.
    ///
    /// Bytes of the request that arrive later are dropped.
    func deliver(_ end: Exchange.BodyEnd, on peer: Peer, at now: Interval) -> Exchange? {
        guard !self.isDelivered else { return nil }
        (self.isDelivered, self.isLate, self.since) = (true, end == .cutByTimer, now)
        let exchange = Exchange(self.head, self.incoming, end, on: peer, over: self)
        self.incoming = []
        self.exchange = exchange
        return exchange
    }

    // MARK: Answering

    var unsentCount: Int { self.outgoing?.unsentCount ?? 0 }

    func send(_ response: Response) {
        let hasBody = !response.body.isEmpty && self.head[":method"] != "HEAD"
        if hasBody { self.outgoing = OutgoingBody(response.body) }
        self.isAnswered = true
        self.server?.answer(self, response, hasBody: hasBody)
    }

    func begin(_ head: Response) {
        self.outgoing = OutgoingBody()
        self.outgoing?.append(head.body)
        self.isAnswered = true
        self.server?.answer(self, head, hasBody: true)
    }

    func write(_ bytes: [UInt8]) {
        self.outgoing?.append(bytes)
        self.server?.resume(self)
    }

    func finish() {
        self.outgoing?.finish()
        self.server?.resume(self)
    }

    func reset() {
        self.isAnswered = true
        self.server?.reset(self)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer, streamWindow: Int) -> HTTP2BodyPiece {
        let piece = self.outgoing?.fill(buffer, streamWindow: streamWindow) ?? .bytes(0, isLast: true)
        return piece
    }

    func noteAnswerSent() { self.isAnswerSent = true }

    /// Ends the request because its stream or connection is gone.
    func end() {
        self.server = nil
        let exchange = self.exchange
        self.exchange = nil
        exchange?.end(isComplete: self.isAnswerSent)
    }
}
