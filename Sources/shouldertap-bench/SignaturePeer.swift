private import CSecurePeer
import SecureTransport

/// The plain C loop: the same calls of OpenSSL on the same tokens, and no other work.
final class SignaturePeer {
    let verificationName = "C loop over EVP_DigestVerify"
    let signatureName = "C loop over EVP_DigestSign"
    private let privateKey: UnsafeMutableRawPointer
    private let publicKey: UnsafeMutableRawPointer
    private let bytes: [UInt8]
    private let items: [secure_peer_item]

    init?(_ set: TokenSet) {
        let (privateDER, publicDER) = (set.key.der, set.key.publicKey.der)
        guard let privateKey = secure_peer_read_private_key(privateDER, privateDER.count) else { return nil }
        guard let publicKey = secure_peer_read_public_key(publicDER, publicDER.count) else {
            secure_peer_free_key(privateKey)
            return nil
        }
        (self.privateKey, self.publicKey) = (privateKey, publicKey)
        var (bytes, items): ([UInt8], [secure_peer_item]) = ([], [])
        for message in set.messages {
            // The C code gets DER, so that it need not convert raw numbers.
            let signature = set.key.signature(over: message, as: .der)
            items.append(
                secure_peer_item(
                    message: bytes.count, message_count: message.count, signature: bytes.count + message.count,
                    signature_count: signature.count))
            bytes += message + signature
        }
        (self.bytes, self.items) = (bytes, items)
    }

    deinit {
        secure_peer_free_key(self.privateKey)
        secure_peer_free_key(self.publicKey)
    }

    func verifications() -> Lane {
        Lane(name: self.verificationName, count: self.items.count) {
            secure_peer_verify(self.publicKey, self.bytes, self.items, self.items.count)
        }
    }

    func signatures(of count: Int = 256) -> Lane {
        Lane(name: self.signatureName, count: count) {
            secure_peer_sign(self.privateKey, self.bytes, self.items, count)
        }
    }
}
