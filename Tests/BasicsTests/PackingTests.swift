import Testing

@testable import Basics

@Suite("Packing")
struct PackingTests {
    @Test(
        "gives a text back as it was",
        arguments: [
            "", "a", "u1/d0", "contoso.com", "deadbeef", "DEADBEEF", "deadbee", "xdeadbeef", "0123456789abcdef0",
            "https://wns.example/?token=00112233445566778899aabbccddeeff", "AAAAAAAAAAAAAAAAAAAAAA", "éfacade12", "ä",
            "qL9-_kR2Xv0aTq1m8Zb7yWcN5dEfGhIjKlMnOpQrStU", "a b c d e f g h i j k l m n o p",
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
        "takes the bytes that digits stand for, and a number for a text that was there before",
        arguments: [
            ("00112233445566778899aabbccddeeff", 21), ("fcm:00112233445566778899aabbccddeeff", 25),
            ("qL9-_kR2Xv0aTq1m8Zb7yWcN5dEfGhIjKlMnOpQrStU", 35), ("plain", 9),
        ])
    func sizes(text: String, bytes: Int) {
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(text)
        #expect(packer.bytes.count == bytes)
        packer.write(text)
        #expect(packer.bytes.count == bytes + 1)
    }

    @Test("gives numbers back as they were", arguments: [0, 1, 127, 128, 300, 1 << 32, .max - 1, .max] as [UInt64])
    func numbers(number: UInt64) {
        let signed = Int64(bitPattern: number)
        var packer = Packer(origin: Instant(microseconds: 0))
        packer.write(number)
        packer.write(signed: signed)
        packer.write(noise: number)
        packer.write(number as UInt64?)
        packer.write(nil as UInt64?)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        #expect(unpacker.number() == number)
        #expect(unpacker.signed() == signed)
        #expect(unpacker.noise() == number)
        #expect(unpacker.optionalNumber() == number)
        #expect(unpacker.optionalNumber() == nil)
        #expect(unpacker.isAtEnd)
    }

    @Test(
        "gives moments back as they were, the first and the last too",
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

    @Test("points at a token whose text stands before, and has one that is out of order whole")
    func tokens() {
        let tokens = (1...5 as ClosedRange<UInt64>).map { SIMD4($0, .max, 0, $0 << 60) }
        var packer = Packer(origin: Instant(microseconds: 0))
        for token in tokens { packer.write(Base64URL.text(of: token)) }
        let before = packer.bytes.count
        for place in [0, 1, 3, 2, 4] { packer.write(tokens[place]) }
        #expect(packer.bytes.count == before + 4 + 33)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        for token in tokens { #expect(unpacker.text() == Base64URL.text(of: token)) }
        for place in [0, 1, 3, 2, 4] { #expect(unpacker.token() == tokens[place]) }
        #expect(unpacker.isAtEnd)
    }

    @Test("puts the texts that most is about in front")
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

    @Test("gives eight flags back from one byte")
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
