/// An account of the user, equal to any other with the same id and type.
///
/// The app chooses the id. Who the user is says the access token alone.
package struct ConnectedDevicesAccount: Hashable, Sendable {
    package var accountId: String
    package var type: ConnectedDevicesAccountType

    package init(accountId: String, type: ConnectedDevicesAccountType) {
        self.accountId = accountId
        self.type = type
    }

    /// For apps that know no user.
    package static let anonymousAccount = ConnectedDevicesAccount(accountId: "", type: .anonymous)
}
