import ShoulderTap
import TestSupport
import Testing

@Suite("Taps outside APNs: FCM's data map and WNS's raw text")
struct TapFormsTests {
    private static let envelope = #"{\#(KnownPayload.required),"head":"42","activities":[{"id":"n1"}]}"#
    private static let parts = TapParts(host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1"])

    private static func envelope(_ members: String) -> String { "{\(members)}" }

    // MARK: FCM

    @Test("The data map has the envelope as text, beside the app's own keys")
    func dataMap() throws {
        let map = ["shoulderTap": Self.envelope, "k": "{", "aps": "nothing", "": ""]
        let tap = try #require(Tap.tryParse(dataMap: map))
        #expect(TapParts(tap) == Self.parts)
        #expect(tap.dataMap == ["shoulderTap": Self.envelope])
        #expect(Tap.tryParse(dataMap: tap.dataMap ?? [:]) == tap)
    }

    private static let refusedMaps: [[String: String]] =
        [
            [:], ["k": envelope], ["ShoulderTap": envelope], ["shoulderTap": ""], ["shoulderTap": "1"],
            ["shoulderTap": "[\(envelope)]"], ["shoulderTap": envelope + "x"], ["shoulderTap": "\u{FEFF}" + envelope],
            // The envelope alone: neither wrapped, nor a whole payload, nor the short form of WNS.
            ["shoulderTap": #"{"shoulderTap":\#(envelope)}"#],
            ["shoulderTap": #"{"activities":[{"id":"n1"}]}"#],
            ["host": "contoso.com", "subscription": "6f1c", "v": "1", "scenario": "userNotifications"],
        ]
        + TapFormsTests.badEnvelopes.map { ["shoulderTap": $0] }

    /// Envelopes that no form takes.
    private static let badEnvelopes = [
        #""v":2,"scenario":"userNotifications","host":"h","subscription":"s""#,
        #""v":"1","scenario":"userNotifications","host":"h","subscription":"s""#,
        #""v":1,"scenario":"other","host":"h","subscription":"s""#,
        #""v":1,"scenario":"userNotifications","host":"","subscription":"s""#,
        #""v":1,"scenario":"userNotifications","host":"h""#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","head":1"#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","truncated":1"#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","activities":["n1"]"#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","host":"h""#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","h\u006fst":"h""#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","activities":[{"id":"a","id":"b"}]"#,
        #""v":1,"scenario":"userNotifications","host":"h","subscription":"s","k":01"#,
    ].map(envelope)

    @Test("Any other data map is not a tap")
    func refusedDataMaps() {
        let taken = Self.refusedMaps.filter { Tap.tryParse(dataMap: $0) != nil }
        #expect(taken.isEmpty)
    }

    @Test("The limit of a data map applies to the envelope")
    func dataMapLimit() {
        func map(_ size: Int) -> [String: String] {
            ["shoulderTap": Self.envelope + String(repeating: " ", count: size - Self.envelope.utf8.count), "k": "v"]
        }
        let rows: [(size: Int, limit: Int, isTap: Bool)] = [
            (4096, 4096, true), (4097, 4096, false), (4097, 4097, true), (200, 199, false), (200, 200, true),
            (200, -1, false), (5120, .max, true), (5121, .max, false),
        ]
        for (size, limit, isTap) in rows {
            #expect((Tap.tryParse(dataMap: map(size), limit: limit) != nil) == isTap, "\(size) bytes, limit \(limit)")
        }
        #expect(Tap.tryParse(dataMap: map(4096)) != nil)
        #expect(Tap.tryParse(dataMap: map(4097)) == nil)
    }

    // MARK: WNS

    @Test(
        "A raw text is the envelope, or has it under its key",
        arguments: [
            envelope, #"{"shoulderTap":\#(envelope)}"#, " \(envelope)\r\n",
            #"{"k":1,"shoulder\u0054ap":\#(envelope),"k":[{}]}"#,
            // Beside a wrapped envelope the rest is the app's own.
            #"{"v":2,"host":7,"shoulderTap":\#(envelope),"activities":null}"#,
            #"{"v":1,"scenario":"userNotifications","host":"h","subscription":"t","shoulderTap":\#(envelope)}"#,
            #"{"v":1,"scenario":"userNotifications","v":1,"should\u0065rTap":\#(envelope)}"#,
        ])
    func rawNotification(_ text: String) throws {
        let tap = try #require(Tap.tryParse(rawNotification: text))
        #expect(TapParts(tap) == Self.parts)
        #expect(tap.rawNotification == Self.envelope)
        #expect(Tap.tryParse(rawNotification: tap.rawNotification) == tap)
    }

    @Test("A damaged envelope is read the same way bare and under its key")
    func damaged() {
        let whole = Array(Self.envelope.utf8)
        for place in whole.indices {
            for byte in [nil] + "\",\\ }1xé".utf8.map(Optional.some) {
                for isReplaced in [true, false] {
                    var bytes = whole
                    bytes.replaceSubrange(place..<place + (isReplaced ? 1 : 0), with: byte.map { [$0] } ?? [])
                    let text = String(decoding: bytes, as: UTF8.self)
                    let wrapped = Tap.tryParse(rawNotification: #"{"shoulderTap":\#(text)}"#).map(TapParts.init)
                    #expect(Tap.tryParse(rawNotification: text).map(TapParts.init) == wrapped, "\(text)")
                    #expect(Tap.tryParse(dataMap: ["shoulderTap": text]).map(TapParts.init) == wrapped, "\(text)")
                }
            }
        }
    }

    @Test("The short form has neither host nor subscription")
    func shortForm() throws {
        let rows: [(String, TapParts, String)] = [
            (
                #"{"activities":[{"id":"n1"},{"id":"n2"}]}"#,
                TapParts(host: nil, subscription: nil, activities: ["n1", "n2"]),
                #"{"activities":[{"id":"n1"},{"id":"n2"}]}"#
            ),
            (#"{ "activities" : [ ] }"#, TapParts(host: nil, subscription: nil), #"{"activities":[]}"#),
            (
                #"{"k":{"v":2},"truncated":true,"head":"7","activities":[{"x":1,"id":"\u006e"}]}"#,
                TapParts(host: nil, subscription: nil, head: "7", activities: ["n"], isHintTruncated: true),
                #"{"head":"7","activities":[{"id":"n"}],"truncated":true}"#
            ),
        ]
        for (text, parts, canonical) in rows {
            let tap = try #require(Tap.tryParse(rawNotification: text))
            #expect(TapParts(tap) == parts)
            #expect(tap.payload == nil)
            #expect(tap.dataMap == nil)
            #expect(tap.rawNotification == canonical)
            #expect(Tap.tryParse(rawNotification: canonical) == tap)
        }
    }

    private static let refusedTexts =
        badEnvelopes
        + badEnvelopes.map { #"{"shoulderTap":\#($0)}"# }
        + [
            "", " ", "1", "null", "[]", "{}", #""\#("activities")""#, "<toast/>", "[\(envelope)]", envelope + ",",
            "\u{FEFF}" + envelope, #"{"shoulderTap":null}"#, #"{"shoulderTap":{}}"#,
            // The wrapped envelope counts even if the rest would do.
            #"{"shoulderTap":{},"activities":[{"id":"n1"}]}"#,
            #"{"shoulderTap":{},\#(envelope.dropFirst())"#,
            #"\#(envelope.dropLast()),"shoulderTap":{}}"#,
            #"{"shoulderTap":\#(envelope),"shoulderTap":\#(envelope)}"#,
            // Not quite the short form.
            #"{"activities":null}"#, #"{"activities":{"id":"n1"}}"#, #"{"activities":["n1"]}"#, #"{"activities":[{}]}"#,
            #"{"activities":[{"id":7}]}"#, #"{"activities":[{"id":""}]}"#, #"{"Activities":[{"id":"n1"}]}"#,
            #"{"activities":[],"activities":[]}"#, #"{"activities":[],"head":7}"#, #"{"activities":[],"truncated":1}"#,
            #"{"activities":[],"v":1}"#, #"{"activities":[],"host":"h"}"#, #"{"activities":[],"subscription":"s"}"#,
            #"{"activities":[],"scenario":"userNotifications"}"#, #"{"head":"7"}"#,
        ]

    @Test("Any other raw text is not a tap")
    func refusedRawNotifications() {
        let taken = Self.refusedTexts.filter { Tap.tryParse(rawNotification: $0) != nil }
        #expect(taken.isEmpty)
    }

    @Test("A raw text has up to 5000 bytes, unless the caller sets another limit")
    func rawLimit() {
        func text(_ size: Int) -> String {
            Self.envelope + String(repeating: " ", count: size - Self.envelope.utf8.count)
        }
        #expect(Tap.rawNotificationLimit == 5000)
        #expect(Tap.tryParse(rawNotification: text(5000)) != nil)
        #expect(Tap.tryParse(rawNotification: text(5001)) == nil)
        let rows: [(size: Int, limit: Int, isTap: Bool)] = [
            (5001, 5001, true), (200, 200, true), (200, 199, false), (200, 0, false), (200, -1, false),
            (5120, .max, true), (5121, .max, false),
        ]
        for (size, limit, isTap) in rows {
            let tap = Tap.tryParse(rawNotification: text(size), limit: limit)
            #expect((tap != nil) == isTap, "\(size) bytes, limit \(limit)")
        }
    }

    @Test("One tap is the same in every form")
    func everyForm() throws {
        let tap = try Tap(host: "h\"\0", subscription: "e\u{301}", head: "", activities: ["😀", "\n"])
        let forms = [
            Tap.tryParse(try #require(tap.payload)), Tap.tryParse(dataMap: try #require(tap.dataMap)),
            Tap.tryParse(rawNotification: tap.rawNotification),
            Tap.tryParse(rawNotification: #"{"shoulderTap":\#(tap.rawNotification)}"#),
        ]
        for form in forms { #expect(form == tap) }
    }
}
