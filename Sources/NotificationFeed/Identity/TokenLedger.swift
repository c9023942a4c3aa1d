import Basics

/// The tokens of an office, each with its holder. Tokens are dropped in the order in which they expire.
struct TokenLedger: Sendable {
    struct Entry: Sendable {
        let holder: TokenHolder
        var marks: TokenMarks
    }

    private(set) var entries: [AccessToken: Entry] = [:]
    // Sorted by expiry, then by time of entry. Dropped tokens stay at the front until they make up half of the array.
    private(set) var order: [(expires: Instant, token: AccessToken)] = []
    private(set) var forgotten = 0

    var count: Int { self.entries.count }

    mutating func reserve(_ count: Int) {
        self.entries.reserveCapacity(count)
        self.order.reserveCapacity(count)
    }

    /// Appends a new token.
    mutating func append(_ token: AccessToken, _ entry: Entry) {
        self.entries[token] = entry
        self.order.append((entry.holder.expires, token))
    }

    func entry(of token: AccessToken) -> Entry? { self.entries[token] }

    /// Enters a token in order of expiry. Returns false when the token is known already.
    mutating func enter(_ token: AccessToken, _ holder: TokenHolder) -> Bool {
        guard self.entries[token] == nil else { return false }
        self.entries[token] = Entry(holder: holder, marks: TokenMarks(of: holder.scopes))
        // All tokens have the same lifetime, so a new token usually belongs at the end. The search goes further back
        // only if the clock was set back.
        var place = self.order.count
        while place > self.forgotten, self.order[place - 1].expires > holder.expires { place -= 1 }
        self.order.insert((holder.expires, token), at: place)
        return true
    }

    mutating func forget(expiredBy end: Instant) {
        while self.forgotten < self.order.count, self.order[self.forgotten].expires <= end {
            self.entries[self.order[self.forgotten].token] = nil
            self.forgotten += 1
        }
        if self.forgotten * 2 > self.order.count {
            self.order.removeSubrange(..<self.forgotten)
            self.forgotten = 0
        }
    }

    mutating func revoke(_ token: AccessToken, at now: Instant) -> Bool {
        guard let entry = self.entries[token], !entry.marks.isRevoked, now < entry.holder.expires else { return false }
        self.entries[token]?.marks.isRevoked = true
        return true
    }

    mutating func revoke(at now: Instant, where isMeant: (TokenHolder) -> Bool) -> Int {
        var count = 0
        for index in self.forgotten..<self.order.count {
            let token = self.order[index].token
            guard let holder = self.entries[token]?.holder, isMeant(holder) else { continue }
            count += self.revoke(token, at: now) ? 1 : 0
        }
        return count
    }
}

/// The facts about a token, apart from its holder, stored in one byte.
struct TokenMarks: Sendable {
    private static let revoked: UInt8 = 1 << 7

    private var bits: UInt8

    /// Computes for each case of ``AccessNeed`` whether these scopes are enough. The result is stored, because every
    /// request checks it.
    init(of scopes: [AccessScope]) {
        assert(AccessNeed.allCases.count < 8, "a need has the mark of a token that was taken back")
        self.bits = AccessNeed.allCases.reduce(0) { $0 | ($1.isMet(by: scopes) ? 1 << $1.rawValue : 0) }
    }

    func meets(_ need: AccessNeed) -> Bool { self.bits & 1 << need.rawValue != 0 }

    var isRevoked: Bool {
        get { self.bits & Self.revoked != 0 }
        set { self.bits = newValue ? self.bits | Self.revoked : self.bits & ~Self.revoked }
    }
}
