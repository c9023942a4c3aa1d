package import Basics

/// The failure of a connection: its reason, and the alert that was sent or received.
package struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: TLSRefusal
    /// The role of this side, not of the peer.
    package let role: TLSRole
    /// The alert that was sent or received, if any was.
    package let alert: TLSAlert?

    /// One sentence about the problem and its remedy.
    package var sentence: String { self.reason.sentence(of: self.role) }
    package var description: String { self.sentence }
}

/// The role of an engine in a connection.
package enum TLSRole: Hashable, Sendable {
    case client
    case server

    var us: String { self == .client ? "client" : "server" }
    var peer: String { self == .client ? "server" : "client" }
}

/// The reason why a connection is refused, by us or by the peer.
package enum TLSRefusal: Hashable, Sendable {
    case unknownAuthority(certificate: String, issuer: String)
    case wrongName(asked: String, certified: [String])
    case expired(certificate: String, since: Instant, now: Instant)
    case notYetValid(certificate: String, until: Instant, now: Instant)
    case revoked(certificate: String, serial: String, issuer: String, since: Instant)
    case outdatedList(issuer: String, since: Instant, now: Instant)
    case wrongPurpose(certificate: String)
    case badCertificate(certificate: String, words: String)
    case certificateMissing
    case versionTooOld(offered: String?, needed: TLSVersion)
    case versionTooNew(needed: TLSVersion, newest: TLSVersion)
    case noCommonSuite(ours: [String])
    case noCommonGroup(ours: [String])
    case noCommonSignature
    case noCommonProtocol(ours: [String])
    case plainHTTP
    case notTLS(opening: [UInt8])
    case badRecord(words: String)
    case endedInHandshake
    case truncated
    case renegotiation
    case handshakeTooLong(limit: Int)
    case keyUpdateFlood(limit: Int)
    case ticketFlood(limit: Int)
    case byPeer(TLSAlert)
    case brokenProtocol(words: String)
}
