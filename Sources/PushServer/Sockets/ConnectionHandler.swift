import Basics
package import SecureTransport

/// The protocol on a connection: it receives bytes and writes answers.
protocol ConnectionHandler: AnyObject {
    /// Reports that the connection is open, after the TLS handshake if there is one.
    func opened(_ facts: TLSFacts?)
    /// Receives bytes.
    ///
    /// They are valid for the time of the call only.
    func received(_ bytes: UnsafeRawBufferPointer)
    /// Reports that fewer bytes are pending than before, so that the handler can continue to write.
    func hasRoom()
    /// Reports that the peer has closed its side.
    ///
    /// A handler with nothing to write closes the connection.
    func receivedEnd()
    /// Reports the end of the connection, once.
    ///
    /// Nothing can be written after that.
    func ended(_ end: ConnectionEnd)
    /// Checks deadlines.
    ///
    /// It is called several times a second.
    func tick(_ now: Interval)
}

/// The way in which a connection ended.
package enum ConnectionEnd: Error, Hashable, Sendable, CustomStringConvertible {
    /// The connection was closed by both sides after everything was sent.
    case closed
    /// The connection was lost because the peer went away.
    case lost(String)
    case refused(TLSFailure)
    /// This side ended the connection because the peer exceeded a limit.
    case overLimit(String)
    /// This side ended the connection at the request of its owner.
    case dropped

    package var description: String {
        switch self {
        case .closed: "the connection was closed"
        case .lost(let words): "the connection was lost: \(words)"
        case .refused(let failure): failure.sentence
        case .overLimit(let words): "the connection exceeded a limit: \(words)"
        case .dropped: "the connection was dropped"
        }
    }
}
