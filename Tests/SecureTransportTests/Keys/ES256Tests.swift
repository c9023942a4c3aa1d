import Basics
import TestSupport
import Testing

@testable import SecureTransport

@Suite("ES256")
struct ES256Tests {
    static let message = Array("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJURUFNIn0".utf8)

    @Test("a signature by a key is accepted by its public half, raw and as DER")
    func bothForms() {
        let key = PrivateKey.generate()
        for _ in 0..<50 {
            let (raw, der) = (key.signature(over: Self.message), key.signature(over: Self.message, as: .der))
            #expect(raw.count == 64 && der.count <= 72)
            #expect(key.publicKey.isSignature(raw, over: Self.message))
            #expect(key.publicKey.isSignature(der, over: Self.message))
        }
    }

    @Test(
        "one flipped bit of the signature, in either form, makes it invalid",
        arguments: [PrivateKey.SignatureForm.raw, .der])
    func flippedSignature(_ form: PrivateKey.SignatureForm) {
        let key = PrivateKey.generate()
        let signature = key.signature(over: Self.message, as: form)
        for bit in 0..<8 * signature.count {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.isSignature(changed, over: Self.message), "bit \(bit)")
        }
    }

    @Test("one flipped bit of the message makes it invalid")
    func flippedMessage() {
        let key = PrivateKey.generate()
        let signature = key.signature(over: Self.message)
        for bit in 0..<8 * Self.message.count {
            var changed = Self.message
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.isSignature(signature, over: changed), "bit \(bit)")
        }
    }

    @Test("a message may have any length, even zero", arguments: [0, 1, 63, 64, 65, 100_000])
    func lengths(_ count: Int) {
        let (key, message) = (PrivateKey.generate(), [UInt8](repeating: 7, count: count))
        #expect(key.publicKey.isSignature(key.signature(over: message), over: message))
    }

    @Test("another key does not accept it")
    func others() {
        let signature = PrivateKey.generate().signature(over: Self.message)
        #expect(!PrivateKey.generate().publicKey.isSignature(signature, over: Self.message))
    }

    @Test("two keys are never equal, and a key equals itself read back")
    func equality() throws {
        let key = PrivateKey.generate()
        #expect(key.publicKey != PrivateKey.generate().publicKey)
        #expect(try PublicKey(pem: Array(key.publicKey.pem.utf8)) == key.publicKey)
        #expect(try PrivateKey(pem: Array(key.pem.utf8)).publicKey == key.publicKey)
    }

    @Test("refusals leave nothing in OpenSSL's queue")
    func queue() {
        let key = PrivateKey.generate().publicKey
        _ = key.isSignature([UInt8](repeating: 1, count: 64), over: Self.message)
        _ = try? PrivateKey(pem: Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----".utf8))
        _ = Certificate(der: [0x30, 0x03, 0x02, 0x01, 0x01])
        _ = RevocationList(der: [0x30, 0x03, 0x02, 0x01, 0x01])
        #expect(OpenSSLErrors.takeReason() == nil)
    }
}
