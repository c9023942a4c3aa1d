import ShoulderTap
import TestSupport
import Testing

/// Whatever is cut off, the readers neither trap nor contradict each other.
@Suite("Cut payloads")
struct CutTests {
    @Test("Every prefix of every fixture gets the same verdict from all readers", arguments: Fixture.all)
    func beginnings(_ fixture: Fixture) {
        let wrong = fixture.cuts.flatMap { cut in
            Agreement.complaints(Array(fixture.bytes.prefix(cut))).map { "first \(cut) bytes: \($0)" }
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: fixture.cuts.count))")
    }

    @Test("Every suffix of every fixture gets the same verdict from all readers", arguments: Fixture.all)
    func ends(_ fixture: Fixture) {
        let wrong = fixture.cuts.flatMap { cut in
            Agreement.complaints(Array(fixture.bytes.dropFirst(cut))).map { "without \(cut) bytes: \($0)" }
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: fixture.cuts.count))")
    }
}
