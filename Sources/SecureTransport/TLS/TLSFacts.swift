/// What a handshake has settled.
package struct TLSFacts: Hashable, Sendable {
    package let version: TLSVersion
    package let suite: TLSSuite
    /// What is spoken inside, if both sides said so.
    package let applicationProtocol: String?
    /// The host that the client asked for, if it named one.
    package let serverName: String?
    /// Whether keys of an earlier session were taken up, so that no certificate was sent.
    package let isResumed: Bool
    /// Whose certificate was verified, now or when the resumed session began.
    package let peerCertificate: Certificate?
}

/// What an engine tells its owner.
package enum TLSEvent: Hashable, Sendable {
    /// The handshake is done. With TLS 1.3 the server may still refuse the client's certificate.
    case opened(TLSFacts)
    /// Plaintext can be read; said once until the owner has read all of it.
    case plaintext
    /// A session that the client may resume once.
    case session(TLSSession)
    /// The peer has said that nothing follows.
    case closed
    /// The connection is over. What is unsent may still say so to the peer.
    case failed(TLSFailure)
}

/// Why an engine takes no plaintext.
package enum TLSWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    case notOpen
    case closed
    case failed(TLSFailure)

    package var description: String {
        switch self {
        case .notOpen: "nothing can be written before the handshake is done: wait for the event 'opened'"
        case .closed: "nothing can be written after the connection was closed on this side"
        case .failed(let failure): "nothing can be written, because the connection failed: \(failure.sentence)"
        }
    }
}
