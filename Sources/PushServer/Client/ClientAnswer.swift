package import Basics

/// The answer to a request of the client.
package struct ClientAnswer: Hashable, Sendable {
    package let status: Int
    /// The headers without pseudo headers.
    package let headers: HeaderList
    package let body: [UInt8]
    /// The size of each DATA frame of the body.
    package let pieces: [Int]
}

/// The reason why a request of the client has no answer.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server reset the stream with this code of RFC 9113.
    case reset(UInt32)
    /// The server reports that it did not process the request.
    ///
    /// The client can safely send the request again on a new connection.
    case notProcessed
    case connection(ConnectionEnd)

    package var description: String {
        switch self {
        case .reset(let code): "the server reset the stream with code \(code)"
        case .notProcessed: "the server did not process the request; send it again on a new connection"
        case .connection(let end): end.description
        }
    }
}

/// The contents of a GOAWAY frame.
package struct ReceivedGoAway: Hashable, Sendable {
    package let code: UInt32
    /// The debug data. From Apple's service, it is JSON with a reason.
    package let note: [UInt8]
}
