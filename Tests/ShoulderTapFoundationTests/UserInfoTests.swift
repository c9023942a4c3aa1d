import Foundation
import ShoulderTap
import ShoulderTapFoundation
import TestSupport
import Testing

@Suite("Taps in the dictionary that an app delegate receives")
struct UserInfoTests {
    private static var envelope: [String: Any] {
        [
            "v": 1, "scenario": "userNotifications", "host": "contoso.com", "subscription": "6f1c", "head": "42",
            "activities": [["id": "n1"], ["id": "n2"]],
        ]
    }

    @Test("A dictionary of Swift's or Foundation's collections is a tap, and so are its bytes")
    func accepted() throws {
        let expected = try Tap(host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1", "n2"])
        let swift: [AnyHashable: Any] = ["aps": ["content-available": 1], "shoulderTap": Self.envelope, "k": NSNull()]
        #expect(Tap.tryParse(swift) == expected)
        let aps = NSDictionary(dictionary: ["content-available": NSNumber(value: 1)])
        let foundation: [AnyHashable: Any] = [
            NSString(string: "aps"): aps, "shoulderTap": NSDictionary(dictionary: Self.envelope),
        ]
        #expect(Tap.tryParse(foundation) == expected)
        // A dictionary with text keys converts by itself, and a literal is one of this library's own values.
        let texts: [String: Any] = ["aps": aps, "shoulderTap": Self.envelope]
        #expect(Tap.tryParse(texts) == expected)
        #expect(Tap.tryParse(["aps": ["content-available": 1], "shoulderTap": ["v": 1]]) == nil)
        #expect(Tap.tryParse(Data(expected.payload ?? [])) == expected)
        #expect(Tap.tryParse(Data()) == nil)
    }

    @Test("Foundation's values take the same parameters as bytes do")
    func parameters() throws {
        let tap = try Tap(host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1", "n2"])
        let payload = try #require(tap.payload)
        let (data, userInfo) = (Data(payload), ["aps": ["content-available": 1], "shoulderTap": Self.envelope])
        let size = payload.count
        #expect(Tap(apns: data) == tap && Tap(userInfo: userInfo as [AnyHashable: Any]) == tap)
        #expect(Tap(apns: data, limit: size - 1) == nil && Tap.tryParse(data, limit: size - 1) == nil)
        #expect(Tap(userInfo: userInfo as [AnyHashable: Any], limit: size - 1) == nil)
        #expect(Tap.tryParse(userInfo as [AnyHashable: Any], limit: size - 1) == nil)
        #expect(PushPayload.classify(data) == .shoulderTap && PushPayload.inspect(data).tap == tap)
        #expect(PushPayload.inspect(data, limit: size - 1).tap == nil)
        let lenient = Data(#"{"aps":{"content-available":true}}"#.utf8)
        for strictness in [Strictness.strict, .lenient] {
            let bytes = Array(lenient)
            #expect(
                PushPayload.classify(lenient, strictness: strictness)
                    == (strictness == .strict ? .foreign : .background))
            #expect(
                PushPayload.inspect(lenient, strictness: strictness).diagnostics
                    == PushPayload.inspect(bytes, strictness: strictness).diagnostics)
        }
    }

    @Test("content-available must be a number, and that number one")
    func wakes() {
        let rows: [(Any, Bool)] = [
            (1, true), (NSNumber(value: 1), true), (Int8(1), true), (UInt64(1), true), (1.0, true), (Float(1), true),
            (NSNumber(value: 1.0), true), (NSDecimalNumber(string: "1.0"), true), (Decimal(1), true),
            (true, false), (NSNumber(value: true), false), ("1", false), ("true", false), (0, false), (2, false),
            (1.5, false), (UInt64.max, false), (NSNull(), false), ([1], false), (NSNumber(value: false), false),
            (NSDecimalNumber(string: "1.0000000000000000000000000000001"), false),
        ]
        for (value, isTap) in rows {
            let userInfo: [AnyHashable: Any] = ["aps": ["content-available": value], "shoulderTap": Self.envelope]
            #expect((Tap.tryParse(userInfo) != nil) == isTap, "\(type(of: value)) \(value)")
        }
    }

    @Test("A foreign value beside aps and envelope belongs to the app; inside them it refuses the push")
    func foreignValues() {
        let sound: [AnyHashable: Any] = ["aps": ["content-available": 1], "shoulderTap": Self.envelope]
        #expect(Tap.tryParse(sound) != nil)
        for (key, value) in [("k", Date()), (7, "k"), ("k", [1: 2]), ("k", Double.nan)] as [(AnyHashable, Any)] {
            #expect(Tap.tryParse(sound.merging([key: value]) { _, new in new }) != nil, "\(key)")
        }
        let aps: [AnyHashable: Any] = ["content-available": 1, "sent": Date()]
        #expect(Tap.tryParse(sound.merging(["aps": aps]) { _, new in new }) == nil)
        let envelope = Self.envelope.merging(["sent": Date()]) { _, new in new }
        #expect(Tap.tryParse(sound.merging(["shoulderTap": envelope]) { _, new in new }) == nil)
    }

    @Test("JSONSerialization and this library agree on every payload of the tables that both can read")
    func agreement() {
        var compared = 0
        var wrong: [String] = []
        for known in KnownPayload.all where known.bytes.count <= Tap.payloadLimit {
            // Foundation lets pass what RFC 8259 does not, and keeps one of two equal keys.
            guard let tree = try? ReferenceJSON.parse(known.bytes), !tree.repeatsAKey,
                let object = try? JSONSerialization.jsonObject(with: Data(known.bytes)),
                let userInfo = object as? [AnyHashable: Any]
            else { continue }
            compared += 1
            if Tap.tryParse(userInfo) != Tap.tryParse(known.bytes) { wrong.append(known.description) }
        }
        #expect(compared > 150)
        #expect(wrong.count == 0, "\(Complaints(wrong, of: compared))")
    }

    @Test("JSONSerialization's output of a fixture distinguishes every type")
    func fixture() throws {
        let text = #"""
            {"i":1,"b":true,"f":false,"n":null,"s":"1","d":1.5,"min":-9223372036854775808,"max":9223372036854775807,
             "u":18446744073709551615,"big":18446744073709551617,"exact":9007199254740993,"a":[{}],"o":{"k":[0]}}
            """#
        let value = try #require(PayloadValue(foundation: JSONSerialization.jsonObject(with: Data(text.utf8))))
        let expected: PayloadValue = [
            "i": 1, "b": true, "f": false, "n": nil, "s": "1", "d": .number("1.5"), "min": .integer(.min),
            "max": .integer(.max), "u": .number("18446744073709551615"), "big": .number("18446744073709551617"),
            "exact": 9_007_199_254_740_993, "a": [[:]], "o": ["k": [0]],
        ]
        #expect(value == expected)
    }
}

extension ReferenceJSON {
    fileprivate var repeatsAKey: Bool {
        if let members = self.members {
            return Set(members.map(\.key)).count < members.count || members.contains { $0.value.repeatsAKey }
        }
        return self.elements?.contains { $0.repeatsAKey } ?? false
    }
}
