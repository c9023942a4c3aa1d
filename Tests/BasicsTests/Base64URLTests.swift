import Basics
import TestSupport
import Testing

@Suite("Base64url")
struct Base64URLTests {
    // RFC 4648 §10 with the padding.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("follows RFC 4648, without padding", arguments: vectors)
    func vector(bytes: String, text: String) {
        let unpadded = String(text.prefix { $0 != "=" })
        #expect(Base64URL.text(of: Array(bytes.utf8)) == unpadded)
        #expect(Base64URL.bytes(of: unpadded) == Array(bytes.utf8))
        #expect(Base64URL.bytes(ofLenient: unpadded) == Array(bytes.utf8))
        #expect(Base64URL.bytes(ofLenient: text) == Array(bytes.utf8))
        if text != unpadded { #expect(Base64URL.bytes(of: text) == nil) }
    }

    @Test("writes - and _ for 62 and 63, and reads + and / only from clients")
    func alphabets() {
        #expect(Base64URL.text(of: [0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64URL.bytes(of: "--__") == [0xFB, 0xEF, 0xFF])
        #expect(Base64URL.bytes(of: "++//") == nil)
        #expect(Base64URL.bytes(ofLenient: "++//") == [0xFB, 0xEF, 0xFF])
        #expect(Base64URL.bytes(ofLenient: "+-/_") == [0xFB, 0xEF, 0xFF])
    }

    @Test("has 64 characters, and two more from clients")
    func characters() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        #expect(alphabet.count == 64)
        for character in UInt8.min...UInt8.max {
            let text = [character, 0x41, 0x41, 0x41]
            #expect((Base64URL.bytes(of: text) != nil) == alphabet.contains(character))
            let isOlder = [UInt8(ascii: "+"), UInt8(ascii: "/")].contains(character)
            #expect((Base64URL.bytes(ofLenient: text) != nil) == (alphabet.contains(character) || isOlder))
        }
    }

    @Test("never ends with a single extra character", arguments: ["A", "AAAAA", "AAAAAAAAA"])
    func lengths(_ text: String) {
        #expect(Base64URL.bytes(of: text) == nil)
        #expect(Base64URL.bytes(ofLenient: text) == nil)
        #expect(Base64URL.bytes(ofLenient: text + "===") == nil)
    }

    @Test("has no unused bits at the end, so each byte sequence has one text")
    func trailingBits() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let one = alphabet.filter { Base64URL.bytes(of: [0x41, $0]) != nil }
        #expect(String(decoding: one, as: UTF8.self) == "AQgw")
        let two = alphabet.filter { Base64URL.bytes(of: [0x41, 0x41, $0]) != nil }
        #expect(String(decoding: two, as: UTF8.self) == "AEIMQUYcgkosw048")
        #expect(Base64URL.bytes(ofLenient: "Zh==") == nil)
        #expect(Base64URL.bytes(ofLenient: "Zm9=") == nil)
    }

    @Test(
        "from clients has padding of the right length at the end, or none",
        arguments: ["=", "==", "===", "====", "Zg=", "Zg===", "Zm8==", "Zm9v=", "Zm9v====", "Z=g=", "=Zg=", "Zg==Zg=="])
    func padding(_ text: String) {
        #expect(Base64URL.bytes(ofLenient: text) == nil)
        #expect(Base64URL.bytes(of: text) == nil)
    }

    @Test(
        "has no white space and nothing beyond ASCII",
        arguments: ["Zm9v\n", " Zm9v", "Zm 9v", "Zm9é", "Zm9v\0", "Zg==\r\n"])
    func foreign(_ text: String) {
        #expect(Base64URL.bytes(of: text) == nil)
        #expect(Base64URL.bytes(ofLenient: text) == nil)
    }

    @Test("is decoded to the same bytes")
    func roundTrips() {
        var dice = SeededDice(seed: 64)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            let text = Base64URL.text(of: bytes)
            #expect(text.utf8.count == (length * 4 + 2) / 3)
            #expect(Base64URL.bytes(of: text) == bytes)
            #expect(Base64URL.bytes(ofLenient: text) == bytes)
        }
    }
}

@Suite("Tokens of 256 bits in base64url")
struct TokenTextTests {
    private static let token = SIMD4<UInt64>(0x0011_2233_4455_6677, .max, 0, 0xFEDC_BA98_7654_3210)

    @Test("have the text of their bytes, and are decoded from it")
    func bothWays() {
        let bytes = (0..<4).flatMap { index in
            (0..<8).map { UInt8(truncatingIfNeeded: Self.token[index] >> (56 - 8 * $0)) }
        }
        let text = Base64URL.text(of: Self.token)
        #expect(text == Base64URL.text(of: bytes))
        #expect(Base64URL.words(of: text) == Self.token)
    }

    @Test("have one spelling only")
    func spellings() {
        let text = Array(Base64URL.text(of: Self.token).utf8)
        for place in text.indices {
            for byte in [0, 0x2B, 0x2F, 0x3D, 0x40, 0x5B, 0x60, 0x7B, 0x7F] as [UInt8] {
                var other = text
                other[place] = byte
                #expect(Base64URL.words(of: String(decoding: other, as: UTF8.self)) == nil)
            }
        }
        for last in "BCDFGHJKL" {
            #expect(Base64URL.words(of: String(decoding: text.dropLast(), as: UTF8.self) + String(last)) == nil)
        }
        let whole = String(decoding: text, as: UTF8.self)
        for other in ["", String(whole.dropLast()), whole + "A", "é" + whole.dropFirst(2), "é" + whole.dropFirst()] {
            #expect(Base64URL.words(of: other) == nil)
        }
    }
}

@Suite("Secret bytes")
struct SecretBytesTests {
    @Test("are equal when all bytes are equal")
    func equality() {
        let secret: [UInt8] = Array("0123456789abcdef".utf8)
        #expect(SecretBytes.areEqual(secret, secret))
        #expect(SecretBytes.areEqual([UInt8](), [UInt8]()))
        #expect(!SecretBytes.areEqual(secret, secret.dropLast()))
        #expect(!SecretBytes.areEqual(secret.dropFirst(), secret))
        for index in secret.indices {
            for bit in 0..<8 as Range<UInt8> {
                var other = secret
                other[index] ^= 1 << bit
                #expect(!SecretBytes.areEqual(secret, other))
            }
        }
    }
}
