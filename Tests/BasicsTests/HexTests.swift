import Basics
import Testing

@Suite("Hexadecimal digits")
struct HexTests {
    @Test("encode all 256 bytes, and decode them")
    func everyByte() {
        for byte in UInt8.min...UInt8.max {
            let text = Hex.text(of: [byte])
            #expect(text == (byte < 16 ? "0" : "") + String(byte, radix: 16))
            #expect(Hex.bytes(of: text) == [byte])
            #expect(Hex.bytes(of: text.uppercased()) == [byte])
        }
    }

    // RFC 4648 §10, where the digits are upper-case.
    @Test(
        "follow RFC 4648",
        arguments: [
            ("", ""), ("f", "66"), ("fo", "666f"), ("foo", "666f6f"), ("foob", "666f6f62"), ("fooba", "666f6f6261"),
            ("foobar", "666f6f626172"),
        ])
    func vectors(bytes: String, text: String) {
        #expect(Hex.text(of: bytes.utf8) == text)
        #expect(Hex.bytes(of: text) == Array(bytes.utf8))
        #expect(Hex.bytes(of: text.uppercased()) == Array(bytes.utf8))
    }

    @Test(
        "of a number are read at one position, and nowhere else",
        arguments: [-3, 0, 1, 3, 4, 5, 20, .max - 7, .max, .min])
    func places(place: Int) {
        let text = Array("xyz00112233aabbccddz".utf8)
        #expect(Hex.number(of: text.span, at: place) == (place == 3 ? 0x0011_2233_AABB_CCDD : nil))
        #expect(Hex.number(of: Array("xyz00112233AABBCCDDz".utf8).span, at: 3) == nil)
    }

    @Test("of a number are always sixteen digits")
    func numbers() {
        #expect(Hex.text(of: 0 as UInt64) == "0000000000000000")
        #expect(Hex.text(of: 0x5EED as UInt64) == "0000000000005eed")
        #expect(Hex.text(of: UInt64.max) == "ffffffffffffffff")
        #expect(Hex.text(of: 0x0123_4567_89AB_CDEF as UInt64) == "0123456789abcdef")
    }

    @Test("that do not come in pairs are refused", arguments: ["0", "abc", "12345"])
    func lengths(_ text: String) { #expect(Hex.bytes(of: text) == nil) }

    @Test("are only these 22")
    func characters() {
        let digits = Set("0123456789abcdefABCDEF".utf8)
        for character in UInt8.min...UInt8.max {
            #expect((Hex.value(of: character) != nil) == digits.contains(character))
            #expect((Hex.bytes(of: [character, 0x30]) != nil) == digits.contains(character))
            #expect((Hex.bytes(of: [0x30, character]) != nil) == digits.contains(character))
        }
    }
}
