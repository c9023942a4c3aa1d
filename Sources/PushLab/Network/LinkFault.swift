/// Why there is no connection.
public enum LinkFault: String, Hashable, Sendable, CaseIterable {
    /// The device knows that it is offline.
    case offline
    /// Nobody answers.
    case unreachable
    /// The other side could not prove who it is.
    case untrusted
    /// It ended in the middle.
    case broken
    /// It took too long.
    case timedOut
}
