/// The settings of a client or server.
package struct TLSSettings: Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// The cipher suites in the order of preference, at least one for each enabled version.
    package var suites: [TLSSuite]
    /// The groups in the order of preference.
    ///
    /// A client sends a key for the first group. If the server wants another group, it asks the client again.
    package var groups: [TLSGroup]
    package var protocols: ApplicationProtocols
    package var limits: TLSLimits

    package init(
        versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3, suites: [TLSSuite] = TLSSuite.allCases,
        groups: [TLSGroup] = TLSGroup.allCases, protocols: ApplicationProtocols = .none,
        limits: TLSLimits = TLSLimits()
    ) {
        self.versions = versions
        self.suites = suites
        self.groups = groups
        self.protocols = protocols
        self.limits = limits
    }
}

/// The limits for the peer of one connection.
package struct TLSLimits: Hashable, Sendable {
    /// The maximum number of bytes of a handshake, including certificates.
    package var handshake = 128 * 1_024
    /// The maximum number of bytes from the peer that wait to be read: more than three of the largest records.
    package var unread = 64 * 1_024
    /// The number of unsent bytes above which the engine stops encrypting.
    package var unsent = 64 * 1_024
    /// The maximum number of messages after the handshake, such as key updates, that a peer may send without sending
    /// data.
    package var idleMessages = 32
    /// The number of data bytes that the peer has to send before it may send one more message.
    package var dataPerMessage = 64 * 1_024

    package init() {}
}
