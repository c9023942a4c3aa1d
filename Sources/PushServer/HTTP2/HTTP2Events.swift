internal import CNGHTTP2

/// The events of an HTTP/2 session.
///
/// Every method may submit frames, and none may move frames from the session to the connection.
protocol HTTP2Events: AnyObject {
    /// A HEADERS frame begins on a stream, as a request, an answer or trailers.
    func headersBegan(on stream: Int32)
    /// Reports a field of a HEADERS frame. The bytes are valid for the time of the call only.
    func header(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32)
    /// A frame is complete.
    ///
    /// All bytes of a DATA frame were reported before.
    func received(_ frame: HTTP2Frame)
    func data(_ bytes: UnsafeRawBufferPointer, on stream: Int32)
    func sent(_ frame: HTTP2Frame)
    func streamClosed(_ stream: Int32, _ code: UInt32)
    /// Fills a buffer with the next bytes of a body.
    func body(of stream: Int32, into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece
}

/// The header of a frame.
struct HTTP2Frame {
    enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case priority = 2
        case reset = 3
        case settings = 4
        case pushPromise = 5
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
        case continuation = 9
        case other = 255
    }

    let kind: Kind
    let stream: Int32
    let flags: UInt8
    let length: Int
    /// The error code of RST_STREAM and GOAWAY.
    let code: UInt32
    /// The debug data of GOAWAY.
    let note: [UInt8]

    init(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = frame.pointee.hd
        self.kind = Kind(rawValue: header.type) ?? .other
        self.stream = header.stream_id
        self.flags = header.flags
        self.length = header.length
        switch self.kind {
        case .reset: (self.code, self.note) = (frame.pointee.rst_stream.error_code, [])
        case .goAway:
            let goAway = frame.pointee.goaway
            self.code = goAway.error_code
            self.note = Array(UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len))
        default: (self.code, self.note) = (0, [])
        }
    }

    /// Whether a DATA or HEADERS frame is the last one on its stream.
    var endsStream: Bool { self.flags & 0x1 != 0 }
    /// Whether a SETTINGS or PING frame acknowledges a frame that this side sent.
    var isAcknowledgement: Bool { self.flags & 0x1 != 0 }
}

/// The next bytes of a body.
enum HTTP2BodyPiece {
    case bytes(Int, isLast: Bool)
    /// There is nothing to send until the stream is resumed.
    case none
}
