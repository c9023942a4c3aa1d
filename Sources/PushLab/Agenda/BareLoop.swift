import Basics

/// An agenda of some timers with nothing to do for any of them: what a lab is measured against.
///
/// It lies beside the agenda, whose code is made for its events here as it is for those of a world.
package struct BareLoop: Sendable {
    private var agenda = Agenda<Int>()
    private let die = Die(seed: 1)
    private let purpose = DiePurpose(number: 1)

    /// Arranges so many timers within a second.
    package init(pending: Int) {
        for number in 0..<pending {
            let draw = self.die.draw(self.purpose, entity: UInt64(number), cause: DieCause(step: 0))
            self.agenda.add(number, at: Instant(microseconds: draw.within(0...1_000_000)))
        }
    }

    /// How many timers are arranged.
    var pending: Int { self.agenda.count }

    /// Lets so many timers ring, each of which is arranged anew.
    package mutating func run(events: Int) {
        for n in 0..<events {
            guard let (moment, number) = self.agenda.next() else { return }
            let draw = self.die.draw(self.purpose, entity: UInt64(number), cause: DieCause(step: 1), n: UInt64(n))
            self.agenda.add(number, at: Instant(microseconds: moment.microseconds + draw.within(1...1_000_000)))
        }
    }
}
