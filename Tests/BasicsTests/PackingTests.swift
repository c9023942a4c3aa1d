import Testing

@testable import Basics

@Suite("Packing")
struct PackingTests {
    @Test(
        "restores a text",
        arguments: [
            "", "a", "u1/d0", "contoso.com", "deadbeef", "DEADBEEF", "deadbee", "xdeadbeef", "0123456789abcdef0",
            "https://wns.example/?token=00112233445566778899aabbccddeeff", "AAAAAAAAAAAAAAAAAAAAAA", "éfacade12", "ä",
            "qL9-_kR2Xv0aTq1m8Zb7yWcN5dEfGhIjKlMnOpQrStU", "a b c d e f g h i j k l m n o p",
            "0123456789abcdef", "x0123456789abcdef", "0123456789ABCDEF", "0123456789abcdef0123456789abcde",
        ])
    func texts(text: String) {
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(text)
        packer.write(text)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        #expect(Array(unpacker.text().utf8) == Array(text.utf8))
        #expect(Array(unpacker.text().utf8) == Array(text.utf8))
        #expect(unpacker.isAtEnd)
    }

    @Test(
        "packs digits as bytes, and a repeated text in four bits",
        arguments: [
            ("00112233445566778899aabbccddeeff", 19), ("fcm:00112233445566778899aabbccddeeff", 23),
            ("qL9-_kR2Xv0aTq1m8Zb7yWcN5dEfGhIjKlMnOpQrStU", 34), ("plain", 7),
        ])
    func sizes(text: String, bytes: Int) {
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(text)
        #expect(packer.bytes.count == bytes)
        packer.write(text)
        packer.write(text)
        #expect(packer.bytes.count == bytes + 1)
    }

    @Test("writes a common start of several texts once")
    func starts() {
        let texts = (1...3 as ClosedRange<UInt64>).map { "https://wns.example/?token=\(Hex.text(of: $0))" }
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(texts[0])
        let first = packer.bytes.count
        for text in texts[1...] { packer.write(text) }
        #expect(packer.bytes.count <= first + 20)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        for text in texts { #expect(unpacker.text() == text) }
        #expect(unpacker.isAtEnd)
    }

    @Test(
        "restores any number",
        arguments: [0, 1, 7, 8, 127, 300, 1 << 32, 1 << 48 - 1, 1 << 48, .max - 1, .max] as [UInt64], 0..<4)
    func numbers(number: UInt64, offset: Int) {
        let signed = Int64(bitPattern: number)
        var packer = Packer(origin: Instant(microseconds: 0))
        for _ in 0..<offset { packer.write(true) }
        packer.write(number)
        packer.write(signed: signed)
        packer.write(noise: number)
        packer.write(number as UInt64?)
        packer.write(nil as UInt64?)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        let areSet = (0..<offset).map { _ in unpacker.flag() }
        #expect(!areSet.contains(false))
        #expect(unpacker.number() == number)
        #expect(unpacker.signed() == signed)
        #expect(unpacker.noise() == number)
        #expect(unpacker.optionalNumber() == number)
        #expect(unpacker.optionalNumber() == nil)
        #expect(unpacker.isAtEnd)
    }

    @Test(
        "restores any instant, including the first and the last",
        arguments: [.min, -5, 0, 1_767_225_600_000_000, 1_767_225_600_000_001, .max] as [Int64])
    func moments(microseconds: Int64) {
        let (moment, origin) = (Instant(microseconds: microseconds), Instant(microseconds: 1_767_225_600_000_000))
        var packer = Packer(origin: origin)
        packer.write(moment)
        packer.write(moment as Instant?)
        packer.write(nil as Instant?)
        var unpacker = Unpacker(packer.bytes, origin: origin)
        #expect(unpacker.moment() == moment)
        #expect(unpacker.optionalMoment() == moment)
        #expect(unpacker.optionalMoment() == nil)
        #expect(unpacker.isAtEnd)
    }

    @Test("writes a token that was packed before as a reference, and any other in full")
    func tokens() {
        let tokens = (1...100 as ClosedRange<UInt64>).map { SIMD4($0 << 60, .max, 0, $0) }
        let unknown = SIMD4<UInt64>(0, .max, 0, 1)
        let order = [0, 1, 3, 2, 99, 98, 4, 4]
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(tokens[7])
        for token in tokens { packer.write(Base64URL.text(of: token)) }
        let before = packer.bytes.count
        for place in order { packer.write(tokens[place]) }
        #expect(packer.bytes.count < before + 9)
        packer.write(unknown)
        #expect(packer.bytes.count > before + 32)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        #expect(unpacker.token() == tokens[7])
        for token in tokens { #expect(unpacker.text() == Base64URL.text(of: token)) }
        for place in order { #expect(unpacker.token() == tokens[place]) }
        #expect(unpacker.token() == unknown)
        #expect(unpacker.isAtEnd)
    }

    @Test("writes the most frequent texts first")
    func firstTexts() {
        var texts = TextNumbers()
        for text in ["alice", "alice/phone"] { _ = texts.intern(text) }
        var packer = Packer(origin: Instant(microseconds: 0), texts: texts)
        packer.write("alice/phone")
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        #expect(unpacker.firstTexts.count == 2)
        #expect(unpacker.firstTexts.find("alice/phone") == 1)
        #expect(unpacker.text() == "alice/phone")
        #expect(unpacker.isAtEnd)
    }

    @Test("writes a repeated text in one bit, and so a text that is likely to come first")
    func lastTexts() {
        var texts = TextNumbers()
        for text in ["app", "alice/phone"] { _ = texts.intern(text) }
        let column = ["alice/phone", "alice/phone", "other", "app", "app", ""]
        var packer = Packer(origin: Instant(microseconds: 0), texts: texts)
        let before = packer.bytes.count
        var last = LastText(number: 1)
        for text in column[..<2] { packer.write(text, orAgain: &last) }
        #expect(packer.bytes.count <= before + 1)
        for text in column[2...] { packer.write(text, orAgain: &last) }
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        last = LastText(number: 1)
        for text in column { #expect(unpacker.text(orAgain: &last) == text) }
        #expect(unpacker.isAtEnd)
    }

    @Test("restores eight flags")
    func flags() {
        for bits in 0..<256 {
            func flag(_ place: Int) -> Bool { bits >> place & 1 != 0 }
            var packer = Packer(origin: Instant(microseconds: 0))
            packer.write(flags: flag(0), flag(1), flag(2), flag(3), flag(4), flag(5), flag(6), flag(7))
            var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
            let flags = unpacker.flags()
            #expect((0..<8).map { flags[$0] } == (0..<8).map { flag(Int($0)) })
            #expect(unpacker.isAtEnd)
        }
    }
}
