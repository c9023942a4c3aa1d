internal import CNGHTTP2

/// The link from nghttp2's callbacks to the owner of a session.
final class HTTP2EventBox {
    // The owner of this box also owns the session, and the session runs only during the owner's methods.
    unowned(unsafe) var events: (any HTTP2Events)?

    static func of(_ context: UnsafeMutableRawPointer?) -> (any HTTP2Events)? {
        context.flatMap { Unmanaged<HTTP2EventBox>.fromOpaque($0).takeUnretainedValue().events }
    }
}

enum HTTP2Callbacks {
    // Created once before any other thread can access it, and only read afterwards.
    nonisolated(unsafe) static let all: OpaquePointer? = {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
            if let frame { HTTP2EventBox.of(context)?.headersBegan(on: frame.pointee.hd.stream_id) }
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, context in
            guard let frame else { return 0 }
            HTTP2EventBox.of(context)?.header(
                UnsafeBufferPointer(start: name, count: nameCount),
                UnsafeBufferPointer(start: value, count: valueCount),
                on: frame.pointee.hd.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            if let frame { HTTP2EventBox.of(context)?.received(HTTP2Frame(frame)) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
            if let frame { HTTP2EventBox.of(context)?.sent(HTTP2Frame(frame)) }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, context in
            HTTP2EventBox.of(context)?.data(UnsafeRawBufferPointer(start: bytes, count: count), on: stream)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, context in
            HTTP2EventBox.of(context)?.streamClosed(stream, code)
            return 0
        }
        return callbacks
    }()

    /// Reads a body for nghttp2.
    static let body: nghttp2_data_source_read_callback = { _, stream, buffer, count, flags, _, context in
        guard let events = HTTP2EventBox.of(context), let flags else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        switch events.body(of: stream, into: UnsafeMutableRawBufferPointer(start: buffer, count: count)) {
        case .bytes(let count, let isLast):
            if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            return count
        case .none: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
    }
}
