/// The results of a handshake.
package struct TLSFacts: Hashable, Sendable {
    package let version: TLSVersion
    package let suite: TLSSuite
    /// The application protocol, if one was negotiated.
    package let applicationProtocol: String?
    /// The host that the client asked for, if it named one.
    package let serverName: String?
    /// Whether an earlier session was resumed, so that no certificate was sent.
    package let isResumed: Bool
    /// The peer's certificate, verified now or when the resumed session began.
    package let peerCertificate: Certificate?
}

/// An event that an engine reports to its owner.
package enum TLSEvent: Hashable, Sendable {
    /// The handshake is complete. In TLS 1.3 the server may still refuse the client's certificate.
    case opened(TLSFacts)
    /// Plaintext can be read. This event is not repeated until the owner has read all of the plaintext.
    case plaintext
    /// A session that the client may resume once.
    case session(TLSSession)
    /// The peer has reported the end of its data.
    case closed
    /// The connection failed. Unsent bytes may contain an alert for the peer.
    case failed(TLSFailure)
}

/// The reason why an engine accepts no plaintext.
package enum TLSWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    case notOpen
    case closed
    case failed(TLSFailure)

    package var description: String {
        switch self {
        case .notOpen: "cannot write before the handshake is done: wait for the event 'opened'"
        case .closed: "cannot write after this side has closed the connection"
        case .failed(let failure): "cannot write, because the connection failed: \(failure.sentence)"
        }
    }
}
