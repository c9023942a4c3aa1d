import Basics
package import SecureTransport

/// The certificate of a TLS listener, and its rule for client certificates.
package final class ServerSecurity {
    private let server: TLSServer
    private let tickets: TicketKeys?

    /// The protocols for ALPN.
    ///
    /// Clients without ALPN are recognised by their first bytes.
    static let protocols = ApplicationProtocols(["h2", "http/1.1"])

    package init(_ identity: Identity, clients: TLSServer.ClientCertificates = .unasked) throws(ServerError) {
        do {
            self.server = try TLSServer(
                identities: [identity], clients: clients, settings: TLSSettings(protocols: Self.protocols))
        } catch {
            throw .badCertificate(words: error.description)
        }
        self.tickets = TicketKeys.random()
    }

    func accept(at now: Instant) -> TLSEngine { self.server.accept(at: now, tickets: self.tickets) }
}
