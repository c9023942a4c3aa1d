import Basics
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// The examples of FIPS 180-4 and of its supplements.
    static let vectors: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test("The published examples give the published digests", arguments: vectors.indices)
    func published(_ index: Int) {
        let (text, digest) = Self.vectors[index]
        #expect(Hex.text(of: SHA256.digest(of: Array(text.utf8))) == digest)
    }

    /// Taken from `sha256sum`: lengths around the end of a block, of bytes that count up.
    static let edges: [(Int, String)] = [
        (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
        (54, "675f28acc0b90a72d1c3a570fe83ac565555db358cf01826dc8eefb2bf7ca0f3"),
        (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
        (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
        (57, "2fe741af801cc238602ac0ec6a7b0c3a8a87c7fc7d7f02a3fe03d1c12eac4d8f"),
        (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
        (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
        (65, "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"),
        (119, "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"),
        (120, "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"),
        (128, "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5"),
        (1000, "a8af099bf2e878609558dbf69d8f88f4a31040a8cf84b549a0cfa912f12ffc3f"),
    ]

    @Test("Padding is correct at the end of a block", arguments: edges)
    func padding(_ count: Int, _ digest: String) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Hex.text(of: SHA256.digest(of: bytes)) == digest)
        // Any collection will do.
        #expect(Hex.text(of: SHA256.digest(of: bytes.lazy.map { $0 })) == digest)
    }
}
