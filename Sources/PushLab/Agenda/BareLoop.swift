import Basics

/// An agenda of timers that do no work. It is the baseline for measuring a lab.
///
/// It is in the same module as the agenda, so that the compiler can specialize the agenda for these events. The
/// compiler does the same for the events of a world.
package struct BareLoop: Sendable {
    private var agenda = Agenda<Int>()
    private let die = Die(seed: 1)
    private let purpose = DiePurpose(number: 1)

    /// Arranges `pending` timers within one second.
    package init(pending: Int) {
        for number in 0..<pending {
            let draw = self.die.draw(self.purpose, entity: UInt64(number), cause: DieCause(step: 0))
            self.agenda.add(number, at: Instant(microseconds: draw.within(0...1_000_000)))
        }
    }

    /// The number of pending timers.
    var pending: Int { self.agenda.count }

    /// Fires `events` timers.
    ///
    /// Each timer is restarted after it fires.
    package mutating func run(events: Int) {
        for n in 0..<events {
            guard let (moment, number) = self.agenda.next() else { return }
            let draw = self.die.draw(self.purpose, entity: UInt64(number), cause: DieCause(step: 1), n: UInt64(n))
            self.agenda.add(number, at: Instant(microseconds: moment.microseconds + draw.within(1...1_000_000)))
        }
    }
}
