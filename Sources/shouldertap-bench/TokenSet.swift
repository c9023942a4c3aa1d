import Basics
import PushGateway
import SecureTransport

/// Distinct provider tokens of one key, with the bytes that are signed.
struct TokenSet {
    let key = PrivateKey.generate()
    let tokens: [[UInt8]]
    let messages: [[UInt8]]
    /// The signatures in raw form, as in tokens.
    let signatures: [[UInt8]]

    private static let keyID = "TEAMKEY001"

    init(count: Int) {
        var (tokens, messages, signatures): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
        for index in 0..<count {
            let header = Base64URL.text(of: #"{"alg":"ES256","kid":"\#(Self.keyID)"}"#.utf8)
            let claims = Base64URL.text(of: #"{"iss":"TEAM000001","iat":\#(1_700_000_000 + index)}"#.utf8)
            let message = Array("\(header).\(claims)".utf8)
            let signature = self.key.signature(over: message)
            tokens.append(message + Array((".\(Base64URL.text(of: signature))").utf8))
            messages.append(message)
            signatures.append(signature)
        }
        (self.tokens, self.messages, self.signatures) = (tokens, messages, signatures)
    }

    /// Checks signatures for the push service.
    private struct Ports: AdmissionPorts {
        let check: SignatureCheck

        func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup { .unknown }

        func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
            self.check.isSignature(signature, over: bytes, byKey: id)
        }

        mutating func freshID() -> (UInt64, UInt64) { (0, 0) }
    }

    private var ports: Ports {
        var check = SignatureCheck()
        check.admit(self.key.publicKey, id: Self.keyID)
        return Ports(check: check)
    }

    private static let keys = GatewayKeys([.init(keyID, team: "TEAM000001")])

    /// Measures the checks of tokens that the push service's token desk has cached.
    func cachedChecks() -> Lane {
        var desk = TokenDesk()
        let (keys, ports) = (Self.keys, self.ports)
        // The tokens are copied, because every request has its own bytes.
        let tokens = self.tokens.prefix(64).map { $0.map { $0 } }
        for token in self.tokens.prefix(64) { _ = desk.signed(token, .lenient, keys, ports) }
        return Lane(name: "a cached check", count: 64 * 200) {
            Self.good(tokens, times: 200, at: &desk, keys, ports)
        }
    }

    /// Counts the valid tokens. The desk has a single owner during the count, as in the service.
    private static func good(
        _ tokens: [[UInt8]], times: Int, at desk: inout TokenDesk, _ keys: GatewayKeys, _ ports: Ports
    ) -> Int {
        var good = 0
        for _ in 0..<times {
            for token in tokens where desk.signed(token, .lenient, keys, ports) != nil { good += 1 }
        }
        return good
    }

    /// Measures the checks of tokens that the desk has not cached. There are more tokens than the desk can cache.
    func firstChecks() -> Lane {
        precondition(self.tokens.count > AdmissionRules.verdictLimit, "a desk that remembers all forgets none")
        var desk = TokenDesk()
        let (keys, ports) = (Self.keys, self.ports)
        return Lane(name: "an uncached check", count: self.tokens.count) {
            self.tokens.count { desk.signed($0, .lenient, keys, ports) != nil }
        }
    }

    func verifications() -> Lane {
        let key = self.key.publicKey
        return Lane(name: "verify", count: self.messages.count) {
            self.messages.indices.count { key.isSignature(self.signatures[$0], over: self.messages[$0]) }
        }
    }

    func signatures(of count: Int = 256) -> Lane {
        Lane(name: "sign", count: count) {
            self.messages.prefix(count).count { self.key.signature(over: $0).count == 64 }
        }
    }
}
