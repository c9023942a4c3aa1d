/// The facts about a sender's certificate that the TLS session found out.
package struct ClientCertificate: Hashable, Sendable {
    /// The environments whose object identifiers are in the certificate.
    package struct Environments: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package init(_ environment: PushEnvironment) { self.rawValue = 1 << environment.rawValue }

        /// The environment of object identifier 1.2.840.113635.100.6.3.2.
        package static let production = Self(.production)
        /// The environment of object identifier 1.2.840.113635.100.6.3.1.
        package static let sandbox = Self(.sandbox)
    }

    /// Whether chain, dates and revocation status are valid.
    package var isValid: Bool
    package var environments: Environments
    /// The full topics that the certificate may push to: the bundle id, and the topics with a suffix.
    package var topics: [String]

    package init(topics: [String], environments: Environments = [.production, .sandbox], isValid: Bool = true) {
        self.topics = topics
        self.environments = environments
        self.isValid = isValid
    }

    /// The topic for a push that names no topic. Nil unless the certificate has a single topic.
    package var onlyTopic: String? { self.topics.count == 1 ? self.topics[0] : nil }
}
