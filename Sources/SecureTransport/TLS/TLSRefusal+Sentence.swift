import Basics

extension TLSRefusal {
    /// Returns a sentence that describes the refusal from the point of view of a client or a server.
    func sentence(of role: TLSRole) -> String {
        let (us, peer) = (role.us, role.peer)
        switch self {
        case .unknownAuthority, .wrongName, .expired, .notYetValid, .revoked, .outdatedList, .wrongPurpose,
            .badCertificate, .certificateMissing:
            return self.sentenceOnCertificate(us: us, peer: peer)
        case .versionTooOld(let offered?, let needed):
            return "the \(peer) supports at most \(offered): this \(us) needs \(needed.rawValue) or newer"
        case .versionTooOld(nil, let needed):
            return "the \(peer) supports only an old version of TLS: this \(us) needs \(needed.rawValue) or newer"
        case .versionTooNew(let needed, let newest):
            return "the \(peer) needs \(needed.rawValue) or newer: this \(us) supports at most \(newest.rawValue)"
        case .noCommonSuite(let ours):
            return "the \(peer) shares no cipher suite with this \(us), which accepts \(ours.joined(separator: ", "))"
        case .noCommonGroup(let ours):
            return "the \(peer) shares no key exchange with this \(us), which accepts \(ours.joined(separator: ", "))"
        case .noCommonSignature:
            return "the \(peer) accepts no signature of this \(us)'s key: use a P-256 or an RSA key"
        case .noCommonProtocol(let ours):
            let names = ours.map { CertificateText.printable($0.utf8) }.joined(separator: ", ")
            return role == .server
                ? "the client offers none of this server's application protocols: \(names)"
                : "the server chose none of the application protocols that this client needs: \(names)"
        case .plainHTTP:
            return role == .server
                ? "the client sent HTTP to a TLS port: use https"
                : "the server answered with HTTP instead of TLS: use its TLS port, or http"
        case .notTLS(let opening):
            return "the \(peer) did not send TLS: the data begins with the bytes \(Self.spelled(opening))"
        case .badRecord(let words):
            return "a record of the \(peer) was damaged or forged in transit: \(words)"
        case .endedInHandshake:
            return "the \(peer) closed the connection before the handshake was done"
        case .truncated:
            return "the \(peer) closed the connection without a close-notify: its last data may be missing"
        case .renegotiation:
            return "the \(peer) asked to renegotiate, which is not supported: open a new connection"
        case .handshakeTooLong(let limit):
            return "the handshake of the \(peer) is longer than \(limit) bytes: send fewer or smaller certificates"
        case .keyUpdateFlood(let limit):
            return "the \(peer) sent more than \(limit) key updates with almost no data between them"
        case .ticketFlood(let limit):
            return "the \(peer) sent more than \(limit) session tickets with almost no data between them"
        case .byPeer(let alert):
            return "the \(peer) ended the connection: \(alert.meaning) (\(alert))"
        case .brokenProtocol(let words):
            return "the \(peer) broke the rules of TLS: \(words)"
        }
    }

    private func sentenceOnCertificate(us: String, peer: String) -> String {
        switch self {
        case .unknownAuthority(let certificate, let issuer):
            return "the certificate of the \(peer) (\(certificate)) is issued by \(Self.named(issuer)), "
                + "which this \(us) does not trust: trust this authority, or use a certificate of a trusted one"
        case .wrongName(let asked, let certified):
            let names = Self.listed(certified)
            return "the certificate of the \(peer) is for \(names), not for \(asked): use a name in the certificate"
        case .expired(let certificate, let since, let now):
            return "the certificate of the \(peer) (\(certificate)) expired at \(Self.text(since)); "
                + "the time is now \(Self.text(now))"
        case .notYetValid(let certificate, let until, let now):
            return "the certificate of the \(peer) (\(certificate)) is not valid before \(Self.text(until)); "
                + "the time is now \(Self.text(now))"
        case .revoked(let certificate, let serial, let issuer, let since):
            return "the certificate of the \(peer) (\(certificate), serial \(serial)) was revoked "
                + "at \(Self.text(since)) by \(Self.named(issuer))"
        case .outdatedList(let issuer, let since, let now):
            return "the revocation list of \(Self.named(issuer)) expired at \(Self.text(since)); "
                + "the time is now \(Self.text(now)): use a newer list"
        case .wrongPurpose(let certificate):
            return "the certificate of the \(peer) (\(certificate)) has a key usage that is not for a \(peer)"
        case .badCertificate(let certificate, let words):
            return "the certificate of the \(peer) (\(certificate)) is not valid: \(words)"
        default:
            return "the \(peer) sent no certificate, but this \(us) needs one"
        }
    }

    private static let mostNames = 8

    private static func listed(_ names: [String]) -> String {
        guard !names.isEmpty else { return "no host at all" }
        let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        return names.prefix(Self.mostNames).joined(separator: ", ") + more
    }

    private static func named(_ issuer: String) -> String { issuer.isEmpty ? "an authority without a name" : issuer }

    private static func text(_ instant: Instant) -> String { ISODate.text(of: instant) }

    private static func spelled(_ bytes: [UInt8]) -> String {
        bytes.map { Hex.text(of: [$0]) }.joined(separator: " ")
    }
}
