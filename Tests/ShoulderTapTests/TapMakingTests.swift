import ShoulderTap
import TestSupport
import Testing

@Suite("Making taps")
struct TapMakingTests {
    @Test("Making and parsing are inverse, with any texts", arguments: 0..<8)
    func identity(lane: Int) throws {
        var dice = SeededDice(seed: UInt64(lane))
        for _ in 0..<250 {
            let host = Self.text(&dice, 1 + dice.below(8))
            let subscription = Self.text(&dice, 1 + dice.below(8))
            let head = dice.coin() ? Self.text(&dice, dice.below(8)) : nil
            let activities = (0..<dice.below(12)).map { _ in Self.text(&dice, 1 + dice.below(5)) }
            let tap = try Tap(host: host, subscription: subscription, head: head, activities: activities)
            let parts = TapParts(host: host, subscription: subscription, head: head, activities: activities)
            try #require(TapParts(tap) == parts)
            let payload = try #require(tap.payload)
            try #require(payload.count <= Tap.payloadLimit)
            let parsed = try #require(Tap.tryParse(payload), "\(escapedForShell(payload))")
            try #require(TapParts(parsed) == parts)
            try #require(parsed == tap)
            try #require(parsed.payload == payload)
            try #require(ReferenceVerdict(payload).isTap)
            try #require(payload == CanonicalTap(host, subscription, head, activities).payload)
            try #require(PushPayload.inspect(payload).diagnostics.allSatisfy { $0.severity == .note })
        }
    }

    @Test("Parts that do not fit are dropped: ids from the end, then the head", arguments: 0..<8)
    func dropping(lane: Int) throws {
        var dice = SeededDice(seed: 1000 + UInt64(lane))
        var outcomes: [CanonicalTap.Outcome: Int] = [:]
        for _ in 0..<60 {
            // Half of the lists come close to the limit from either side.
            let host = Self.text(&dice, 1 + dice.below(dice.below(6) == 0 ? 2500 : 40))
            let head = dice.coin() ? Self.text(&dice, dice.below(dice.below(3) == 0 ? 2500 : 20)) : nil
            let count = dice.below(dice.coin() ? 90 : 250)
            let activities =
                dice.below(8) == 0
                ? [Self.text(&dice, 2500)] : (0..<count).map { _ in Self.text(&dice, 1 + dice.below(9)) }
            let expected = CanonicalTap(host, "s", head, activities).fitted
            outcomes[expected.outcome, default: 0] += 1
            let tap = try? Tap(host: host, subscription: "s", head: head, activities: activities)
            try #require(tap?.payload == expected.tap?.payload)
            guard let tap, let kept = expected.tap else { continue }
            try #require(TapParts(tap) == kept.parts)
            try #require(Tap.tryParse(tap.payload ?? []) == tap)
        }
        #expect(Set(outcomes.keys) == Set(CanonicalTap.Outcome.allCases), "\(outcomes)")
    }

    @Test("The longest list that fits is kept, and of a longer one as much as fits")
    func exactBoundary() throws {
        let short = Array(repeating: "0123456789", count: 250)
        for filling in 0..<40 {
            let host = String(repeating: "h", count: 1 + filling)
            let count = try Tap(host: host, subscription: "s", activities: short).activities.count
            let kept = Array(short.prefix(count))
            let whole = CanonicalTap(host, "s", nil, kept)
            let marked = CanonicalTap(host, "s", nil, kept, isHintTruncated: true)
            let oneMore = CanonicalTap(host, "s", nil, Array(short.prefix(count + 1)), isHintTruncated: true)
            #expect(marked.payload.count <= 4096)
            #expect(oneMore.payload.count > 4096)
            #expect(try Tap(host: host, subscription: "s", activities: kept).payload == whole.payload)
        }
    }

    @Test("One byte decides: 4096 fit, 4097 do not")
    func byteBoundary() throws {
        let room = 4096 - CanonicalTap("h", "s", nil, ["", "x"]).payload.count
        let fits = String(repeating: "a", count: room)
        let exact = try Tap(host: "h", subscription: "s", activities: [fits, "x"])
        #expect(exact.payload?.count == 4096)
        #expect(exact.activities == [fits, "x"])
        #expect(!exact.isHintTruncated)
        // The mark takes more than the last id gives back, so here the first id goes with it.
        let over = try Tap(host: "h", subscription: "s", activities: [fits + "a", "x"])
        #expect(over.isHintTruncated)
        #expect(over.activities == [])
        // 4097 bytes, of which ,{"id":"x123456789"} gives 20 back and the mark takes 17.
        let next = try Tap(host: "h", subscription: "s", activities: [String(fits.dropLast(8)), "x123456789"])
        #expect(next.isHintTruncated)
        #expect(next.activities.map(\.count) == [room - 8])
        #expect(next.payload?.count == 4094)

        let headRoom = 4096 - CanonicalTap("h", "s", "", []).payload.count
        let head = String(repeating: "a", count: headRoom)
        #expect(try Tap(host: "h", subscription: "s", head: head).payload?.count == 4096)
        let headless = try Tap(host: "h", subscription: "s", head: head + "a")
        #expect(headless.head == nil)
        #expect(!headless.isHintTruncated)

        let hostRoom = 4096 - CanonicalTap("", "s", nil, []).payload.count
        let host = String(repeating: "a", count: hostRoom)
        #expect(try Tap(host: host, subscription: "s").payload?.count == 4096)
        #expect(throws: TapError.addressTooLong) { try Tap(host: host + "a", subscription: "s") }
        // A NUL takes six bytes.
        #expect(throws: TapError.addressTooLong) {
            try Tap(host: String(repeating: "\0", count: hostRoom / 6 + 1), subscription: "s")
        }
    }

    @Test("Empty parts are refused by name, before the size is checked")
    func errors() {
        let long = String(repeating: "a", count: 5000)
        #expect(throws: TapError.emptyHost) { try Tap(host: "", subscription: "s") }
        #expect(throws: TapError.emptyHost) { try Tap(host: "", subscription: "", activities: [""]) }
        #expect(throws: TapError.emptySubscription) { try Tap(host: long, subscription: "") }
        #expect(throws: TapError.emptyActivity(0)) {
            try Tap(host: long, subscription: "s", activities: ["", "a", ""])
        }
        #expect(throws: TapError.emptyActivity(2)) {
            try Tap(host: "h", subscription: "s", activities: ["a", "b", ""])
        }
        #expect(throws: TapError.addressTooLong) { try Tap(host: "h", subscription: long, head: "1") }
        #expect(throws: Never.self) { try Tap(host: " ", subscription: "\0", head: "", activities: [" "]) }
    }

    private static let alphabet = [
        "a", "Z", "0", " ", "/", "\"", "\\", "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{1F}",
        "\u{7F}", "\u{80}", "é", "e\u{301}", "\u{301}", "ß", "\u{2028}", "\u{2029}", "\u{D7FF}", "\u{E000}", "\u{FEFF}",
        "\u{FFFF}", "日", "😀", "👩‍👧", "\u{10FFFF}", "\r\n", "{", "]", "\\u0041",
    ]

    private static func text(_ dice: inout SeededDice, _ count: Int) -> String {
        (0..<count).map { _ in dice.pick(Self.alphabet) }.joined()
    }
}
