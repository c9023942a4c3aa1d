import Basics
internal import CNGHTTP2

/// Owns one nghttp2 session, which handles framing, compression and flow control in memory.
struct HTTP2Session: ~Copyable {
    enum Role {
        case client
        case server
    }

    /// The error codes of RFC 9113 that are sent here.
    enum Code: UInt32 {
        case none = 0
        case protocolError = 1
        case refused = 7
        case cancel = 8
        case enhanceYourCalm = 11
    }

    /// The settings of RFC 9113 that are sent here.
    enum Setting: Int32 {
        case headerTableSize = 1
        case enablePush = 2
        case maxConcurrentStreams = 3
        case initialWindowSize = 4
        case maxFrameSize = 5
        case maxHeaderListSize = 6
    }

    private let pointer: OpaquePointer
    private let box: HTTP2EventBox

    init(_ role: Role) {
        let box = HTTP2EventBox()
        let context = Unmanaged.passUnretained(box).toOpaque()
        var (session, options): (OpaquePointer?, OpaquePointer?)
        nghttp2_option_new(&options)
        nghttp2_option_set_max_settings(options, 32)
        nghttp2_option_set_max_outbound_ack(options, 1_000)
        nghttp2_option_set_max_continuations(options, 8)
        // The server's own limit is stricter, and appears in the log.
        nghttp2_option_set_stream_reset_rate_limit(options, 100_000, 100_000)
        switch role {
        case .client: nghttp2_session_client_new2(&session, HTTP2Callbacks.all, context, options)
        case .server: nghttp2_session_server_new2(&session, HTTP2Callbacks.all, context, options)
        }
        nghttp2_option_del(options)
        guard let session else { preconditionFailure("nghttp2 has no memory left") }
        (self.pointer, self.box) = (session, box)
    }

    /// Sets the receiver of events.
    ///
    /// No events are reported until a receiver is set.
    func report(to events: any HTTP2Events) { self.box.events = events }

    deinit { nghttp2_session_del(self.pointer) }

    /// Processes bytes of the peer.
    ///
    /// Returns a reason if the session is broken.
    func receive(_ bytes: UnsafeRawBufferPointer) -> String? {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let result = nghttp2_session_mem_recv(self.pointer, start, bytes.count)
        return result < 0 ? String(cString: nghttp2_strerror(Int32(result))) : nil
    }

    /// Returns the next bytes for the peer, valid until the next call; nil when there are none.
    func nextBytes() -> UnsafeRawBufferPointer? {
        var start: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(self.pointer, &start)
        return count > 0 ? UnsafeRawBufferPointer(start: start, count: count) : nil
    }

    var wantsToRead: Bool { nghttp2_session_want_read(self.pointer) != 0 }
    var wantsToWrite: Bool { nghttp2_session_want_write(self.pointer) != 0 }

    /// Returns the flow control window of a stream.
    ///
    /// The window of its connection may be smaller.
    func window(of stream: Int32) -> Int {
        Int(nghttp2_session_get_stream_remote_window_size(self.pointer, stream))
    }

    var highestServedStream: Int32 { nghttp2_session_get_last_proc_stream_id(self.pointer) }

    /// The maximum number of open requests that the peer allows.
    var peerStreamLimit: Int {
        Int(nghttp2_session_get_remote_settings(self.pointer, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    // MARK: Frames to send

    func submit(_ settings: [(Setting, Int)]) {
        let entries = settings.map { nghttp2_settings_entry(settings_id: $0.0.rawValue, value: UInt32($0.1)) }
        nghttp2_submit_settings(self.pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
    }

    /// Sends headers, and a body when the owner has one.
    func submitResponse(_ response: Response, hasBody: Bool, on stream: Int32) {
        HeaderBlock(response.headers, status: response.status).lend { fields in
            Self.withProvider(hasBody) { provider in
                _ = nghttp2_submit_response(self.pointer, stream, fields.baseAddress, fields.count, provider)
            }
        }
    }

    /// Begins a request and returns its stream, or nil when no stream is left.
    func submitRequest(_ headers: HeaderList, hasBody: Bool) -> Int32? {
        let stream = HeaderBlock(headers).lend { fields in
            Self.withProvider(hasBody) { provider in
                nghttp2_submit_request(self.pointer, nil, fields.baseAddress, fields.count, provider, nil)
            }
        }
        return stream > 0 ? stream : nil
    }

    private static func withProvider<Result>(
        _ hasBody: Bool, _ body: (UnsafePointer<nghttp2_data_provider>?) -> Result
    ) -> Result {
        guard hasBody else { return body(nil) }
        let provider = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: HTTP2Callbacks.body)
        return withUnsafePointer(to: provider, body)
    }

    /// Resumes a body that had no bytes to send.
    func resume(_ stream: Int32) { nghttp2_session_resume_data(self.pointer, stream) }

    func reset(_ stream: Int32, _ code: Code) {
        nghttp2_submit_rst_stream(self.pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    func ping() { nghttp2_submit_ping(self.pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

    func goAway(upTo stream: Int32, _ note: [UInt8]) {
        nghttp2_submit_goaway(
            self.pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, Code.none.rawValue, note, note.count)
    }

    /// Ends the session with an error; nothing else is sent after it.
    func terminate(_ code: Code) { nghttp2_session_terminate_session(self.pointer, code.rawValue) }
}
