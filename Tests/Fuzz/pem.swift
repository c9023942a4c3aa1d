import Basics
@testable import SecureTransport

/// Any text is a key, a certificate or a list, or a fault that says where; what is read is written and read alike.
func fuzzPEM(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count).array
    readText(input)
    // The bytes of a block are base64, which mutations seldom hit: so the input is also the bytes.
    readBytes(input)
    return 0
}

private func readText(_ text: [UInt8]) {
    let lines = text.count { $0 == 0x0A } + 1
    do throws(PEMFault) {
        let pem = try PEMText(text)
        holds(!pem.blocks.isEmpty, "a text without blocks")
        for block in pem.blocks {
            holds((1...lines).contains(block.line), "a block outside of the text")
            guard let label = block.label else { continue }
            let written = PEMBlock.text(label, block.bytes)
            let read = (try? PEMText(Array(written.utf8)))?.blocks.map(\.bytes)
            holds(read == [block.bytes], "a block is read otherwise")
        }
    } catch {
        holds(error.line.map { (1...lines).contains($0) } ?? true, "a fault outside of the text")
    }
    if let key = try? PrivateKey(pem: text) { check(key) }
    if let key = try? PublicKey(pem: text) { check(key) }
    if let chain = try? CertificateChain(pem: text) { chain.certificates.forEach(check) }
    if let list = try? RevocationList(pem: text) { check(list) }
    _ = try? Identity(chainPEM: text, keyPEM: text)
}

private func readBytes(_ bytes: [UInt8]) {
    for label in [PEMBlock.Label.privateKey, .ecPrivateKey] {
        if let key = try? PrivateKey(pem: Array(PEMBlock.text(label, bytes).utf8)) { check(key) }
    }
    if let key = try? PublicKey(der: bytes) { check(key) }
    if let certificate = Certificate(der: bytes) { check(certificate) }
    if let list = RevocationList(der: bytes) { check(list) }
    if let signature = ES256Signature(der: bytes) { holds(signature.der == bytes, "a second spelling of a signature") }
    if let topics = ProviderTopics.topics(in: bytes) {
        holds(topics.count <= ProviderTopics.countLimit, "more topics than the limit")
    }
}

private func check(_ key: PrivateKey) {
    holds((try? PrivateKey(pem: Array(key.pem.utf8)))?.publicKey == key.publicKey, "a key is read otherwise")
    holds(key.publicKey.isSignature(key.signature(over: [1]), over: [1]), "a key that does not sign")
}

private func check(_ key: PublicKey) {
    holds((try? PublicKey(pem: Array(key.pem.utf8))) == key, "a public key is read otherwise")
    holds(!key.isSignature([UInt8](repeating: 1, count: 64), over: [1]), "a signature that nobody made")
}

private func check(_ certificate: Certificate) {
    holds(Certificate(der: certificate.der)?.der == certificate.der, "a certificate is read otherwise")
    _ = (certificate.serial, certificate.validity, certificate.names, certificate.isAuthority, certificate.fingerprint)
    certificate.publicKey.map(check)
    holds(ProviderTopics(certificate).topics.count <= 2 * ProviderTopics.countLimit + 1, "more topics than the limits")
}

private func check(_ list: RevocationList) {
    holds(RevocationList(der: list.der)?.der == list.der, "a list is read otherwise")
    _ = (list.serials, list.validity)
}
