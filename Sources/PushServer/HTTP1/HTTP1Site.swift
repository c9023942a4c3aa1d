import Basics
internal import CLibevent

/// Libevent's HTTP/1.1 server, which listens on a socket in a private folder.
///
/// Libevent cannot take over an accepted connection; it needs a listening socket. So each client's bytes are relayed to
/// libevent over an internal socket, after TLS was removed and the limits were checked.
final class HTTP1Site {
    private let loop: EventLoop
    private let limits: ServerLimits
    private let http: HTTPHandle
    private let folder: String
    private let address: SocketAddress
    /// The relays that libevent has not accepted yet, in the order in which it will accept them.
    private var expected: [Weak<HTTP1Relay>] = []
    /// The relays that libevent has accepted, by their buffers.
    private var relays: [OpaquePointer: Weak<HTTP1Relay>] = [:]
    /// Requests whose clients are gone.
    ///
    /// Libevent frees such a request when it is answered.
    private var forgotten: [OpaquePointer] = []
    private var cleaning: LoopTimer?

    private static let backlog: Int32 = 4_096

    init(_ loop: EventLoop, _ limits: ServerLimits, in folder: String?) throws(ServerError) {
        (self.loop, self.limits) = (loop, limits)
        self.http = HTTPHandle(loop.base, limits: limits)
        // Libevent may write to a relay that has just ended.
        System.ignoreBrokenPipes()
        do {
            self.folder = try System.makePrivateFolder(in: folder)
            self.address = .unix(self.folder + "/http")
            let descriptor = try System.makeSocket(self.address.family)
            try System.beginListening(descriptor, at: self.address, backlog: Self.backlog)
            evhttp_accept_socket(self.http.pointer, descriptor)
        } catch {
            throw .cannotListen("a socket in a temporary folder", words: error.words)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        evhttp_set_bevcb(
            self.http.pointer,
            { base, context in
                let buffer = bufferevent_socket_new(base, -1, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
                if let context, let buffer {
                    Unmanaged<HTTP1Site>.fromOpaque(context).takeUnretainedValue().accepted(buffer)
                }
                return buffer
            }, context)
        evhttp_set_gencb(
            self.http.pointer,
            { request, context in
                guard let context, let request else { return }
                Unmanaged<HTTP1Site>.fromOpaque(context).takeUnretainedValue().handle(request)
            }, context)
    }

    deinit {
        if case .unix(let path) = self.address { System.removeSocket(path, in: self.folder) }
    }

    /// Connects a relay to libevent, or returns nil when the system has no descriptor left.
    func connect(_ relay: HTTP1Relay) -> Connection? {
        guard let descriptor = try? System.makeSocket(self.address.family) else { return nil }
        let socket = SocketHandle(owning: descriptor)
        do { try System.beginConnecting(descriptor, to: self.address) } catch { return nil }
        self.expected.append(Weak(relay))
        let inner = Connection(self.loop, socket, nil, limits: self.limits)
        inner.start(InnerHandler(relay, inner))
        return inner
    }

    private func accepted(_ buffer: OpaquePointer) {
        guard !self.expected.isEmpty else { return }
        self.relays = self.relays.filter { $0.value.object != nil }
        self.relays[buffer] = self.expected.removeFirst()
    }

    private func handle(_ request: OpaquePointer) {
        let connection = evhttp_request_get_connection(request)
        let buffer = evhttp_connection_get_bufferevent(connection)
        guard let buffer, let relay = self.relays[buffer]?.object else {
            return HTTP1Line(request, nil).send(Response(503))
        }
        relay.handle(HTTP1Line(request, relay), RequestReading.head(request), RequestReading.body(request))
    }

    /// Frees an abandoned request soon.
    func forget(_ request: OpaquePointer) {
        self.forgotten.append(request)
        guard self.cleaning == nil else { return }
        self.cleaning = self.loop.timer(after: .zero) { [unowned self] in
            self.cleaning = nil
            let forgotten = self.forgotten
            self.forgotten = []
            for request in forgotten { evhttp_send_reply(request, 503, "Gone", nil) }
        }
    }
}

/// A reference that does not keep its object.
struct Weak<Object: AnyObject> {
    weak var object: Object?

    init(_ object: Object) { self.object = object }
}

/// Reads a request of libevent into the form that all versions of HTTP share.
enum RequestReading {
    static func head(_ request: OpaquePointer) -> HeaderList {
        var head = HeaderList()
        head.append(":method", HTTP1Method.name(of: request))
        head.append(":scheme", "http")
        head.append(":path", Self.target(request))
        var next = shouldertap_first_header(evhttp_request_get_input_headers(request))
        while let header = next {
            head.append(String(cString: header.pointee.key), String(cString: header.pointee.value))
            next = shouldertap_next_header(header)
        }
        return head
    }

    /// The path and the query of the target. The target may also be a whole URL.
    private static func target(_ request: OpaquePointer) -> String {
        guard let uri = evhttp_request_get_evhttp_uri(request), let path = evhttp_uri_get_path(uri) else {
            return evhttp_request_get_uri(request).map { String(cString: $0) } ?? ""
        }
        let query = evhttp_uri_get_query(uri).map { "?" + String(cString: $0) } ?? ""
        return String(cString: path) + query
    }

    static func body(_ request: OpaquePointer) -> [UInt8] {
        guard let buffer = evhttp_request_get_input_buffer(request) else { return [] }
        let count = evbuffer_get_length(buffer)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { room, written in
            written = max(0, Int(evbuffer_remove(buffer, room.baseAddress, count)))
        }
    }
}
