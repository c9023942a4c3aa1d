package import Basics
package import PushGateway

/// The provider token that a sender presents to Apple's push service.
///
/// Apple accepts a token for an hour. It accepts a new token only 20 minutes after the last one. So the pass makes a
/// new token after 40 minutes. If Apple reports that the current token has expired, the pass makes a new token earlier.
package struct ProviderPass: Sendable {
    /// The id of the signing key at Apple.
    package let key: String
    package let team: String
    private var token: (text: String, since: Instant)?

    /// The time for which a token is used, halfway between the minimum and the maximum that Apple allows.
    package static let renewal = Interval.minutes(40)

    /// Creates a pass without a token. Both ids consist of letters and digits.
    package init(key: String, team: String) {
        for id in [key, team] {
            precondition(!id.isEmpty && id.utf8.allSatisfy(\.isLetterOrDigit), "'\(id)' is no id of a key or a team")
        }
        self.key = key
        self.team = team
    }

    /// Returns the value of the `authorization` header. Makes a new token first if the current one is too old.
    package mutating func authorization(at now: Instant, _ signer: some ProviderSigner) -> String {
        if let token, token.since <= now, now - token.since < Self.renewal { return token.text }
        let header = #"{"alg":"ES256","kid":"\#(self.key)"}"#
        let claims = #"{"iss":"\#(self.team)","iat":\#(now.seconds)}"#
        let signed = Self.text(Array(header.utf8)) + "." + Self.text(Array(claims.utf8))
        let signature = signer.signature(over: Array(signed.utf8), byKey: self.key)
        let text = "bearer " + signed + "." + Self.text(signature)
        self.token = (text, now)
        return text
    }

    /// Handles the refusal of a push.
    ///
    /// An expired token is not used again. For any other refusal, a new token would not help.
    package mutating func refused(_ refusal: SendRefusal) {
        if refusal.status == 403, refusal.reason == "ExpiredProviderToken" { self.token = nil }
    }

    private static func text(_ bytes: [UInt8]) -> String { Base64URL.text(of: bytes) }
}

/// A signer of provider tokens. It is a library with a real key, or a simulation that verifies its own signatures.
package protocol ProviderSigner {
    /// Returns the signature of the key over the bytes: r followed by s.
    func signature(over bytes: [UInt8], byKey id: String) -> [UInt8]
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
