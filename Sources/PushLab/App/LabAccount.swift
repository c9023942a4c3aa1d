/// Who keeps the directory that a user's account is in.
public enum LabAccount: String, Hashable, Sendable, CaseIterable {
    /// A consumer's account.
    case personal
    /// A member of an organisation.
    case work
}
