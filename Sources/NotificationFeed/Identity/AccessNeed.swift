/// What a request needs its token to allow: all scopes of one of several lists.
package struct AccessNeed: Hashable, Sendable {
    package let alternatives: [[AccessScope]]
    /// Whether it acts for a user whom the token itself has to name.
    package let needsUser: Bool

    package init(anyOf alternatives: [[AccessScope]], needsUser: Bool) {
        precondition(!alternatives.isEmpty, "what nothing can satisfy is no need")
        self.alternatives = alternatives
        self.needsUser = needsUser
    }

    /// To publish, for a user named by the token or by the `X-UNS-ID` of the request.
    package static let publish = AccessNeed(
        anyOf: [[.notifications], [.graphNotifications], [.activityNotifications], [.graphDefault]], needsUser: false)

    /// To register, subscribe, fetch and save as a device of a user: the five scopes of a consumer's account, of which
    /// the sample apps ask for the notifications' in place of the activities', or the audience of an organisation's.
    package static let sync = AccessNeed(
        anyOf: [
            AccessScope.consumer, AccessScope.consumer.dropLast() + [.activityNotifications],
            [.organizationAudience],
        ], needsUser: true)

    /// The fewest scopes that are missing for it; none when it is satisfied.
    func missing(from holder: TokenHolder) -> [AccessScope] {
        // Most tokens allow just what is needed, in the order in which it is named.
        if self.alternatives[0] == holder.scopes { return [] }
        if self.alternatives.contains(where: { $0.allSatisfy(holder.scopes.contains) }) { return [] }
        let gaps = self.alternatives.map { $0.filter { !holder.scopes.contains($0) } }
        // A client's own token can only have default scopes, so that naming others would help nobody.
        let possible = gaps.filter { holder.user != nil || $0.allSatisfy(\.isDefault) }
        return (possible.isEmpty ? gaps : possible).min { $0.count < $1.count } ?? []
    }
}
