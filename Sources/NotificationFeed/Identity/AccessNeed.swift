/// What a request needs its token to allow: all scopes of one of several lists.
package enum AccessNeed: UInt8, Hashable, Sendable, CaseIterable {
    /// To publish, for a user named by the token or by the `X-UNS-ID` of the request.
    case publish
    /// To register, subscribe, fetch and save as a device of a user: the five scopes of a consumer's account, of which
    /// the sample apps ask for the notifications' in place of the activities', or the audience of an organisation's.
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

    /// Whether it acts for a user whom the token itself has to name.
    package var needsUser: Bool { self == .sync }

    /// Whether scopes are enough for it.
    func isMet(by scopes: [AccessScope]) -> Bool {
        self.alternatives.contains { $0.allSatisfy(scopes.contains) }
    }

    /// The fewest scopes that are missing for it; none when it is met.
    func missing(from holder: TokenHolder) -> [AccessScope] {
        let gaps = self.alternatives.map { $0.filter { !holder.scopes.contains($0) } }
        // A client's own token can only have default scopes, so that naming others would help nobody.
        let possible = gaps.filter { holder.user != nil || $0.allSatisfy(\.isDefault) }
        return (possible.isEmpty ? gaps : possible).min { $0.count < $1.count } ?? []
    }
}
