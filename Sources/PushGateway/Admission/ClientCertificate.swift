/// What the TLS session found out about the certificate of a sender.
package struct ClientCertificate: Hashable, Sendable {
    /// The environments whose object identifiers the certificate carries.
    package struct Environments: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package init(_ environment: PushEnvironment) { self.rawValue = 1 << environment.rawValue }

        /// 1.2.840.113635.100.6.3.2
        package static let production = Self(.production)
        /// 1.2.840.113635.100.6.3.1
        package static let sandbox = Self(.sandbox)
    }

    /// Whether chain, dates and revocation are in order.
    package var isValid: Bool
    package var environments: Environments
    /// The topics that it may push to, each in full: the bundle id, and those with a suffix.
    package var topics: [String]

    package init(topics: [String], environments: Environments = [.production, .sandbox], isValid: Bool = true) {
        self.topics = topics
        self.environments = environments
        self.isValid = isValid
    }

    /// The topic of a push that names none, which only a certificate of one topic can give.
    package var onlyTopic: String? { self.topics.count == 1 ? self.topics[0] : nil }
}
