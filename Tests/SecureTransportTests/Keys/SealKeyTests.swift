import Basics
import Testing

@testable import SecureTransport

@Suite("Tags, digests and random bytes")
struct SealKeyTests {
    /// RFC 4231 §4.2, 4.3, 4.4 and 4.7.
    @Test(
        "a tag is HMAC-SHA256",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func published(_ row: (key: [UInt8], message: [UInt8], tag: String)) {
        let key = SealKey(row.key)
        #expect(Hex.text(of: key.tag(of: row.message)) == row.tag)
        // A second tag begins from the key again.
        #expect(Hex.text(of: key.tag(of: row.message)) == row.tag)
    }

    @Test("a tag is accepted by its key only, and not with a flipped bit or a missing byte")
    func recognised() {
        let (key, message) = (SealKey.generate(), Array("cursor".utf8))
        let tag = key.tag(of: message)
        #expect(key.isTag(tag, of: message))
        #expect(!SealKey.generate().isTag(tag, of: message))
        #expect(!key.isTag(Array(tag.dropLast()), of: message) && !key.isTag(tag + [0], of: message))
        #expect(!key.isTag([], of: message))
        for bit in 0..<256 {
            var changed = tag
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.isTag(changed, of: message))
        }
    }

    @Test("a seal for cursors is the key's own function, on any thread")
    func closure() async {
        let (key, message) = (SealKey.generate(), Array("cursor".utf8))
        let make: @Sendable ([UInt8]) -> [UInt8] = key.tag(of:)
        let expected = make(message)
        let tags = await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<64 { group.addTask { make(message) } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(tags == [expected] && expected.count == 32)
    }

    @Test("a key without bytes is accepted, as HMAC allows")
    func emptyKey() {
        #expect(
            Hex.text(of: SealKey([]).tag(of: [])) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    /// FIPS 180-2, appendix B.
    @Test(
        "a digest is SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func digest(_ row: (text: String, hex: String)) {
        #expect(Hex.text(of: SHA256Digest.of(Array(row.text.utf8))) == row.hex)
    }

    @Test("random bytes have the requested number, and never repeat", arguments: [0, 1, 16, 32, 1_000])
    func random(_ count: Int) {
        #expect(RandomBytes.make(count).count == count)
        #expect(count < 16 || RandomBytes.make(count) != RandomBytes.make(count))
    }
}
