import Basics
import PushLab
import TestSupport

/// Histories that no lab would ever write: any event at any time about anything, with names chosen to hurt.
struct RandomHistory {
    static let hostile = [
        "end", "END", "an end", "end of it", "End;", ";", "#", "#35;", "#end;", "a;b#c", "\n", "a\nend\nb", "\r\n",
        "\"quoted\"", "'", "\\", "%%{init: {}}%%", "%% comment", "as", "participant x as y", "Note over d0: x", "->>",
        "d0-xd1: lost", ":wrap: x", "nowrap:", "style:x#red;", "<br/>", "<script>alert(1)</script>", "&amp;", "$$x$$",
        "日本語", "é", "e\u{301}nd", "\u{301}", "👩‍👩‍👧", "\u{202E}abc", "\u{200B}", "\u{2028}", "\u{0}", "\u{7F}",
        "\u{A0}", " ",
        "  two  ", "ﬂ°°35¶ß", "ß", "°", "\u{E000}", "\u{10FFFF}", "x@{ \"type\": \"database\" }", "[[a]]", "`b`", "~~",
        String(repeating: "long ", count: 40), String(repeating: "#", count: 60), "…", "_end_", "end_", "end1", "1end",
    ]

    private var dice: SeededDice

    init(seed: UInt64) { self.dice = SeededDice(seed: seed) }

    mutating func view(events count: Int) -> HistoryView {
        var history = History()
        let users = ["alice", self.name()]
        let devices = (0..<(1 + self.dice.below(6))).map { _ in
            HistoryView.Device(
                name: self.name(), user: self.dice.pick(users), platform: self.dice.pick(LabPlatform.allCases))
        }
        var moment = Int64(1_767_225_600_000_000)
        for _ in 0..<count {
            moment += Int64(self.dice.below(3) == 0 ? self.dice.below(5_000_000) : 0)
            let kind = self.dice.pick(HistoryEvent.Kind.allCases)
            let actors = [HistoryEvent.Actor.lab, .service, .backend] + devices.indices.map { .device($0) }
            let name = self.name()
            let event = HistoryEvent(
                kind, self.dice.pick(actors), subject: history.number(of: name),
                rawWords: (self.detail(of: kind), UInt64(self.dice.below(4)), UInt64(self.dice.below(3))),
                at: Instant(microseconds: moment), cause: DieCause(step: UInt32(self.dice.below(4))))
            history.add(event)
        }
        return HistoryView(devices: devices, history)
    }

    private mutating func name() -> String {
        switch self.dice.below(4) {
        case 0: "n\(self.dice.below(3))"
        case 1: self.dice.pick(Self.hostile) + self.dice.pick(Self.hostile)
        default: self.dice.pick(Self.hostile)
        }
    }

    /// A detail that the kind knows; the trace has no word for any other.
    private mutating func detail(of kind: HistoryEvent.Kind) -> UInt32 {
        if kind == .changeArrived { return UInt32(self.dice.below(4)) << 8 | UInt32(self.dice.below(32)) }
        let count =
            switch kind {
            case .requestArrived, .requestSent: 8
            case .userActed, .connectFailed, .requestLost: 5
            case .committed, .registrationState, .appState: 4
            case .finished, .lock: 3
            case .publishAnswered, .answered, .answerArrived, .tapRefused: 600
            case .shown: 32
            default: 2
            }
        return UInt32(self.dice.below(count))
    }
}
