/// The scopes that a token needs for a request. A case can list several sets of scopes, and the token must have all
/// scopes of at least one set.
package enum AccessNeed: UInt8, Hashable, Sendable, CaseIterable {
    /// Publishing for a user. Either the token or the `X-UNS-ID` header of the request names the user.
    case publish
    /// Registering, subscribing, fetching and saving as a device of a user.
    ///
    /// A token needs either the five scopes for a consumer account, or the audience for an organisation's account. One
    /// of the five scopes is for activities. The sample apps request the scope for notifications instead, and this is
    /// also enough.
    case sync

    private var alternatives: [[AccessScope]] {
        switch self {
        case .publish: Self.listsToPublish
        case .sync: Self.listsToSync
        }
    }

    private static let listsToPublish: [[AccessScope]] = [
        [.notifications], [.graphNotifications], [.activityNotifications], [.graphDefault],
    ]
    private static let listsToSync: [[AccessScope]] = [
        AccessScope.consumer, AccessScope.consumer.dropLast() + [.activityNotifications], [.organizationAudience],
    ]

    /// Whether the token itself has to name the user.
    package var needsUser: Bool { self == .sync }

    /// Whether the scopes meet this need.
    func isMet(by scopes: [AccessScope]) -> Bool {
        self.alternatives.contains { $0.allSatisfy(scopes.contains) }
    }

    /// Returns the smallest set of scopes that the token would also need in order to meet this need. The set is empty
    /// if the need is met.
    func missing(from holder: TokenHolder) -> [AccessScope] {
        let gaps = self.alternatives.map { $0.filter { !holder.scopes.contains($0) } }
        // The token of a client without a user can have only default scopes, so naming other scopes would not help.
        let possible = gaps.filter { holder.user != nil || $0.allSatisfy(\.isDefault) }
        return (possible.isEmpty ? gaps : possible).min { $0.count < $1.count } ?? []
    }
}
