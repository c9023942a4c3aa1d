import ShoulderTap
import TestSupport
import Testing

@Suite("Payloads whose kind was worked out by hand")
struct KnownPayloadTests {
    @Test("Every reader finds the kind, strict and lenient", arguments: Reader.allCases)
    func kinds(_ reader: Reader) {
        let rows = KnownPayload.all
        let wrong = rows.flatMap { known in
            [
                Self.mismatch("strict", known, reader.kind(known.bytes), known.strict),
                Self.mismatch("lenient", known, reader.kind(known.bytes, lenient: true), known.lenient),
                Self.mismatch("is a tap", known, reader.isTap(known.bytes), known.strict == "shoulderTap"),
            ].compactMap(\.self)
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: rows.count * 3))")
    }

    @Test("The tables have every kind in both modes, and no unknown kind")
    func tablesAreComplete() {
        let spellings = Set(PayloadKind.all.map(\.description))
        #expect(Set(KnownPayload.all.map(\.strict)) == spellings)
        #expect(Set(KnownPayload.all.map(\.lenient)) == spellings)
    }

    @Test("A tap is recognised up to the caller's limit")
    func limitIsAParameter() {
        let taps = KnownPayload.all.filter { $0.strict == "shoulderTap" }
        #expect(taps.count > 10)
        let wrong = taps.filter { tap in
            let size = tap.bytes.count
            return Tap.tryParse(tap.bytes, limit: size) == nil || Tap.tryParse(tap.bytes, limit: size - 1) != nil
                || Tap.tryParse(tap.bytes.span, limit: size) == nil
                || Tap.tryParse(tap.bytes.span, limit: size - 1) != nil
        }
        #expect(wrong.count == 0, "\(Complaints(wrong.map(\.description), of: taps.count))")
    }

    private static func mismatch<Answer: Equatable>(
        _ question: String, _ known: KnownPayload, _ answer: Answer, _ expected: Answer
    ) -> String? {
        answer == expected ? nil : "\(question): \(answer), not \(expected): \(known)"
    }
}
