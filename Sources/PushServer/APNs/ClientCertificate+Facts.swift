package import PushGateway
package import SecureTransport

extension ClientCertificate {
    /// What a certificate that was verified lets its sender do.
    package init(of certificate: Certificate) {
        let facts = ProviderTopics(certificate)
        var environments: Environments = []
        if facts.allowsProduction { environments.insert(.production) }
        if facts.allowsSandbox { environments.insert(.sandbox) }
        self.init(topics: facts.topics, environments: environments)
    }
}
