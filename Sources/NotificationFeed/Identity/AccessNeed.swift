/// The scopes that a request needs in its token. A case can list several sets, and the token must have all scopes of at
/// least one of them.
package enum AccessNeed: UInt8, Hashable, Sendable, CaseIterable {
    /// Publishing, for a user named by the token or by the `X-UNS-ID` of the request.
    case publish
    /// Registering, subscribing, fetching and saving as a device of a user.
    ///
    /// A token needs the five scopes of a consumer's account or the audience of an organisation's account. The sample
    /// apps ask for the scope of notifications instead of the one of activities.
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

    /// Whether the scopes are enough for this need.
    func isMet(by scopes: [AccessScope]) -> Bool {
        self.alternatives.contains { $0.allSatisfy(scopes.contains) }
    }

    /// Returns the smallest set of scopes that are missing for this need; empty when it is met.
    func missing(from holder: TokenHolder) -> [AccessScope] {
        let gaps = self.alternatives.map { $0.filter { !holder.scopes.contains($0) } }
        // A client's own token can only have default scopes, so naming others would not help.
        let possible = gaps.filter { holder.user != nil || $0.allSatisfy(\.isDefault) }
        return (possible.isEmpty ? gaps : possible).min { $0.count < $1.count } ?? []
    }
}
