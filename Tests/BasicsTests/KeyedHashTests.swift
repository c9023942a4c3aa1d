import Basics
import TestSupport
import Testing

@Suite("A keyed hash")
struct KeyedHashTests {
    /// The key of the paper's test values: the bytes 0 to 15.
    private static let key = Array(0..<16 as Range<UInt8>)

    /// Codes of the bytes 0, 1, 2 … as another implementation gives them: the count, 64 bits, 128 bits.
    static let vectors: [(Int, String, String)] = [
        (0, "310e0edd47db6f72", "a3817f04ba25a8e66df67214c7550293"),
        (1, "fd67dc93c539f874", "da87c1d86b99af44347659119b22fc45"),
        (2, "5a4fa9d909806c0d", "8177228da4a45dc7fca38bdef60affe4"),
        (3, "2d7efbd796666785", "9c70b60c5267a94e5f33b6b02985ed51"),
        (4, "b7877127e09427cf", "f88164c12d9c8faf7d0f6e7c7bcd5579"),
        (5, "8da699cd64557618", "1368875980776f8854527a07690e9627"),
        (6, "cee3fe586e46c9cb", "14eeca338b208613485ea0308fd7a15e"),
        (7, "37d1018bf50002ab", "a1f1ebbed8dbc153c0b84aa61ff08239"),
        (8, "6224939a79f5f593", "3b62a9ba6258f5610f83e264f31497b4"),
        (9, "b0e4a90bdf82009e", "264499060ad9baabc47f8b02bb6d71ed"),
        (10, "f3b9dd94c5bb5d7a", "00110dc378146956c95447d3f3d0fbba"),
        (11, "a7ad6b22462fb3f4", "0151c568386b6677a2b4dc6f81e5dc18"),
        (12, "fbe50e86bc8f1e75", "d626b266905ef35882634df68532c125"),
        (13, "903d84c02756ea14", "9869e247e9c08b10d029934fc4b952f7"),
        (14, "eef27a8e90ca23f7", "31fcefac66d7de9c7ec7485fe4494902"),
        (15, "e545be4961ca29a1", "5493e99933b0a8117e08ec0f97cfc3d9"),
        (16, "db9bc2577fcc2a3f", "6ee2a4ca67b054bbfd3315bf85230577"),
        (17, "9447be2cf5e99a69", "473d06e8738db89854c066c47ae47740"),
        (31, "42c341d8fa92d832", "2939b0183223fafc1723de4f52c43d35"),
        (32, "ce7cf2722f512771", "7c3956ca5eeafc3e363e9d556546eb68"),
        (33, "e37859f94623f3a7", "77c6077146f01c32b6b69d5f4ea9ffcf"),
        (63, "724506eb4c328a95", "5150d1772f50834a503e069a973fbd7c"),
        (64, "d8ca02850bc4d2ac", "1eaf077dc0d4cd3f8cad4d383658a74b"),
    ]

    @Test("is SipHash-2-4", arguments: vectors)
    func vector(count: Int, short: String, long: String) throws {
        let hash = try #require(KeyedHash(key: Self.key))
        let message = (0..<count).map { UInt8($0) }
        let code = hash.code(of: message)
        #expect(Hex.text(of: code.byteSwapped) == short)
        #expect(Hex.text(of: hash.longCode(of: message)) == long)
    }

    @Test("gives the value in the paper")
    func paper() throws {
        let hash = try #require(KeyedHash(key: Self.key))
        #expect(hash.code(of: 0..<15 as Range<UInt8>) == 0xA129_CA61_49BE_45E5)
    }

    @Test("equals a plain transcription of the algorithm for any key and message")
    func reference() throws {
        var dice = SeededDice(seed: 24)
        for length in 0..<200 {
            let key = (0..<16).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            let message = (0..<length).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            let hash = try #require(KeyedHash(key: key))
            #expect(hash.code(of: message) == ReferenceSip.codes(key: key, message: message, isLong: false)[0])
            let words = ReferenceSip.codes(key: key, message: message, isLong: true)
            let bytes = words.flatMap { word in (0..<8).map { UInt8(word >> UInt64(8 * $0) & 0xFF) } }
            #expect(hash.longCode(of: message) == bytes)
        }
    }

    @Test("needs a key of sixteen bytes", arguments: [0, 8, 15, 17, 32])
    func keys(_ count: Int) { #expect(KeyedHash(key: [UInt8](repeating: 1, count: count)) == nil) }

    @Test("changes about half of its bits with each bit of the message and of the key")
    func avalanche() throws {
        let message = Array("user alice, host contoso.com, 42".utf8)
        let code = try #require(KeyedHash(key: Self.key)).longCode(of: message)
        for bit in 0..<message.count * 8 {
            var other = message
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            try Self.expectFar(#require(KeyedHash(key: Self.key)).longCode(of: other), from: code)
        }
        for bit in 0..<128 {
            var key = Self.key
            key[bit / 8] ^= 1 << UInt8(bit % 8)
            try Self.expectFar(#require(KeyedHash(key: key)).longCode(of: message), from: code)
        }
    }

    /// 64 of 128 bits, with a standard deviation below 6.
    private static func expectFar(_ code: [UInt8], from other: [UInt8]) {
        let distance = zip(code, other).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
        #expect((34...94).contains(distance))
    }
}

/// The algorithm once more, over a list of four words, as slow and as literal as its description.
private enum ReferenceSip {
    static func codes(key: [UInt8], message: [UInt8], isLong: Bool) -> [UInt64] {
        let k0 = Self.word(key[0..<8]), k1 = Self.word(key[8..<16])
        let text = Array("somepseudorandomlygeneratedbytes".utf8)
        var v = (0..<4).map { index in
            // The constants are written with their highest byte first.
            Self.word(text[index * 8..<index * 8 + 8].reversed()) ^ (index % 2 == 0 ? k0 : k1)
        }
        if isLong { v[1] ^= 0xEE }
        var padded = message
        while padded.count % 8 != 7 { padded.append(0) }
        padded.append(UInt8(message.count % 256))
        for start in stride(from: 0, to: padded.count, by: 8) {
            let m = Self.word(padded[start..<start + 8])
            v[3] ^= m
            Self.rounds(2, &v)
            v[0] ^= m
        }
        v[2] ^= isLong ? 0xEE : 0xFF
        Self.rounds(4, &v)
        let first = v.reduce(0, ^)
        guard isLong else { return [first] }
        v[1] ^= 0xDD
        Self.rounds(4, &v)
        return [first, v.reduce(0, ^)]
    }

    private static func word(_ bytes: some Collection<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for (index, byte) in bytes.enumerated() { word += UInt64(byte) << UInt64(8 * index) }
        return word
    }

    /// Two half rounds of the same shape: add, rotate, xor, and one word turned round.
    private static func rounds(_ count: Int, _ v: inout [UInt64]) {
        for _ in 0..<count {
            for (a, b, c, d, r1, r2) in [(0, 1, 2, 3, 13, 16), (2, 1, 0, 3, 17, 21)] {
                v[a] = v[a] &+ v[b]
                v[b] = Self.rotate(v[b], r1) ^ v[a]
                v[c] = v[c] &+ v[d]
                v[d] = Self.rotate(v[d], r2) ^ v[c]
                v[a] = Self.rotate(v[a], 32)
            }
        }
    }

    private static func rotate(_ word: UInt64, _ bits: Int) -> UInt64 {
        (0..<bits).reduce(word) { word, _ in word &* 2 &+ word >> 63 }
    }
}
