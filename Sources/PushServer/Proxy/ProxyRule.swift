/// The hosts that a proxy serves itself, and its treatment of all others.
package struct ProxyRule: Hashable, Sendable {
    enum Decision: Hashable {
        case serve
        case pass
        case refuse(ProxyRefusal)
    }

    /// The names of the served hosts in lower case.
    package var hosts: Set<String>
    /// The ports on which the hosts are served.
    package var ports: Set<UInt16>
    /// Whether connections to all other hosts are refused.
    package var isOffline: Bool

    package init(hosts: some Sequence<String>, ports: some Sequence<UInt16>, isOffline: Bool) {
        (self.hosts, self.ports, self.isOffline) = (Set(hosts), Set(ports), isOffline)
    }

    func decision(for target: ProxyTarget) -> Decision {
        if self.hosts.contains(target.host), self.ports.contains(target.port) { return .serve }
        return self.isOffline ? .refuse(.offline(target)) : .pass
    }
}

/// The decision of a proxy about one request, for a log.
package struct ProxyNote: Hashable, Sendable {
    /// The host and the port that the client asked for. Nil for an unreadable request.
    package let target: ProxyTarget?
    package let status: Int
    package let words: String

    init(_ target: ProxyTarget?, _ status: Int, _ words: String) {
        (self.target, self.status, self.words) = (target, status, words)
    }
}
