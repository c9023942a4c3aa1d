package import PushGateway
import SecureTransport

/// The keys with which senders sign. Describes the keys to the push service, and checks signatures.
package struct ProviderKeys: SenderPorts {
    package private(set) var keys: GatewayKeys
    private var check = SignatureCheck()
    private var ids: Set<[UInt8]> = []
    private let dice = IDDice()

    /// Creates an empty set of keys. If `acceptsAny` is true, signatures of unknown keys are accepted without a check.
    package init(acceptsAny: Bool = false) { self.keys = GatewayKeys(acceptsAnyKey: acceptsAny) }

    /// Limits every key to these bundle ids or topics.
    package mutating func limit(to topics: [String]) { self.keys.topics = topics }

    /// Adds the key of a PEM text: a private key such as Apple's `.p8`, or a public key.
    package mutating func admit(
        _ key: GatewayKeys.Key, pem text: [UInt8], file: String
    ) throws(ServerError) {
        let publicKey: PublicKey
        do {
            publicKey = try Self.publicKey(text)
        } catch {
            throw .badKey(file: file, words: error.description)
        }
        self.check.admit(publicKey, id: key.id)
        self.ids.insert(Array(key.id.utf8))
        self.keys.admit(key)
    }

    /// Reads a public or a private key.
    ///
    /// If a text contains neither, the error describes why the text is not a private key, because most users mean a
    /// private key.
    private static func publicKey(_ text: [UInt8]) throws(PEMFault) -> PublicKey {
        if let key = try? PublicKey(pem: text) { return key }
        return try PrivateKey(pem: text).publicKey
    }

    package func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        guard self.ids.contains(Array(id.utf8)) else { return self.keys.acceptsAnyKey }
        return self.check.isSignature(signature, over: bytes, byKey: id)
    }

    package func freshID() -> (UInt64, UInt64) { (self.dice.next(), self.dice.next()) }
}

/// Random numbers for ids.
///
/// They are drawn in batches because each draw is expensive.
private final class IDDice {
    private var drawn: [UInt64] = []

    private static let batch = 128

    func next() -> UInt64 {
        if let number = self.drawn.popLast() { return number }
        self.drawn = RandomBytes.make(8 * Self.batch).withUnsafeBytes { bytes in
            (0..<Self.batch).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
        }
        return self.drawn.removeLast()
    }
}
