import Basics
import ShoulderTap

/// The claims of a provider token before its signature is checked.
package struct ProviderToken: Hashable, Sendable {
    /// The strictness of reading a token.
    package enum Reading: Hashable, Sendable {
        /// Accepts variants of senders in use: `iat` with a fraction or as a string, plain and padded base64, no `alg`.
        case lenient
        /// Follows RFC 7515 and the documentation strictly.
        case strict
    }

    package let keyID: String
    package let team: String
    /// The issue time in whole seconds since 1970, rounded down if it has a fraction.
    package let issuedAt: Int64
    /// The bytes that the signature covers.
    package let signedBytes: [UInt8]
    /// The signature, raw or DER, as sent.
    package let signature: [UInt8]

    /// Returns nil when the text is not an ES256 provider token.
    package init?(_ text: [UInt8], _ reading: Reading) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.count <= Self.sizeLimit, parts.count == 3,
            let header = Self.object(parts[0], reading), let claims = Self.object(parts[1], reading),
            let signature = Self.decoded(parts[2], reading), !signature.isEmpty,
            Self.admits(header, reading),
            let keyID = Self.name(header["kid"], reading), let team = Self.name(claims["iss"], reading),
            let issuedAt = Self.seconds(claims["iat"], reading)
        else { return nil }
        self.keyID = keyID
        self.team = team
        self.issuedAt = issuedAt
        self.signedBytes = Array(text[..<parts[1].endIndex])
        self.signature = signature
    }

    /// The maximum size of a token in bytes. A normal token has about 200 bytes.
    static let sizeLimit = 4_096
    /// The maximum length of a name. The ids of keys and teams have ten characters, but a simulator may use other
    /// lengths.
    static let nameLimit = 64

    private static func decoded(_ segment: ArraySlice<UInt8>, _ reading: Reading) -> [UInt8]? {
        reading == .strict ? Base64URL.bytes(of: segment) : Base64URL.bytes(ofLenient: segment)
    }

    private static func object(_ segment: ArraySlice<UInt8>, _ reading: Reading) -> PayloadElement? {
        guard let bytes = Self.decoded(segment, reading),
            let root = (try? JSONDocument(bytes, limit: Self.sizeLimit))?.root, root.kind == .object,
            Self.deciding.allSatisfy({ root.offsets(ofKey: $0).count <= 1 })
        else { return nil }
        return root
    }

    /// The JSON members that must not be repeated. JSON readers disagree about the value of a repeated member.
    private static let deciding: [StaticString] = ["alg", "typ", "kid", "iss", "iat"]

    private static func admits(_ header: PayloadElement, _ reading: Reading) -> Bool {
        // RFC 7515 requires that every extension in `crit` is understood. This service supports no extensions.
        guard header["crit"] == nil else { return false }
        guard let algorithm = header["alg"] else {
            // The token in the documentation has no `alg`. The signature is checked as ES256 in any case.
            return reading == .lenient
        }
        let type = header["typ"]
        return algorithm.string == "ES256" && (reading == .lenient || type == nil || type?.string == "JWT")
    }

    private static func name(_ value: PayloadElement?, _ reading: Reading) -> String? {
        // Characters that only look like ASCII could compare as equal, so only ASCII is accepted.
        guard let name = value?.string, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        switch reading {
        case .lenient: return (1...Self.nameLimit).contains(name.utf8.count) ? name : nil
        case .strict: return name.utf8.count == 10 && name.utf8.allSatisfy(\.isCapitalOrDigit) ? name : nil
        }
    }

    private static func seconds(_ value: PayloadElement?, _ reading: Reading) -> Int64? {
        switch reading {
        case .lenient: (value?.number?.text ?? value?.string).flatMap(Self.wholeSeconds)
        case .strict: value?.int64.flatMap { Self.range.contains($0) ? $0 : nil }
        }
    }

    /// The range of seconds in which the difference of two times cannot overflow.
    static let range: ClosedRange<Int64> = -1_000_000_000_000_000...1_000_000_000_000_000
}

extension UInt8 {
    fileprivate var isCapitalOrDigit: Bool { self.isDigit || 0x41...0x5A ~= self }
}
