package import BackendPromises
package import PushLab
package import PushServer
package import SecureTransport

/// The kinds of listeners, by their names in options and in the ready file.
package enum ListenerKind: String, Hashable, Sendable, CaseIterable {
    /// Apple's endpoint over TLS, and nothing else.
    case apns
    /// Everything over TLS.
    case https
    /// Everything without TLS.
    case http
    /// Everything without TLS, for HTTP/2 with prior knowledge.
    case h2c
    /// A proxy that serves the push services' own names.
    case proxy

    package var isSecure: Bool { self == .apns || self == .https }
}

/// The settings of a server.
package struct ServerSetup {
    package var version = ""
    package var keys = ProviderKeys()
    package var worlds = WorldSettings()
    package var clock = WorldClockKind.real
    /// Whether an unknown device token creates a new device.
    package var takesAnyDevice = false
    /// The certificate of the server; nil creates one.
    package var identity: Identity?
    /// The authority that signs the server's certificate; nil creates one.
    package var authority: ThrowAwayAuthority?
    /// The names in a certificate that is made.
    package var names = SubjectName.local
    /// The authorities of client certificates besides the server's own.
    package var clientAuthorities: [Certificate] = []
    /// The token that requests to the control API need; nil for none.
    package var controlToken: String?
    /// The host names under which listeners can be reached, besides this machine's own names.
    package var hosts: Set<String> = []
    /// The users and devices of the default world.
    package var scenario: Scenario?
    /// The seed of the default world; nil draws one.
    package var seed: UInt64?
    /// Whether the senders of all pushes are judged together, besides those of each world.
    package var judgesAllWorlds = false
    /// Whether the proxy refuses connections to all other hosts.
    package var isOffline = false
    /// A receiver for the decisions of the proxy.
    package var onProxy: ((ProxyNote) -> Void)?
    /// The faults that hit pushes.
    package var faults = FaultList()
    /// Whether different pushes of a backend have different contents; nil if that is not known.
    package var contentsDiffer: Bool?
    package var limits = ServerLimits()
    /// The place for the server's own sockets; nil for the system's folder of temporary files.
    package var folder: String?
    /// A receiver for the lines of a capture of every push.
    ///
    /// It returns whether a line was written; otherwise its push is not accepted.
    package var capture: (([UInt8]) -> Bool)?
    /// A receiver for the lines of a log, as JSON.
    package var log: (([UInt8]) -> Void)?

    package init() {}
}
