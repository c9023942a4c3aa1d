import ShoulderTap
import Testing

@Suite("Numbers")
struct PayloadNumberTests {
    struct Row: Sendable, CustomStringConvertible {
        let text: String
        let int64: Int64?
        let uint64: UInt64?
        let double: Double
        let isOne: Bool

        init(_ text: String, _ int64: Int64?, _ uint64: UInt64?, _ double: Double, isOne: Bool = false) {
            self.text = text
            self.int64 = int64
            self.uint64 = uint64
            self.double = double
            self.isOne = isOne
        }

        var description: String { String(self.text.prefix(40)) }
    }

    private static let sevens = String(repeating: "7", count: 400)

    private static let rows: [Row] = [
        Row("0", 0, 0, 0), Row("-0", 0, 0, 0), Row("1", 1, 1, 1, isOne: true), Row("-1", -1, nil, -1),
        Row("10", 10, 10, 10),
        Row("1.0", nil, nil, 1, isOne: true), Row("1e0", nil, nil, 1, isOne: true),
        Row("10e-1", nil, nil, 1, isOne: true),
        Row("0.1E+1", nil, nil, 1, isOne: true), Row("1e1", nil, nil, 10), Row("1.5", nil, nil, 1.5),
        Row("0e0", nil, nil, 0),
        Row("1.0000000000000000000001", nil, nil, 1), Row("-1.0", nil, nil, -1),
        Row("0.01e2", nil, nil, 1, isOne: true),
        Row("0.001e2", nil, nil, 0.1), Row("1e99999999999999999999", nil, nil, .infinity),
        Row("1e-99999999999999999999", nil, nil, 0),
        Row("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993, 9_007_199_254_740_992),
        Row("180388626432123456", 180_388_626_432_123_456, 180_388_626_432_123_456, 180_388_626_432_123_456),
        Row("9223372036854775807", .max, 9_223_372_036_854_775_807, 9.223372036854775807e18),
        Row("-9223372036854775808", .min, nil, -9.223372036854775808e18),
        Row("9223372036854775808", nil, 9_223_372_036_854_775_808, 9.223372036854775808e18),
        Row("-9223372036854775809", nil, nil, -9.223372036854775809e18),
        Row("18446744073709551615", nil, .max, 1.8446744073709551615e19),
        Row("18446744073709551616", nil, nil, 1.8446744073709551616e19),
        Row("18446744073709551617", nil, nil, 1.8446744073709551617e19),
        Row(sevens, nil, nil, .infinity), Row("-" + sevens, nil, nil, -.infinity),
    ]

    @Test("Exact to 64 bits, and kept as text beyond", arguments: rows)
    func values(_ row: Row) throws {
        let element = try #require(PushPayload.inspect(Array(#"{"n":\#(row.text)}"#.utf8))["n"])
        let number = try #require(element.number)
        #expect(number.text == row.text)
        #expect(number.description == row.text)
        #expect(number.int64 == row.int64)
        #expect(element.int64 == row.int64)
        #expect(number.uint64 == row.uint64)
        #expect(number.double == row.double)
        #expect(number.isOne == row.isOne)
    }

    @Test(
        "Digits that a double or 64 bits would lose are noted",
        arguments: [
            ("9007199254740992", nil), ("-9007199254740992", nil), ("9007199254740993", "bigInteger"),
            ("-9007199254740993", "bigInteger"), ("9223372036854775807", "bigInteger"),
            ("9223372036854775808", "bigInteger"),
            ("18446744073709551615", "bigInteger"), ("18446744073709551616", "hugeNumber"),
            ("-9223372036854775808", "bigInteger"), ("-9223372036854775809", "hugeNumber"), (sevens, "hugeNumber"),
            ("0.9007199254740993", nil), ("900719925474099300", "bigInteger"), ("999999999999999", nil),
        ] as [(String, String?)])
    func notes(_ text: String, _ code: String?) {
        let found = PushPayload.inspect(Array(#"{"aps":{"content-available":1},"n":[\#(text)]}"#.utf8)).diagnostics
        #expect(found.map(\.code.description) == [code].compactMap(\.self))
        #expect(found.allSatisfy { $0.path == "n[0]" })
    }
}
