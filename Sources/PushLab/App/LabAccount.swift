/// The kind of a user's account.
public enum LabAccount: String, Hashable, Sendable, CaseIterable {
    /// A consumer's account.
    case personal
    /// A member of an organisation.
    case work
}
