import ShoulderTap
import TestSupport
import Testing

@Suite("Taps in payloads that the system has already decoded")
struct TapDictionaryTests {
    private static let envelope: [String: PayloadValue] = [
        "v": 1, "scenario": "userNotifications", "host": "contoso.com", "subscription": "6f1c",
    ]

    @Test("A dictionary written in Swift is a tap")
    func literal() throws {
        let tap = try #require(
            Tap.tryParse([
                "aps": ["content-available": 1, "category": nil],
                "shoulderTap": [
                    "v": 1, "scenario": "userNotifications", "host": "contoso.com", "subscription": "6f1c",
                    "head": "42", "activities": [["id": "n1", "x": true]], "truncated": true, "later": [[:]],
                ],
                "k": .number("1e400"),
            ]))
        #expect(
            TapParts(tap)
                == TapParts(
                    host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1"], isHintTruncated: true))
        #expect(Tap.tryParse(try #require(tap.payload)) == tap)
    }

    @Test("A number is one in any spelling, and no other value is")
    func wakes() {
        let rows: [(PayloadValue, Bool)] = [
            (1, true), (.number("1"), true), (.number("1.0"), true), (.number("10e-1"), true), (0, false), (2, false),
            (.number("1.5"), false), (.number("01"), false), (.number("1 "), false), (.number(""), false),
            (.number("+1"), false), (.number("one"), false), (true, false), ("1", false), (nil, false), ([1], false),
            ([:], false),
        ]
        for (value, isOne) in rows {
            let wake = Tap.tryParse(["aps": ["content-available": value], "shoulderTap": .object(Self.envelope)])
            #expect((wake != nil) == isOne, "content-available \(value)")
            let envelope = Self.envelope.merging(["v": value]) { _, new in new }
            let version = Tap.tryParse(["aps": ["content-available": 1], "shoulderTap": .object(envelope)])
            #expect((version != nil) == isOne, "v \(value)")
        }
    }

    @Test("A push with alert, badge or sound is not a tap; other keys of aps do not matter")
    func otherPushes() {
        let rows: [(more: [String: PayloadValue], isTap: Bool)] = [
            ([:], true), (["category": "c", "mutable-content": 1], true),
            (["alert": nil], false), (["badge": 0], false), (["sound": ""], false),
            (["event": "update", "timestamp": 1], true), (["event": "start", "content-state": [:]], true),
            (["event": "update", "timestamp": 1, "alert": "a"], false),
        ]
        for (more, isTap) in rows {
            let aps: [String: PayloadValue] = more.merging(["content-available": 1]) { _, new in new }
            let tap = Tap.tryParse(["aps": .object(aps), "shoulderTap": .object(Self.envelope)])
            #expect((tap != nil) == isTap, "\(more)")
        }
        #expect(Tap.tryParse(["shoulderTap": .object(Self.envelope)]) == nil)
        #expect(Tap.tryParse(["aps": [["content-available": 1]], "shoulderTap": .object(Self.envelope)]) == nil)
        #expect(Tap.tryParse(["aps": ["content-available": 1], "shoulderTap": [.object(Self.envelope)]]) == nil)
    }

    @Test("Dictionary and bytes agree on every payload of the tables")
    func tables() {
        let comparison = Agreement(of: KnownPayload.all.map(\.bytes))
        #expect(comparison.compared > 150)
        #expect(comparison.taps > 12)
        #expect(comparison.wrong.count == 0, "\(Complaints(comparison.wrong, of: comparison.compared))")
    }

    @Test("Dictionary and bytes agree on every mutant", arguments: 0..<4)
    func mutants(lane: Int) {
        let corpus = KnownPayload.all.map(\.bytes).filter { $0.count < 6000 }
        let mutator = Mutator(corpus: corpus, seed: 40 + UInt64(lane))
        let comparison = Agreement(of: (0..<3000).map { mutator.mutant($0) })
        #expect(comparison.compared > 800)
        #expect(comparison.taps > 50)
        #expect(comparison.wrong.count == 0, "\(Complaints(comparison.wrong, of: comparison.compared))")
    }

    /// Two readings of the same payloads, where a dictionary can hold all that the bytes say.
    private struct Agreement {
        private(set) var compared = 0
        private(set) var taps = 0
        private(set) var wrong: [String] = []

        init(of payloads: [[UInt8]]) {
            for bytes in payloads where bytes.count <= Tap.payloadLimit {
                guard let tree = try? ReferenceJSON.parse(bytes), case .object(let userInfo)? = PayloadValue(tree)
                else { continue }
                self.compared += 1
                let (decoded, scanned) = (Tap.tryParse(userInfo), Tap.tryParse(bytes))
                if scanned != nil { self.taps += 1 }
                if decoded.map(TapParts.init) != scanned.map(TapParts.init) {
                    self.wrong.append(escapedForShell(bytes))
                }
            }
        }
    }
}

extension PayloadValue {
    /// The tree as values; nil when a dictionary cannot hold one of its objects.
    fileprivate init?(_ tree: ReferenceJSON) {
        switch tree.form {
        case .null: self = .null
        case .boolean(let boolean): self = .bool(boolean)
        case .string(let text): self = .string(String(decoding: text, as: UTF8.self))
        case .number(let text):
            let text = String(decoding: text, as: UTF8.self)
            self = Int64(text).map(PayloadValue.integer) ?? .number(text)
        case .array(let elements):
            let values = elements.compactMap(PayloadValue.init)
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case .object(let members):
            var values: [String: PayloadValue] = [:]
            for member in members {
                guard let value = PayloadValue(member.value),
                    values.updateValue(value, forKey: String(decoding: member.key, as: UTF8.self)) == nil
                else { return nil }
            }
            self = .object(values)
        }
    }
}
