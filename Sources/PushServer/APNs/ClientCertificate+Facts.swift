package import PushGateway
package import SecureTransport

extension ClientCertificate {
    /// Reads the topics and environments that a verified certificate allows.
    package init(of certificate: Certificate) {
        let facts = ProviderTopics(certificate)
        var environments: Environments = []
        if facts.allowsProduction { environments.insert(.production) }
        if facts.allowsSandbox { environments.insert(.sandbox) }
        self.init(topics: facts.topics, environments: environments)
    }
}
