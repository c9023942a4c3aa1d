package import PushGateway
import SecureTransport

/// The keys that senders sign with: what the push service is told about them, and how their signatures are checked.
package struct ProviderKeys: SenderPorts {
    package private(set) var keys: GatewayKeys
    private var check = SignatureCheck()
    private var ids: Set<[UInt8]> = []

    /// Creates an empty set. `acceptsAny` accepts signatures of unknown keys without a check.
    package init(acceptsAny: Bool = false) { self.keys = GatewayKeys(acceptsAnyKey: acceptsAny) }

    /// Limits every key to these bundle ids or topics.
    package mutating func limit(to topics: [String]) { self.keys.topics = topics }

    /// Lets in the key of a PEM text, private as Apple's `.p8` or public.
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

    /// A text that is neither is judged as a private key, which most people mean.
    private static func publicKey(_ text: [UInt8]) throws(PEMFault) -> PublicKey {
        if let key = try? PublicKey(pem: text) { return key }
        return try PrivateKey(pem: text).publicKey
    }

    package func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        guard self.ids.contains(Array(id.utf8)) else { return self.keys.acceptsAnyKey }
        return self.check.isSignature(signature, over: bytes, byKey: id)
    }

    package func freshID() -> (UInt64, UInt64) {
        RandomBytes.make(16).withUnsafeBytes { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
    }
}
