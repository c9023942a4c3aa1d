package import BackendPromises
package import PushLab
package import PushServer
package import SecureTransport

/// The kinds of listeners. The raw values are the names in options and in the ready file.
package enum ListenerKind: String, Hashable, Sendable, CaseIterable {
    /// The push endpoint only, over TLS.
    case apns
    /// The push endpoint and the control API, over TLS.
    case https
    /// The push endpoint and the control API, without TLS.
    case http
    /// The push endpoint and the control API, without TLS, for HTTP/2 with prior knowledge.
    case h2c
    /// A proxy that serves the host names of the push services.
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
    /// The certificate and key of the server. If nil, the server creates a certificate.
    package var identity: Identity?
    /// The authority that signs the server's certificate. If nil, the server creates an authority.
    package var authority: ThrowAwayAuthority?
    /// The names in the server's certificate, if it is created.
    package var names = SubjectName.local
    /// The authorities that are accepted for client certificates, in addition to the server's own authority.
    package var clientAuthorities: [Certificate] = []
    /// The token that requests to the control API need. Nil means that they need none.
    package var controlToken: String?
    /// The host names under which listeners can be reached, in addition to this machine's own names.
    package var hosts: Set<String> = []
    /// The users and devices of the default world.
    package var scenario: Scenario?
    /// The seed of the default world. If nil, a random seed is chosen.
    package var seed: UInt64?
    /// Whether the senders of all pushes are also judged together, in addition to a judgement for each world.
    package var judgesAllWorlds = false
    /// Whether the proxy refuses connections to hosts that are not push services.
    package var isOffline = false
    /// A receiver for the decisions of the proxy.
    package var onProxy: ((ProxyNote) -> Void)?
    /// The faults that hit pushes.
    package var faults = FaultList()
    /// Whether different pushes of a backend have different contents. Nil means that this is not known.
    package var contentsDiffer: Bool?
    package var limits = ServerLimits()
    /// The folder for the server's own sockets. Nil means the system's folder for temporary files.
    package var folder: String?
    /// A closure that receives the lines of a capture of every push.
    ///
    /// It returns whether the line was written. If not, the push is not accepted.
    package var capture: (([UInt8]) -> Bool)?
    /// A receiver for the lines of a log, as JSON.
    package var log: (([UInt8]) -> Void)?

    package init() {}
}
