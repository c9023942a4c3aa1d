import ShoulderTap
import Testing

/// Offsets of a tap are packed into a few bits, so each member is put where they are highest.
@Suite("Taps of the maximum size")
struct EnvelopeEdgeTests {
    private enum Place: CaseIterable { case host, subscription, head, id, blanksBefore, blanksBehind }

    @Test("Each member may be the one that fills the payload", arguments: Place.allCases)
    private func members(_ place: Place) throws {
        for size in [4_095, 4_096, 4_097, 5_119, 5_120, 5_121] {
            let (payload, expected) = Self.payload(of: size, filling: place)
            #expect(payload.count == size)
            for limit in [4_096, 5_120, .max] {
                let tap = Tap.tryParse(payload, limit: limit).map(TapParts.init)
                #expect(tap == (size <= min(limit, 5_120) ? expected : nil), "\(size) bytes, limit \(limit)")
            }
        }
    }

    @Test("With any number of ids", arguments: [0, 1, 63, 64, 65, 255, 256, 257, 370])
    func ids(_ count: Int) throws {
        let ids = (0..<count).map { String($0 % 10) }
        let payload = CanonicalTap("h", "s", "", ids).payload
        for bytes in [payload, [0x20] + payload] {
            let tap = try #require(Tap.tryParse(bytes, limit: 5_120))
            #expect(tap.activities == ids)
        }
    }

    @Test("Texts of FCM and WNS have the same limits")
    func texts() throws {
        let head = #"{"v":1,"scenario":"userNotifications","subscription":"s","activities":[{"id":"n"}],"host":""#
        for size in [4_096, 4_999, 5_000, 5_001, 5_119, 5_120, 5_121] {
            let host = String(repeating: "h", count: size - head.utf8.count - 2)
            let text = head + host + #""}"#
            for limit in [4_096, 5_000, 5_120, .max] {
                let expected = size <= min(limit, 5_120) ? host : nil
                #expect(Tap.tryParse(dataMap: ["shoulderTap": text], limit: limit)?.host == expected)
                #expect(Tap.tryParse(rawNotification: text, limit: limit)?.host == expected)
            }
        }
    }

    /// A payload with one member, or the blanks around it, as long as it takes.
    private static func payload(of size: Int, filling place: Place) -> ([UInt8], TapParts) {
        let bare = CanonicalTap("h", "s", "p", ["n"])
        let more = size - bare.payload.count
        func text(_ letter: String, _ own: Place) -> String {
            String(repeating: letter, count: own == place ? 1 + more : 1)
        }
        let tap = CanonicalTap(text("h", .host), text("s", .subscription), text("p", .head), [text("n", .id)])
        let blanks = [UInt8](repeating: 0x20, count: more)
        switch place {
        case .blanksBefore: return (blanks + bare.payload, bare.parts)
        case .blanksBehind: return (bare.payload + blanks, bare.parts)
        case .host, .subscription, .head, .id: return (tap.payload, tap.parts)
        }
    }
}
