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

/// How a connection ended.
package enum ConnectionEnd: Error, Hashable, Sendable, CustomStringConvertible {
    /// After everything was sent, on both sides' wish.
    case closed
    /// By the peer, without a word.
    case lost(String)
    case refused(TLSFailure)
    /// By this side, because the peer went over a limit.
    case overLimit(String)
    /// By this side, because its owner asked for it.
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
