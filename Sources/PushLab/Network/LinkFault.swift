/// The reason for a failed connection.
public enum LinkFault: String, Hashable, Sendable, CaseIterable {
    /// The device knows that it is offline.
    case offline
    /// The other side does not respond.
    case unreachable
    /// The other side could not prove its identity.
    case untrusted
    /// The connection ended midway.
    case broken
    /// The attempt timed out.
    case timedOut
}
