import Foundation
import ShoulderTap
import ShoulderTapFoundation
import Testing

@Suite("Foundation's values as JSON")
struct PayloadValueTests {
    private static let swiftValues: [(any Sendable, PayloadValue)] = [
        ("text", "text"), ("", ""), ("e\u{301}\u{0}", "e\u{301}\u{0}"),
        (true, true), (false, false),
        (0, 0), (1, 1), (-1, -1), (Int8(1), 1), (UInt8(1), 1), (Int16(-2), -2), (UInt32(7), 7), (UInt(3), 3),
        (Int64.max, .integer(.max)), (Int64.min, .integer(.min)),
        (UInt64(Int64.max), .integer(.max)), (UInt64.max, .number("18446744073709551615")),
        (1.0, .number("1.0")), (-0.5, .number("-0.5")), (1e300, .number("1e+300")),
        (Double.leastNonzeroMagnitude, .number("5e-324")),
        (Float(1.5), .number("1.5")), (CGFloat(2), .number("2.0")),
        (Decimal(1), 1), (Decimal(sign: .plus, exponent: -1, significand: 15), .number("1.5")),
    ]

    @Test("Swift's own values keep their type and every digit", arguments: swiftValues.indices)
    func swiftValue(_ row: Int) {
        let (value, expected) = Self.swiftValues[row]
        #expect(PayloadValue(foundation: value) == expected)
    }

    @Test("Numbers of NSNumber are distinguished from its booleans")
    func numbers() {
        let rows: [(NSNumber, PayloadValue)] = [
            (NSNumber(value: true), true), (NSNumber(value: false), false),
            (NSNumber(value: 1), 1), (NSNumber(value: 0), 0),
            (NSNumber(value: Int8(1)), 1), (NSNumber(value: Int8(0)), 0), (NSNumber(value: UInt8(1)), 1),
            (NSNumber(value: Int64.min), .integer(.min)), (NSNumber(value: Int64.max), .integer(.max)),
            (NSNumber(value: UInt64(1)), 1), (NSNumber(value: UInt64.max), .number("18446744073709551615")),
            (NSNumber(value: 1.0), .number("1.0")), (NSNumber(value: Float(0.5)), .number("0.5")),
            (NSDecimalNumber(string: "1"), 1), (NSDecimalNumber(string: "1.5"), .number("1.5")),
            (NSDecimalNumber(string: "-9223372036854775808"), .integer(.min)),
            (NSDecimalNumber(string: "18446744073709551617"), .number("18446744073709551617")),
            (
                NSDecimalNumber(string: "1.0000000000000000000000000000001"),
                .number("1.0000000000000000000000000000001")
            ),
        ]
        for (number, expected) in rows { #expect(PayloadValue(foundation: number) == expected, "\(number)") }
    }

    @Test("Collections of Swift and Foundation can be nested")
    func collections() {
        let object: PayloadValue = ["a": [1, ["b": nil]], "c": "d"]
        #expect(
            PayloadValue(
                foundation: ["a": [1, ["b": NSNull()] as [String: Any]] as [Any], "c": "d"] as [String: Any]) == object)
        let inner = NSMutableDictionary(dictionary: [NSString(string: "b"): NSNull()])
        let list = NSArray(array: [NSNumber(value: 1), inner])
        let outer = NSDictionary(dictionary: [
            NSString(string: "a"): list, NSString(string: "c"): NSString(string: "d"),
        ])
        #expect(PayloadValue(foundation: outer) == object)
        #expect(PayloadValue(foundation: [] as [Any]) == [])
        #expect(PayloadValue(foundation: [:] as [AnyHashable: Any]) == [:])
        #expect(PayloadValue(foundation: NSNull()) == PayloadValue.null)
    }

    @Test("A value that is not JSON is refused, at any depth")
    func refusals() {
        let strangers: [Any] = [
            Date(timeIntervalSince1970: 0), Data([1]), Set([1]), URL(filePath: "/"), NSObject(), (1, 2), Substring("a"),
            Double.nan, Double.infinity, -Double.infinity, Float.nan, CGFloat.infinity, Decimal.nan,
            NSNumber(value: Double.nan), NSNumber(value: -Double.infinity), NSDecimalNumber.notANumber,
            [1: "a"] as [AnyHashable: Any], [NSNumber(value: 1): "a"] as [AnyHashable: Any],
            ["a": 1, 2: 3] as [AnyHashable: Any],
        ]
        for stranger in strangers {
            #expect(PayloadValue(foundation: stranger) == nil, "\(stranger)")
            #expect(PayloadValue(foundation: [stranger]) == nil, "\(stranger)")
            #expect(
                PayloadValue(foundation: ["a": [1, stranger] as [Any]] as [AnyHashable: Any]) == nil, "\(stranger)")
        }
    }

    @Test("64 containers may be nested, as in a payload; no depth exhausts the stack")
    func depth() {
        func nested(_ depth: Int) -> Any { (1..<depth).reduce([] as [Any]) { inner, _ in [inner] } }
        #expect(PayloadValue(foundation: nested(64)) != nil)
        #expect(PayloadValue(foundation: nested(65)) == nil)
        #expect(PayloadValue(foundation: ["a": nested(63)] as [AnyHashable: Any]) != nil)
        #expect(PayloadValue(foundation: ["a": nested(64)] as [AnyHashable: Any]) == nil)
        #expect(PayloadValue(foundation: nested(1000)) == nil)
    }
}
