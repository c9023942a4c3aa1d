/// The way to wake one installation of an app.
package struct PushChannel: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case apns
        case fcm
        case wns
        case web
        /// No push service: the app polls.
        case polling
    }

    package var kind: Kind
    /// The address at the push service; empty for polling.
    package var token: String

    package init(_ kind: Kind, token: String = "") {
        self.kind = kind
        self.token = token
    }
}
