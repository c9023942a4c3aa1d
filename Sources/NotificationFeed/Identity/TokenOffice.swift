package import Basics

/// Issues access tokens, looks up their holders, and revokes them.
///
/// This is a value type: the caller provides the time and the bytes of tokens. The answers do not depend on the time at
/// which expired tokens are cleaned up. The only exception is a full office, which drops expired tokens early.
package struct TokenOffice: Sendable {
    /// The clients that may get tokens.
    package enum Clients: Sendable {
        /// Any client id, with any secret or none. For listeners that only this machine can reach.
        case anyone
        /// The listed ids only. A client without a secret gets tokens only on behalf of users.
        case listed([(id: String, secret: ClientSecret?)])
    }

    package struct Rules: Sendable {
        package var clients: Clients
        package var lifetime: Interval
        /// The time for which the office remembers an expired or revoked token. During this time, the office can
        /// distinguish it from a token that never existed.
        package var memory: Interval
        package var mostTokens: Int

        package init(
            clients: Clients, lifetime: Interval = .hours(1), memory: Interval = .hours(1), mostTokens: Int = 1_000_000
        ) {
            precondition(lifetime > .zero && memory >= .zero && mostTokens > 0, "tokens live, and some exist")
            self.clients = clients
            self.lifetime = lifetime
            self.memory = memory
            self.mostTokens = mostTokens
        }
    }

    package static let mostScopes = 32
    package static let mostTextBytes = 256

    package let rules: Rules
    var ledger = TokenLedger()
    /// The scopes of the last request, and the resulting scopes. All devices of a world request the same scopes, so
    /// these can be stored once.
    private var lastScopes: (asked: [String], given: [AccessScope]) = ([], [])

    package init(rules: Rules) { self.rules = rules }

    /// The number of tokens that the office remembers, including tokens that are no longer valid.
    package var count: Int { self.ledger.count }

    /// Issues a token that consists of the given bytes. These bytes must be unguessable.
    package mutating func issue(
        _ request: TokenRequest, bytes: [UInt8], at now: Instant
    ) throws(IssueRefusal) -> IssuedToken {
        guard let token = AccessToken(bytes: bytes) else {
            preconditionFailure("a token is made of \(AccessToken.byteCount) bytes")
        }
        try self.identify(request)
        let scopes = try self.scopes(of: request)
        try self.makeRoom(at: now)
        let expires = now.adding(self.rules.lifetime) ?? Instant(microseconds: .max)
        var user: String?
        if case .delegated(let name) = request.flow { user = name }
        let holder = TokenHolder(client: request.client, user: user, scopes: scopes, expires: expires)
        guard self.ledger.enter(token, holder) else { throw .tokenNotFresh }
        return IssuedToken(token: token, holder: holder)
    }

    /// Returns the holder of this token, if the token is valid now and meets the need.
    package func check(
        _ text: String, for need: AccessNeed, at now: Instant
    ) throws(AccessRefusal) -> TokenHolder {
        let entry = try self.entry(of: text, at: now)
        if need.needsUser, entry.holder.user == nil { throw .needsUser }
        guard entry.marks.meets(need) else { throw .lacks(need.missing(from: entry.holder)) }
        return entry.holder
    }

    /// Returns the holder of this token, if the token is valid now. The scopes are not checked.
    package func holder(of text: String, at now: Instant) throws(AccessRefusal) -> TokenHolder {
        try self.entry(of: text, at: now).holder
    }

    private func entry(of text: String, at now: Instant) throws(AccessRefusal) -> TokenLedger.Entry {
        guard let token = AccessToken(text: text), let entry = self.ledger.entry(of: token),
            !self.isForgotten(entry.holder, at: now)
        else { throw .unknown }
        guard !entry.marks.isRevoked else { throw .revoked }
        guard now < entry.holder.expires else { throw .expired }
        return entry
    }

    /// Revokes one token. Returns false when the token is unknown or no longer valid.
    @discardableResult
    package mutating func revoke(_ text: String, at now: Instant) -> Bool {
        guard let token = AccessToken(text: text) else { return false }
        return self.ledger.revoke(token, at: now)
    }

    /// Revokes all valid tokens on behalf of a user, and returns their number.
    @discardableResult
    package mutating func revokeAll(ofUser user: String, at now: Instant) -> Int {
        self.ledger.revoke(at: now) { $0.user?.isExactly(user) == true }
    }

    /// Revokes all valid tokens of a client, including those on behalf of users, and returns their number.
    @discardableResult
    package mutating func revokeAll(ofClient client: String, at now: Instant) -> Int {
        self.ledger.revoke(at: now) { $0.client.isExactly(client) }
    }

    private func isForgotten(_ holder: TokenHolder, at now: Instant) -> Bool {
        guard let end = holder.expires.adding(self.rules.memory) else { return false }
        return end <= now
    }

    private mutating func makeRoom(at now: Instant) throws(IssueRefusal) {
        if let end = now.adding(.zero - self.rules.memory) { self.ledger.forget(expiredBy: end) }
        if self.ledger.count >= self.rules.mostTokens { self.ledger.forget(expiredBy: now) }
        guard self.ledger.count < self.rules.mostTokens else {
            throw .tooManyTokens(limit: self.rules.mostTokens)
        }
    }

    private func identify(_ request: TokenRequest) throws(IssueRefusal) {
        guard !request.client.isEmpty else { throw .clientMissing }
        guard request.client.utf8.count <= Self.mostTextBytes else { throw .textTooLong(limit: Self.mostTextBytes) }
        if case .delegated(let user) = request.flow {
            guard !user.isEmpty else { throw .userMissing }
            guard user.utf8.count <= Self.mostTextBytes else { throw .textTooLong(limit: Self.mostTextBytes) }
        }
        guard case .listed(let clients) = self.rules.clients else { return }
        guard let client = clients.first(where: { $0.id.isExactly(request.client) }) else { throw .clientUnknown }
        if let secret = client.secret {
            guard let shown = request.secret, shown.matches(secret) else { throw .secretWrong }
        } else if request.flow == .application {
            throw .secretWrong
        }
    }

    /// Returns the requested scopes without duplicates, in the order of the request.
    private mutating func scopes(of request: TokenRequest) throws(IssueRefusal) -> [AccessScope] {
        guard !request.scopes.isEmpty else { throw .scopeMissing }
        guard request.scopes.count <= Self.mostScopes else { throw .tooManyScopes(limit: Self.mostScopes) }
        if self.lastScopes.asked != request.scopes {
            self.lastScopes = (request.scopes, try Self.read(request.scopes))
        }
        let scopes = self.lastScopes.given
        if request.flow == .application {
            guard scopes.count == 1, scopes[0].isDefault else { throw .scopeIsNotDefault }
        }
        return scopes
    }

    private static func read(_ names: [String]) throws(IssueRefusal) -> [AccessScope] {
        var scopes: [AccessScope] = []
        for name in names {
            guard let scope = AccessScope(name) else { throw .scopeMalformed }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        return scopes
    }
}
