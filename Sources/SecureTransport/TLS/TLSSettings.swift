/// What client and server settle alike before they meet a peer.
package struct TLSSettings: Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// In the order of preference; of each version that is spoken at least one.
    package var suites: [TLSSuite]
    /// In the order of preference. A client sends a key for the first; a server that takes others only asks again.
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

/// How much of a peer's doing one connection bears.
package struct TLSLimits: Hashable, Sendable {
    /// Bytes that a handshake may take, certificates included.
    package var handshake = 128 * 1_024
    /// Bytes from the peer that wait for the owner to read; a record of the greatest size fits more than thrice.
    package var unread = 64 * 1_024
    /// Bytes for the peer that wait to be sent, before nothing more is encrypted.
    package var unsent = 64 * 1_024
    /// Messages behind the handshake, such as key updates, that a peer may send without data.
    package var idleMessages = 32
    /// How much data buys the peer one message more.
    package var dataPerMessage = 64 * 1_024

    package init() {}
}
