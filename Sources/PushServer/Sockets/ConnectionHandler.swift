import Basics
package import SecureTransport

/// The protocol that is spoken on a connection: it takes what arrives and writes what it answers.
protocol ConnectionHandler: AnyObject {
    /// The connection stands, and the TLS handshake is done if there is one.
    func opened(_ facts: TLSFacts?)
    /// The bytes are lent for the time of the call.
    func received(_ bytes: UnsafeRawBufferPointer)
    /// Less waits to be sent than before; write on.
    func hasRoom()
    /// The peer sends nothing more. A handler that has nothing to say closes the connection.
    func receivedEnd()
    /// Called once. Nothing can be written any more.
    func ended(_ end: ConnectionEnd)
    /// Called several times a second, to look at deadlines.
    func tick(_ now: Interval)
}

/// The way in which a connection ended.
package enum ConnectionEnd: Error, Hashable, Sendable, CustomStringConvertible {
    /// Closed by both sides after everything was sent.
    case closed
    /// Lost, because the peer went away.
    case lost(String)
    case refused(TLSFailure)
    /// Ended by this side, because the peer exceeded a limit.
    case overLimit(String)
    /// Ended by this side, because its owner asked for it.
    case dropped

    package var description: String {
        switch self {
        case .closed: "the connection was closed"
        case .lost(let words): "the connection was lost: \(words)"
        case .refused(let failure): failure.sentence
        case .overLimit(let words): "the connection went over a limit: \(words)"
        case .dropped: "the connection was dropped"
        }
    }
}
