import PushLab
import Testing

/// One world, played with an app that falls into a trap and with the correct one.
enum TrapWorld {
    /// How a world ended, with the trap and without.
    struct Ends<End> {
        var fallen: End
        var correct: End
    }

    /// The correct app must get through the world without a violation.
    static func play<End>(
        _ trap: Trap, seed: UInt64 = 1, _ world: (Lab, LabUser) throws -> End
    ) throws -> Ends<End> {
        func play(_ traps: Set<Trap>) throws -> (End, [LabViolation]) {
            let lab = Lab(seed: seed, traps: traps)
            return (try world(lab, lab.user("alice")), lab.violations)
        }
        let (fallen, (correct, violations)) = (try play([trap]), try play([]))
        #expect(violations.isEmpty)
        return Ends(fallen: fallen.0, correct: correct)
    }
}

extension TrapWorld.Ends where End: Equatable {
    /// Both ends at once, so that a failure shows both.
    func are(fallen: End, correct: End) -> Bool { self.fallen == fallen && self.correct == correct }
}

extension TrapWorld.Ends: CustomStringConvertible {
    var description: String { "with the trap \(self.fallen), without \(self.correct)" }
}

extension Lab {
    /// Publishes one notification and waits a while, with nobody opening anything.
    func publishAndWait(_ id: String, to user: LabUser) throws {
        try self.publish(.raw("r", id: id), to: user)
        try self.advance(by: .seconds(120))
    }

    func count(_ kind: HistoryEvent.Kind, detail: UInt32? = nil) -> Int {
        self.view.events.count { $0.kind == kind && (detail == nil || $0.rawWords.detail == detail) }
    }
}
