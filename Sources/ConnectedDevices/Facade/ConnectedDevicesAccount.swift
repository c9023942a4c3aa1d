/// An account of the user. Accounts with the same id and type are equal.
///
/// The app chooses the id. Only the access token identifies the user.
public struct ConnectedDevicesAccount: Hashable, Sendable {
    /// The id, which the app chooses.
    public var accountId: String
    /// The directory that the account is in.
    public var type: ConnectedDevicesAccountType

    /// Creates an account with this id and type.
    public init(accountId: String, type: ConnectedDevicesAccountType) {
        self.accountId = accountId
        self.type = type
    }

    /// The account of apps that have no user.
    public static let anonymousAccount = ConnectedDevicesAccount(accountId: "", type: .anonymous)
}
