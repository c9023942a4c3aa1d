package import Basics
package import PushLab
import SecureTransport

/// Real TLS sessions for the links of a lab.
///
/// Each request and answer is sent through a session as bytes.
///
/// Both ends are TLS engines in this process. The random numbers of the TLS library do not affect the history, because
/// the history records only outcomes.
package final class TLSLinks: SecureLinks {
    /// The kinds of certificates that the service can present when a device connects.
    package enum Proof: String, Hashable, Sendable, CaseIterable {
        case trusted
        /// A certificate of an authority that the devices do not know.
        case stranger
        /// An expired certificate.
        case expired
        /// A certificate for another host.
        case otherHost
    }

    /// The kind of certificate that the service presents at each connection from now on.
    package var proof = Proof.trusted
    /// The number of messages to devices that will be cut off in the middle, starting with the next one.
    package var truncations = 0
    /// The reasons why connections were refused or cut off.
    package private(set) var failures: [String] = []
    /// The number of handshakes so far.
    package private(set) var handshakes = 0

    private let client: TLSClient
    private let servers: [Proof: TLSServer]
    private let name: ServerName
    private var sessions: [Int: Session] = [:]

    /// Creates authorities and certificates that are valid for all times that a lab can reach.
    package init() throws {
        let start = Lab.times.lowerBound
        // The clock of a device may be behind or ahead of the lab's clock.
        let validity = try Validity(from: start - .days(30), to: Lab.times.upperBound + .days(30))
        let authority = try ThrowAwayAuthority(validity)
        let stranger = try ThrowAwayAuthority(validity)
        let past = try Validity(from: start - .days(60), to: start - .days(30))
        guard let name = ServerName("localhost") else {
            preconditionFailure("localhost is a name of a host")
        }
        self.name = name
        let identities: [(Proof, Identity)] = [
            (.trusted, try authority.serverIdentity(validity)),
            (.stranger, try stranger.serverIdentity(validity)),
            (.expired, try authority.serverIdentity(past)),
            (.otherHost, try authority.serverIdentity(for: [.dns("elsewhere.example")], validity)),
        ]
        var servers: [Proof: TLSServer] = [:]
        for (proof, identity) in identities { servers[proof] = try TLSServer(identities: [identity]) }
        self.servers = servers
        self.client = try TLSClient(trust: TLSTrust([authority.certificate]))
    }

    package func connect(_ device: Int, at now: Instant) -> LinkFault? {
        guard let server = self.servers[self.proof] else { preconditionFailure("every proof has a server") }
        let session = Session(self.client.connect(to: self.name, at: now), server.accept(at: now))
        session.shakeHands()
        guard session.isOpen else {
            self.failures.append(session.failure ?? "the handshake did not finish")
            return session.isUntrusted ? .untrusted : .broken
        }
        self.handshakes += 1
        self.sessions[device] = session
        return nil
    }

    package func carry(_ bytes: [UInt8], of device: Int, toService: Bool) -> [UInt8]? {
        guard let session = self.sessions[device] else { return nil }
        let isCut = !toService && self.truncations > 0
        if isCut { self.truncations -= 1 }
        if let carried = session.carry(bytes, toService: toService, isCut: isCut) { return carried }
        self.failures.append(session.failure ?? "the stream ended early")
        return nil
    }

    package func close(_ device: Int) { self.sessions[device] = nil }
}
