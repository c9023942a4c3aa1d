import TestSupport
import Testing

@Suite("The reference parser")
struct ReferenceParserTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let text: String, reason: ReferenceJSON.Reason, offset: Int
        var testDescription: String { self.text }

        init(_ text: String, _ reason: ReferenceJSON.Reason, at offset: Int) {
            self.text = text
            self.reason = reason
            self.offset = offset
        }
    }

    static let refused = [
        Refused("", .noValue, at: 0),
        Refused("  ", .noValue, at: 2),
        Refused("{\"a\":1", .unexpectedEnd, at: 6),
        Refused("[1,]", .unexpectedByte, at: 3),
        Refused("[1 2]", .unexpectedByte, at: 3),
        Refused("1 2", .trailingBytes, at: 2),
        Refused("01", .trailingBytes, at: 1),
        Refused("[-]", .badNumber, at: 2),
        Refused("1.e1", .badNumber, at: 2),
        Refused("[tru]", .badLiteral, at: 4),
        Refused("\"a\tb\"", .controlCharacter, at: 2),
        Refused(#""\x""#, .badEscape, at: 3),
        Refused(#""\u00g0""#, .badEscape, at: 5),
        Refused(#""\ud800""#, .loneSurrogate, at: 7),
        Refused(#""\udc00""#, .loneSurrogate, at: 7),
        Refused(#""\ud800\u0041""#, .loneSurrogate, at: 13),
        Refused("\u{FEFF}{}", .unexpectedByte, at: 0),
        Refused("// c\n1", .unexpectedByte, at: 0),
    ]

    @Test("Reports why and where a text is not JSON", arguments: refused)
    func refuses(_ row: Refused) {
        #expect(throws: ReferenceJSON.Refusal(reason: row.reason, offset: row.offset)) {
            try ReferenceJSON.parse(Array(row.text.utf8))
        }
    }

    @Test("Puts every value and key at its position")
    func offsets() throws {
        let bytes = Array(#" {"a":[1,"\u00e9"],"\u0062":{"c":null}} "#.utf8)
        let tree = try ReferenceJSON.parse(bytes)
        func spelling(_ range: Range<Int>?) -> String { range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "" }

        #expect(tree.range == 1..<bytes.count - 1)
        #expect(tree.members?.map(\.key) == [Array("a".utf8), Array("b".utf8)])
        #expect(tree.members?.map(\.keyOffset) == [2, 19])
        #expect(tree.members?.map { spelling($0.range) } == [#""a":[1,"\u00e9"]"#, #""\u0062":{"c":null}"#])
        #expect(spelling(tree["a"]?.range) == #"[1,"\u00e9"]"#)
        #expect(tree["a"]?.elements?.map { spelling($0.range) } == ["1", #""\u00e9""#])
        #expect(tree["a"]?.elements?.last?.text == Array("é".utf8))
        #expect(tree["b"]?["c"]?.form == .null)
        #expect(tree["c"] == nil)
    }

    @Test("Keeps duplicates and their order, and numbers as they were spelt")
    func keepsEverything() throws {
        let tree = try ReferenceJSON.parse(Array(#"{"a":1.50,"a":-0E+0,"\u0061":1e999}"#.utf8))
        #expect(tree.count(of: "a") == 3)
        #expect(
            tree.members?.map(\.value.form) == ["1.50", "-0E+0", "1e999"].map { .number(Array($0.utf8)) })
    }

    @Test("Reads every escape")
    func escapes() throws {
        let tree = try ReferenceJSON.parse(Array(#""\"\\\/\b\f\n\r\t\u0000\uD834\udd1e\uFfFf""#.utf8))
        #expect(tree.text == Array("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1D11E}\u{FFFF}".utf8))
    }

    @Test("A lenient reader finds the same tree in all strict JSON")
    func leniencyOnlyAdds() {
        var count = 0
        for known in KnownPayload.all {
            guard let strict = try? ReferenceJSON.parse(known.bytes) else { continue }
            let lenient = try? ReferenceJSON.parse(known.bytes, lenient: true)
            #expect(lenient == strict, "\(known)")
            count += 1
        }
        #expect(count > 150)
    }

    @Test("A lenient reader finds the values between comments, commas and a byte-order mark")
    func leniencyIsInvisible() throws {
        let lenient = try ReferenceJSON.parse(
            Array("\u{FEFF}/*,*/{ // {\n\"a\" /**/ : [ 1 , 2 , /*]*/ ] , }//".utf8), lenient: true)
        #expect(lenient.members?.map(\.key) == [Array("a".utf8)])
        #expect(lenient["a"]?.elements?.map(\.form) == ["1", "2"].map { .number(Array($0.utf8)) })
    }

    @Test("Exactly the encodings of Unicode scalars are UTF-8")
    func utf8() {
        var buffer: [UInt8] = []
        var count = 0
        for number in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(number) else { continue }
            buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
            count += 1
            if number % 4096 == 4095 {
                #expect(ReferenceUTF8.isValid(buffer), "up to \(number)")
                buffer.removeAll()
            }
        }
        #expect(count == 0x110000 - 0x800)
        for bytes in KnownPayload.badUTF8 where bytes.last != 0x22 {
            #expect(ReferenceUTF8.firstError(in: Array("ab".utf8) + bytes) != nil, "\(bytes)")
        }
    }

    @Test("All pairs of bytes are UTF-8 exactly where the standard library repairs nothing")
    func utf8Pairs() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let pair = [first, second]
                let isValid = String(validating: pair, as: UTF8.self) != nil
                #expect(ReferenceUTF8.isValid(pair) == isValid, "\(pair)")
            }
        }
    }
}

@Suite("The reference's decimal arithmetic")
struct ReferenceNumberTests {
    @Test(
        "Recognises one in any spelling",
        arguments: ["1", "1.0", "1e0", "1E+00", "10e-1", "0.1e1", "0.001E3", "100.00e-2", "1e00000000000000000000"])
    func one(_ spelling: String) {
        #expect(ReferenceNumber.isOne(Array(spelling.utf8)))
        #expect(!ReferenceNumber.isOne(Array("-\(spelling)".utf8)))
    }

    @Test(
        "Recognises numbers other than one",
        arguments: [
            "0", "0.0", "0e9", "2", "10", "11", "1.1", "1e1", "1e-1", "0.1", "10e-2", "100e-1", "1.01e0",
            "1e99999999999999999999", "10e-18446744073709551617", "0.1e18446744073709551617",
        ])
    func notOne(_ spelling: String) {
        #expect(!ReferenceNumber.isOne(Array(spelling.utf8)))
    }
}

@Suite("The reference's tap")
struct ReferenceTapTests {
    @Test("Has the envelope's members, unescaped")
    func members() throws {
        let bytes = Array(
            KnownPayload.tapText(
                #""v":1,"scenario":"userNotifications","host":"h\u00e9","subscription":"s","head":"","#
                    + #""activities":[{"id":"a"},{"x":1,"id":"\n"}],"truncated":true"#
            ).utf8)
        let tap = try #require(ReferenceVerdict(bytes).tap)
        #expect(tap.host == Array("hé".utf8))
        #expect(tap.subscription == Array("s".utf8))
        #expect(tap.head == [])
        #expect(tap.activities == [Array("a".utf8), Array("\n".utf8)])
        #expect(tap.isHintTruncated)
    }

    @Test("Exists only for strictly valid taps")
    func strictOnly() {
        let verdict = ReferenceVerdict(
            Array(KnownPayload.tapText(KnownPayload.required, aps: #""content-available":true"#).utf8))
        #expect(verdict.lenient == "shoulderTap")
        #expect(!verdict.isTap)
    }
}
