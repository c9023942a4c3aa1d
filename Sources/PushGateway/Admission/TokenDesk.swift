/// Checks each provider token once and caches the result by the bytes of the token.
package struct TokenDesk: Sendable {
    /// A token with a valid signature, and the key that signed it.
    package struct Signed: Sendable {
        package var issuedAt: Int64
        package var key: GatewayKeys.Key
    }

    /// The cached results. A result is nil if the token is refused.
    private var verdicts = TokenShelf<Signed?>(limit: AdmissionRules.verdictLimit)

    package init() {}

    /// Checks a token. Returns nil if the token is malformed, is not signed by its key, or names an unknown key or a
    /// key of another team.
    package mutating func signed(
        _ text: [UInt8], _ reading: ProviderToken.Reading, _ keys: GatewayKeys, _ ports: some AdmissionPorts
    ) -> Signed? {
        if let place = self.verdicts.place(of: text) { return self.verdicts.finding(at: place) }
        let verdict = Self.verdict(on: text, reading, keys, ports)
        self.verdicts.remember(verdict, for: text)
        return verdict
    }

    private static func verdict(
        on text: [UInt8], _ reading: ProviderToken.Reading, _ keys: GatewayKeys, _ ports: some AdmissionPorts
    ) -> Signed? {
        guard let token = ProviderToken(text, reading), let key = keys.key(token.keyID, issuedBy: token.team),
            ports.isSignature(token.signature, over: token.signedBytes, byKey: token.keyID)
        else { return nil }
        return Signed(issuedAt: token.issuedAt, key: key)
    }

    mutating func forgetAll() { self.verdicts.forgetAll() }
}
