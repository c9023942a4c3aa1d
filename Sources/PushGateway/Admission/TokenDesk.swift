/// Looks at provider tokens once: what was found is remembered by the bytes of the token.
package struct TokenDesk: Sendable {
    /// A token whose signature is good, and the key that made it.
    package struct Signed: Sendable {
        package var issuedAt: Int64
        package var key: GatewayKeys.Key
    }

    /// Nil for a token that is not to be taken.
    private var verdicts = TokenShelf<Signed?>(limit: AdmissionRules.verdictLimit)

    package init() {}

    /// Nil for a token that is malformed, names a key that is not known or another's team, or is not signed by it.
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
