package import SecureTransport

/// The trusted authorities of a TLS client, its own identity, and the required name of the server.
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
