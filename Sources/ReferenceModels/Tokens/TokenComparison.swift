import Basics
import NotificationFeed

/// A token office that gets random requests and is compared with a list of tokens.
package struct TokenComparison {
    private struct Entry {
        var text: String
        var holder: TokenHolder
        var isRevoked = false
    }

    private static let clients = ["app", "server", "nobody", "", String(repeating: "c", count: 257)]
    private static let users = ["alice", "bob", "", String(repeating: "u", count: 257)]
    private static let scopes = [
        AccessScope.notifications.name, AccessScope.graphDefault.name, AccessScope.organizationAudience.name,
        AccessScope.activityNotifications.name, AccessScope.graphNotifications.name, "User.Read",
        "user.read", "no scope", "",
    ]

    private var office: TokenOffice
    private var die: RollingDie
    private var entries: [Entry] = []
    private var now = Instant(microseconds: 1_700_000_000_000_000)
    private var made: UInt8 = 0

    package init(seed: UInt64) {
        self.die = RollingDie(seed: seed)
        let listed = TokenOffice.Clients.listed([("app", nil), ("server", ClientSecret("secret"))])
        let rules = TokenOffice.Rules(
            clients: self.die.below(3) == 0 ? .anyone : listed, lifetime: .minutes(Int64(1 + self.die.below(60))),
            memory: .minutes(Int64(self.die.below(60))), mostTokens: self.die.pick([3, 8, 100]))
        self.office = TokenOffice(rules: rules)
    }

    /// Plays random requests. Returns the first difference; nil when all answers are the same.
    package mutating func play() -> String? {
        for _ in 0..<60 {
            if self.die.below(3) == 0 { self.now = self.now + .seconds(Int64(self.die.below(2_000))) }
            if let difference = self.step() { return difference }
        }
        return nil
    }

    private mutating func step() -> String? {
        let text = self.entries.isEmpty || self.die.below(10) == 0 ? "unknown" : self.die.pick(self.entries).text
        switch self.die.below(8) {
        case 0...2: return self.issue()
        case 3, 4: return self.check(text, self.die.pick(AccessNeed.allCases))
        case 5:
            let revokes = self.die.coin()
            guard revokes else { return self.pack() }
            let isValid = self.entry(text).map { !self.entries[$0].isRevoked && self.isLive($0) } ?? false
            if isValid, let place = self.entry(text) { self.entries[place].isRevoked = true }
            return self.office.revoke(text, at: self.now) == isValid ? nil : "it revokes \(text) otherwise"
        case 6:
            guard self.die.below(3) == 0 else { return nil }
            let user = self.die.pick(Self.users)
            return self.compare(self.office.revokeAll(ofUser: user, at: self.now)) { $0.user == user }
        default:
            guard self.die.below(3) == 0 else { return nil }
            let client = self.die.pick(Self.clients)
            return self.compare(self.office.revokeAll(ofClient: client, at: self.now)) { $0.client == client }
        }
    }

    private func entry(_ text: String) -> Int? { self.entries.firstIndex { $0.text == text } }

    private func isLive(_ place: Int) -> Bool { self.now < self.entries[place].holder.expires }

    private mutating func compare(_ count: Int, where isMeant: (TokenHolder) -> Bool) -> String? {
        let meant = self.entries.indices.filter {
            !self.entries[$0].isRevoked && self.isLive($0) && isMeant(self.entries[$0].holder)
        }
        for place in meant { self.entries[place].isRevoked = true }
        return count == meant.count ? nil : "it revokes \(count) tokens, the model \(meant.count)"
    }

    private mutating func pack() -> String? {
        var packer = Packer(origin: self.now)
        self.office.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: self.now)
        self.office = TokenOffice(from: &unpacker, rules: self.office.rules)
        return unpacker.isAtEnd ? nil : "more was packed than is unpacked"
    }

    // MARK: Issuing

    private mutating func issue() -> String? {
        let count = self.die.below(20) == 0 ? 33 : self.die.below(3)
        var names = (0..<count).map { _ in self.die.pick(Self.scopes) }
        if count > 3 { names = Array(repeating: "User.Read", count: count - self.die.below(2)) }
        var flow = TokenRequest.Flow.application
        if self.die.coin() { flow = .delegated(user: self.die.pick(Self.users + ["alice", "bob"])) }
        if flow == .application, self.die.coin() { names = [AccessScope.graphDefault.name] }
        let request = TokenRequest(
            flow, client: self.die.pick(Self.clients + ["app", "server"]),
            secret: self.die.pick([nil, ClientSecret("secret"), ClientSecret("secrets")]), scopes: names)
        if self.die.below(12) > 0 { self.made &+= 1 }
        let bytes = [UInt8](repeating: self.made, count: AccessToken.byteCount)
        let expected = self.expected(request, bytes)
        do throws(IssueRefusal) {
            let issued = try self.office.issue(request, bytes: bytes, at: self.now)
            guard case .success(let entry) = expected else { return "it issues a token for \(request)" }
            guard issued.holder == entry.holder, issued.token.text == entry.text else {
                return "it issues \(issued), the model \(entry.holder)"
            }
            self.entries.append(entry)
        } catch {
            guard case .failure(let refusal) = expected, refusal == error else {
                return "it refuses with \(error), the model says \(expected)"
            }
        }
        return nil
    }

    private mutating func expected(_ request: TokenRequest, _ bytes: [UInt8]) -> Result<Entry, IssueRefusal> {
        if let refusal = self.refusal(request) { return .failure(refusal) }
        let limit = self.office.rules.mostTokens
        self.entries.removeAll { $0.holder.expires + self.office.rules.memory <= self.now }
        if self.entries.count >= limit { self.entries.removeAll { $0.holder.expires <= self.now } }
        if self.entries.count >= limit { return .failure(.tooManyTokens(limit: limit)) }
        var scopes: [AccessScope] = []
        for name in request.scopes.compactMap({ AccessScope($0) })
        where !scopes.contains(where: { $0.name.lowercased() == name.name.lowercased() }) {
            scopes.append(name)
        }
        var user: String?
        if case .delegated(let name) = request.flow { user = name }
        guard let token = AccessToken(bytes: bytes) else { preconditionFailure("the bytes of a token are too few") }
        if self.entry(token.text) != nil { return .failure(.tokenNotFresh) }
        let holder = TokenHolder(
            client: request.client, user: user, scopes: scopes, expires: self.now + self.office.rules.lifetime)
        return .success(Entry(text: token.text, holder: holder))
    }

    private func refusal(_ request: TokenRequest) -> IssueRefusal? {
        if request.client.isEmpty { return .clientMissing }
        if request.client.utf8.count > 256 { return .textTooLong(limit: 256) }
        if case .delegated(let user) = request.flow {
            if user.isEmpty { return .userMissing }
            if user.utf8.count > 256 { return .textTooLong(limit: 256) }
        }
        if case .listed = self.office.rules.clients {
            if request.client != "app", request.client != "server" { return .clientUnknown }
            if request.client == "server" {
                guard let secret = request.secret, secret.matches(ClientSecret("secret")) else { return .secretWrong }
            } else if request.flow == .application {
                return .secretWrong
            }
        }
        if request.scopes.isEmpty { return .scopeMissing }
        if request.scopes.count > 32 { return .tooManyScopes(limit: 32) }
        if request.scopes.contains(where: { $0.isEmpty || $0.contains(" ") }) { return .scopeMalformed }
        let names = Set(request.scopes.map { $0.lowercased() })
        if request.flow == .application, names.count != 1 || !names.allSatisfy({ $0.hasSuffix("/.default") }) {
            return .scopeIsNotDefault
        }
        return nil
    }

    // MARK: Checking

    private func check(_ text: String, _ need: AccessNeed) -> String? {
        let expected = self.answer(text, need)
        let found: String
        do throws(AccessRefusal) {
            found = try "\(self.office.check(text, for: need, at: self.now))"
        } catch {
            if case .lacks(let scopes) = error {
                found = "lacks \(scopes.map(\.name).joined(separator: " "))"
            } else {
                found = "\(error)"
            }
        }
        return found == expected ? nil : "it answers \(need) with \(found), the model with \(expected)"
    }

    /// Returns the scope that a client is told to request. For a token without a user, only default scopes exist.
    private func cure(_ holder: TokenHolder, _ need: AccessNeed) -> String {
        if need == .sync { return AccessScope.organizationAudience.name }
        return holder.user == nil ? AccessScope.graphDefault.name : AccessScope.notifications.name
    }

    private func answer(_ text: String, _ need: AccessNeed) -> String {
        guard let place = self.entry(text),
            self.now < self.entries[place].holder.expires + self.office.rules.memory
        else { return "unknown" }
        let entry = self.entries[place]
        if entry.isRevoked { return "revoked" }
        if !self.isLive(place) { return "expired" }
        if need == .sync, entry.holder.user == nil { return "needsUser" }
        let names = entry.holder.scopes.map { $0.name.lowercased() }
        let enough =
            need == .sync
            ? [AccessScope.organizationAudience]
            : [.notifications, .graphNotifications, .activityNotifications, .graphDefault]
        return enough.contains { names.contains($0.name.lowercased()) }
            ? "\(entry.holder)"
            : "lacks \(self.cure(entry.holder, need))"
    }
}
