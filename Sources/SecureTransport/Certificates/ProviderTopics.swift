/// The permissions in a push provider's certificate.
package struct ProviderTopics: Hashable, Sendable {
    /// The bundle id of the app, from the subject.
    package var userID: String?
    /// The full topics: the bundle id, and topics with a suffix.
    package var topics: [String]
    /// Whether pushes to the sandbox are allowed (extension 1.2.840.113635.100.6.3.1).
    package var allowsSandbox: Bool
    /// Whether pushes to production are allowed (extension 1.2.840.113635.100.6.3.2).
    package var allowsProduction: Bool

    package init(userID: String?, topics: [String], allowsSandbox: Bool = true, allowsProduction: Bool = true) {
        self.userID = userID
        self.topics = topics
        self.allowsSandbox = allowsSandbox
        self.allowsProduction = allowsProduction
    }

    /// Returns the permissions that Apple's current certificates contain: both environments, and topics for alerts,
    /// calls and complications.
    package static func universal(for bundle: String) -> ProviderTopics {
        ProviderTopics(userID: bundle, topics: [bundle, bundle + ".voip", bundle + ".complication"])
    }

    /// The identifiers of the extensions.
    enum Mark {
        static let sandbox = "1.2.840.113635.100.6.3.1"
        static let production = "1.2.840.113635.100.6.3.2"
        static let voip = "1.2.840.113635.100.6.3.4"
        static let topics = "1.2.840.113635.100.6.3.6"
    }

    /// The maximum length of a topic. It is similar to the maximum length of a name in a certificate.
    static let topicLimit = 256
    /// The maximum number of topics that are read; a certificate of Apple's has three.
    static let countLimit = 64
}

extension ProviderTopics {
    /// Reads the permissions of a certificate.
    ///
    /// Older certificates have no list of topics. Such a certificate may push to the bundle id in its subject. An
    /// unreadable list allows nothing.
    package init(_ certificate: Certificate) {
        let userID = certificate.subject(.userID)
        let lists = [Mark.topics, Mark.voip].compactMap(certificate.value(of:)).filter { $0 != Self.nothing }
        var topics: [String] = []
        for topic in lists.flatMap({ Self.topics(in: $0) ?? [] }) where !topics.contains(topic) { topics.append(topic) }
        self.init(
            userID: userID, topics: lists.isEmpty ? [userID].compactMap { $0 } : topics,
            allowsSandbox: certificate.value(of: Mark.sandbox) != nil,
            allowsProduction: certificate.value(of: Mark.production) != nil)
    }

    /// The value of an extension that only has to be present.
    private static let nothing = DERWriter.element(DERTag.null, [])

    /// Reads a sequence of topics. Each topic is followed by a sequence of words about its use.
    static func topics(in value: [UInt8]) -> [String]? {
        guard let list = DERReader.contents(of: DERTag.sequence, in: value[...]) else { return nil }
        var (reader, topics) = (DERReader(list), [String]())
        while !reader.isAtEnd {
            guard let topic = reader.contents(of: DERTag.utf8String), let words = reader.contents(of: DERTag.sequence),
                Self.areTexts(words), let text = String(validating: topic, as: UTF8.self), Self.isTopic(text),
                topics.count < Self.countLimit
            else { return nil }
            topics.append(text)
        }
        return topics
    }

    private static func areTexts(_ elements: ArraySlice<UInt8>) -> Bool {
        var reader = DERReader(elements)
        while !reader.isAtEnd {
            guard reader.contents(of: DERTag.utf8String) != nil else { return false }
        }
        return true
    }

    private static func isTopic(_ text: String) -> Bool {
        (1...Self.topicLimit).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Returns the extensions for all permissions; the user id is in the subject.
    func extensions() throws(CertificateFault) -> [CertificateExtension] {
        guard self.topics.count <= Self.countLimit, self.topics.allSatisfy(Self.isTopic) else {
            throw CertificateFault(
                .badTopic,
                "use at most \(Self.countLimit) topics, each of 1 to \(Self.topicLimit) visible ASCII characters")
        }
        var extensions: [CertificateExtension] = []
        if self.allowsSandbox { extensions.append(CertificateExtension(Mark.sandbox, Self.nothing)) }
        if self.allowsProduction { extensions.append(CertificateExtension(Mark.production, Self.nothing)) }
        guard !self.topics.isEmpty else { return extensions }
        let list = self.topics.flatMap { DERWriter.text($0) + DERWriter.sequence(DERWriter.text(Self.word(for: $0))) }
        return extensions + [CertificateExtension(Mark.topics, DERWriter.element(DERTag.sequence, list))]
    }

    /// Returns the word that follows a topic in the list and describes its use.
    private static func word(for topic: String) -> String {
        ["voip", "complication"].first { topic.hasSuffix("." + $0) } ?? "app"
    }
}

extension ThrowAwayAuthority {
    /// Creates an identity for a push provider, with the extensions of Apple's certificates.
    package func providerIdentity(_ topics: ProviderTopics, _ validity: Validity) throws(CertificateFault) -> Identity {
        var name = "Push services: \(topics.userID ?? "no app")"
        while name.utf8.count > CertificateDraft.Part.commonName.limit { name.removeLast() }
        let user = topics.userID.map { [(CertificateDraft.Part.userID, $0)] } ?? []
        return try self.issue(
            user + [(.commonName, name)], validity, [.purpose(.client)] + (try topics.extensions()))
    }
}
