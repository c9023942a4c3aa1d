package import Basics

extension TokenOffice {
    package func pack(into packer: inout Packer) { self.ledger.pack(into: &packer) }

    package init(from unpacker: inout Unpacker, rules: Rules) {
        self.init(rules: rules)
        self.ledger = TokenLedger(from: &unpacker)
    }
}

extension TokenLedger {
    fileprivate func pack(into packer: inout Packer) {
        var client = LastText()
        var scopes: [AccessScope] = []
        packer.write(count: self.order.count - self.forgotten)
        for place in self.order[self.forgotten...] {
            guard let entry = self.entries[place.token] else { preconditionFailure("a token was forgotten too early") }
            place.token.pack(into: &packer)
            packer.write(entry.marks.isRevoked)
            packer.write(entry.holder.client, orAgain: &client)
            packer.write(entry.holder.user)
            packer.write(entry.holder.expires)
            // Usually all tokens of an office have the same scopes.
            let isUsual = Self.areSpelledAlike(entry.holder.scopes, scopes)
            packer.write(isUsual)
            guard !isUsual else { continue }
            scopes = entry.holder.scopes
            packer.write(count: scopes.count)
            for scope in scopes { packer.write(scope.name) }
        }
    }

    private static func areSpelledAlike(_ scopes: [AccessScope], _ others: [AccessScope]) -> Bool {
        // Usually both are in the same memory.
        if scopes.span.isIdentical(to: others.span) { return true }
        return scopes.count == others.count && scopes.indices.allSatisfy { scopes[$0].name.isExactly(others[$0].name) }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init()
        var client = LastText()
        var scopes: [AccessScope] = []
        var marks = TokenMarks(of: scopes)
        let count = unpacker.count()
        self.reserve(count)
        for _ in 0..<count {
            let token = AccessToken(from: &unpacker)
            let isRevoked = unpacker.flag()
            let name = unpacker.text(orAgain: &client)
            let (user, expires) = (unpacker.optionalText(), unpacker.moment())
            if !unpacker.flag() {
                scopes = (0..<unpacker.count()).map { _ in AccessScope(unpacker.text())! }
                marks = TokenMarks(of: scopes)
            }
            let holder = TokenHolder(client: name, user: user, scopes: scopes, expires: expires)
            marks.isRevoked = isRevoked
            self.append(token, Entry(holder: holder, marks: marks))
        }
    }
}
