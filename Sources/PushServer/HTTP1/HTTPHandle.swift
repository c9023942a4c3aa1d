internal import CLibevent

/// Owns one HTTP/1.1 server of libevent.
struct HTTPHandle: ~Copyable {
    let pointer: OpaquePointer

    init(_ base: borrowing EventBase, limits: ServerLimits) {
        guard let pointer = evhttp_new(base.pointer) else { preconditionFailure("libevent has no memory left") }
        self.pointer = pointer
        evhttp_set_max_headers_size(pointer, limits.headerList)
        evhttp_set_max_body_size(pointer, limits.body)
        evhttp_set_default_content_type(pointer, nil)
        // The relay enforces the deadlines.
        evhttp_set_timeout(pointer, 0)
        evhttp_set_allowed_methods(
            pointer, UInt16(truncatingIfNeeded: HTTP1Method.all.reduce(0) { $0 | $1.flag.rawValue }))
    }

    deinit { evhttp_free(self.pointer) }
}

/// Owns one libevent buffer with bytes of an answer. Libevent takes these bytes out.
struct ReplyBuffer: ~Copyable {
    private let pointer: OpaquePointer

    init(_ bytes: [UInt8]) {
        guard let pointer = evbuffer_new() else { preconditionFailure("libevent has no memory left") }
        self.pointer = pointer
        evbuffer_add(pointer, bytes, bytes.count)
    }

    /// Passes the buffer to a closure. The buffer is valid only during the call.
    borrowing func lend(_ body: (OpaquePointer) -> Void) { body(self.pointer) }

    deinit { evbuffer_free(self.pointer) }
}

/// The methods that the server supports, with libevent's numbers for them.
enum HTTP1Method {
    static let all: [(flag: evhttp_cmd_type, name: String)] = [
        (EVHTTP_REQ_GET, "GET"), (EVHTTP_REQ_POST, "POST"), (EVHTTP_REQ_HEAD, "HEAD"), (EVHTTP_REQ_PUT, "PUT"),
        (EVHTTP_REQ_DELETE, "DELETE"), (EVHTTP_REQ_OPTIONS, "OPTIONS"), (EVHTTP_REQ_PATCH, "PATCH"),
        (EVHTTP_REQ_TRACE, "TRACE"),
    ]

    static func name(of request: OpaquePointer) -> String {
        let flag = evhttp_request_get_command(request)
        return Self.all.first { $0.flag == flag }?.name ?? "UNKNOWN"
    }
}
