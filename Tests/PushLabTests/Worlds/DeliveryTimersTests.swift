import Basics
import Testing

@testable import PushGateway
@testable import PushLab

@Suite("The lab has one planned timer for each push of a push service")
struct DeliveryTimersTests {
    private let former = DeliveryTimer(slot: 2, ticket: 7)
    private let timer = DeliveryTimer(slot: 2, ticket: 8)
    private var agenda = Agenda<Planned>()
    private var timers = DeliveryTimers()

    private mutating func arrange() -> Agenda<Planned>.Handle {
        self.agenda.add(Planned(cause: DieCause(step: 1), occurrence: .sweep, isUrgent: false), at: LabTime.start)
    }

    @Test("A timer is taken once")
    mutating func once() {
        let handle = self.arrange()
        #expect(self.timers.take(self.timer) == nil, "nothing was arranged")
        #expect(self.timers.keep(handle, for: self.timer) == nil)
        #expect(self.timers.take(self.timer) == handle)
        #expect(self.timers.take(self.timer) == nil)
    }

    @Test("The new timer of a push returns the old handle, which is then invalid")
    mutating func replaced() {
        let (first, second) = (self.arrange(), self.arrange())
        _ = self.timers.keep(first, for: self.former)
        #expect(self.timers.keep(second, for: self.timer) == first)
        #expect(self.timers.take(self.former) == nil, "called off behind the new one, as Apple's actions come")
        #expect(self.timers.take(self.timer) == second)
    }

    @Test("Each push has its own timer")
    mutating func slots() {
        let (first, second) = (self.arrange(), self.arrange())
        _ = self.timers.keep(first, for: self.timer)
        #expect(self.timers.keep(second, for: DeliveryTimer(slot: 0, ticket: 8)) == nil)
        #expect(self.timers.take(self.timer) == first)
    }
}
