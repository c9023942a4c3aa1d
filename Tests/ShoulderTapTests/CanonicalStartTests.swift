import ShoulderTap
import Testing

/// A blank in front makes the parser read a tap from its first byte on; without it the encoder's spelling is known.
@Suite("The encoder's own spelling is a shortcut, not another rule")
struct CanonicalStartTests {
    fileprivate static let texts = [
        CanonicalTap("contoso.com", "6f1c", "42", ["n1", "n2"], isHintTruncated: true),
        CanonicalTap("contoso.com", "6f1c", nil, ["n1"]), CanonicalTap("h", "s", "", []),
        CanonicalTap("h\"h", "s\\", "\n", ["\u{1F4EC}", "é"]),
        CanonicalTap(String(repeating: "h", count: 130), String(repeating: "s", count: 60), "1", ["n"]),
    ].map(\.payload)

    @Test("each byte replaced, dropped or doubled", arguments: texts.indices)
    func nearMisses(of text: Int) {
        let payload = Self.texts[text]
        for index in payload.indices {
            for byte in Array("\",:{}[]\\ 01ax\0é".utf8) {
                var changed = payload
                changed[index] = byte
                Self.expectSameBothWays(changed)
            }
            Self.expectSameBothWays(Array(payload[..<index] + payload[(index + 1)...]))
            Self.expectSameBothWays(Array(payload[...index] + payload[index...]))
            Self.expectSameBothWays(Array(payload[..<index]))
        }
    }

    @Test("each member left out, doubled, moved or ill-typed")
    func members() {
        let members = [
            #""host":"h""#, #""subscription":"s""#, #""head":"1""#, #""activities":[{"id":"n1"},{"id":"n2"}]"#,
            #""truncated":true"#, #""host":"""#, #""activities":[]"#, #""activities":[{"id":""}]"#, #""head":1"#,
            #""activities":[{"id":"n1","id":"n2"}]"#, #""activities":[{"id":"n1"},7]"#, #""h\u006fst":"h""#,
            #""activities":[{"id":"n1"}, {"id":"n2"}]"#, #""other":{"host":"x"}"#, #""v":1"#, #""scenario":"x""#,
        ]
        var taps = 0
        for first in members {
            for second in members {
                for third in members {
                    let envelope = [first, second, third].joined(separator: ",")
                    let head = #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
                    for tail in ["}}", #"},"aps":{}}"#, #"},"shoulderTap":{}}"#] {
                        taps += Self.expectSameBothWays(Array((head + envelope + tail).utf8)) ? 1 : 0
                    }
                }
            }
        }
        #expect(taps > 50)
    }

    /// Whether it is a tap.
    @discardableResult
    private static func expectSameBothWays(_ payload: [UInt8]) -> Bool {
        let (short, long) = (Tap.tryParse(payload), Tap.tryParse([0x20] + payload))
        let shown = String(decoding: payload, as: UTF8.self)
        #expect(short.map(TapParts.init) == long.map(TapParts.init), "\(shown)")
        #expect(PushPayload.classify(payload.span) == PushPayload.classify(([0x20] + payload).span), "\(shown)")
        return short != nil
    }
}
