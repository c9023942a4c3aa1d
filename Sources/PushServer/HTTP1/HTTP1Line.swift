import Basics
internal import CLibevent

/// One request of libevent's HTTP/1.1 server, until it is answered.
final class HTTP1Line: ExchangeLine {
    private var request: OpaquePointer?
    private weak var relay: HTTP1Relay?
    var exchange: Exchange?

    init(_ request: OpaquePointer, _ relay: HTTP1Relay?) { (self.request, self.relay) = (request, relay) }

    func send(_ response: Response) {
        guard let request = self.take() else { return }
        self.addHeaders(response, to: request)
        let isHead = HTTP1Method.name(of: request) == "HEAD"
        if isHead { self.addLength(response.body.count, to: request) }
        ReplyBuffer(isHead ? [] : response.body).lend {
            evhttp_send_reply(request, Int32(response.status), StatusText.of(response.status), $0)
        }
        self.complete()
    }

    func begin(_ head: Response) {
        guard let request else { return }
        self.addHeaders(head, to: request)
        evhttp_send_reply_start(request, Int32(head.status), StatusText.of(head.status))
        if !head.body.isEmpty { self.write(head.body) }
    }

    func write(_ bytes: [UInt8]) {
        guard let request else { return }
        ReplyBuffer(bytes).lend { evhttp_send_reply_chunk(request, $0) }
    }

    func finish() {
        guard let request = self.take() else { return }
        evhttp_send_reply_end(request)
        self.complete()
    }

    func reset() { self.relay?.drop() }

    var unsentCount: Int {
        guard let request, let connection = evhttp_request_get_connection(request) else { return 0 }
        let waiting = evbuffer_get_length(bufferevent_get_output(evhttp_connection_get_bufferevent(connection)))
        return waiting + (self.relay?.outer.unsentCount ?? 0)
    }

    /// Ends the request of a client that is gone.
    ///
    /// Libevent frees a request only when the request is answered. The answer must not be sent during a call from
    /// libevent.
    func abandon() {
        self.endExchange(isComplete: false)
        guard let relay, let request = self.take() else { return }
        relay.site.forget(request)
    }

    private func take() -> OpaquePointer? {
        defer { self.request = nil }
        return self.request
    }

    private func complete() {
        self.endExchange(isComplete: true)
        self.relay?.finished(self)
    }

    /// Ends the exchange and releases it.
    ///
    /// The exchange and this line refer to each other, so releasing the exchange breaks the cycle.
    private func endExchange(isComplete: Bool) {
        let exchange = self.exchange
        self.exchange = nil
        exchange?.end(isComplete: isComplete)
    }

    /// Adds the `content-length` header for a body that is not sent.
    private func addLength(_ count: Int, to request: OpaquePointer) {
        evhttp_add_header(evhttp_request_get_output_headers(request), "content-length", String(count))
    }

    private func addHeaders(_ response: Response, to request: OpaquePointer) {
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        if self.relay?.isLeaving == true { evhttp_add_header(headers, "connection", "close") }
    }
}

/// The reason phrases of HTTP/1.1. They have no meaning, but some clients require them.
enum StatusText {
    static func of(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}

/// The texts of HTTP/1.1 answers that are not written by libevent.
enum HTTP1Text {
    /// Returns the bytes of the last answer on a connection. The connection ends after this answer.
    static func lastAnswer(_ response: Response) -> [UInt8] {
        var text = "HTTP/1.1 \(response.status) \(StatusText.of(response.status))\r\n"
        for field in response.headers.fields { text += "\(field.name): \(field.value)\r\n" }
        text += "connection: close\r\ncontent-length: \(response.body.count)\r\n\r\n"
        return Array(text.utf8) + response.body
    }
}
