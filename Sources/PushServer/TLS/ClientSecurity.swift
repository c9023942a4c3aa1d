package import SecureTransport

/// The authorities that a client over TLS trusts, its own identity, and the name that the server must have.
package struct ClientSecurity {
    let client: TLSClient
    let name: ServerName

    package init(trust: TLSTrust, name: ServerName, identity: Identity? = nil) throws(ServerError) {
        do {
            self.client = try TLSClient(
                trust: trust, identity: identity, settings: TLSSettings(protocols: ApplicationProtocols(["h2"])))
        } catch {
            throw .badCertificate(words: error.description)
        }
        self.name = name
    }
}
