import Testing

@testable import LabCommand

@Suite("Speeds and hazards of flows")
struct ReplayWordsTests {
    static let speeds: [(String, ReplaySpeed?)] = [
        ("max", .max), ("recorded", .thousandths(1_000)), ("1x", .thousandths(1_000)), ("10x", .thousandths(10_000)),
        ("0.5x", .thousandths(500)), ("2.25x", .thousandths(2_250)), ("0.001x", .thousandths(1)), ("0x", nil),
        ("0.0001x", nil), ("x", nil), (".5x", nil), ("5.x", nil), ("1e3x", nil), ("-1x", nil), ("10", nil),
        ("9999999x", nil), ("", nil), ("fast", nil), ("1.2.3x", nil), ("١x", nil),
    ]

    @Test("A speed is a word or a factor", arguments: speeds)
    func speed(_ word: String, _ speed: ReplaySpeed?) { #expect(ReplaySpeed(word) == speed) }

    @Test("The text of a speed is read as the same speed")
    func speedWords() {
        for (word, speed) in Self.speeds {
            guard let speed else { continue }
            #expect(ReplaySpeed(speed.words) == speed, "\(word)")
        }
    }

    @Test(
        "Hazards are percentages",
        arguments: [
            ("lost=10,doubled=5", 10, 5), ("doubled=100", 0, 100), ("lost=0", 0, 0), ("lost=101", nil, 0),
            ("lost", nil, 0), ("lost=", nil, 0), ("late=1", nil, 0), ("", nil, 0), ("lost=1,", nil, 0),
            ("lost=-1", nil, 0), ("lost=1%", nil, 0),
        ] as [(String, Int?, Int)])
    func hazards(_ word: String, _ lost: Int?, _ doubled: Int) {
        let hazards = TapHazards(word)
        #expect((hazards == nil) == (lost == nil))
        if let hazards { #expect(hazards.lost == lost && hazards.doubled == doubled) }
    }
}
