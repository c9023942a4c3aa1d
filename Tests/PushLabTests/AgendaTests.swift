import Basics
@testable import PushLab
import TestSupport
import Testing

@Suite("The agenda")
struct AgendaTests {
    @Test("returns what happens up to a time, and nothing after it, whatever was cancelled before")
    func nextBy() {
        var agenda = Agenda<String>()
        let first = agenda.add("called off", at: Instant(microseconds: 1))
        agenda.add("now", at: Instant(microseconds: 5))
        agenda.add("far", at: .distantFuture)
        agenda.callOff(first)
        let ends = [4, 5, 6, .max, .max] as [Int64]
        let events = ends.map { agenda.next(by: Instant(microseconds: $0))?.event }
        #expect(events == [nil, "now", nil, "far", nil])
        #expect(agenda.isEmpty)
    }

    @Test("earlier times come first, and at one time the event that was added first")
    func order() {
        var agenda = Agenda<String>()
        for (text, moment) in [("c", 20), ("a", 10), ("d", 20), ("b", 10), ("e", 30)] {
            agenda.add(text, at: Instant(microseconds: Int64(moment)))
        }
        #expect(Self.drain(&agenda).map(\.1).joined() == "abcde")
        #expect(agenda.isEmpty)
    }

    @Test("in a bare loop each timer that fires is set again")
    func bareLoop() {
        var loop = BareLoop(pending: 3)
        loop.run(events: 100)
        #expect(loop.pending == 3)
    }

    @Test("an agenda that begins at a time returns far events in order, and earlier events too")
    func begun() {
        var agenda = Agenda<String>()
        agenda.begin(at: Instant(microseconds: 100), minimumCapacity: 5)
        for (text, moment) in [("d", 1 << 40), ("e", 1 << 41), ("b", 200), ("c", 300), ("a", 50)] {
            agenda.add(text, at: Instant(microseconds: Int64(moment)))
        }
        #expect(agenda.pending.map(\.event).joined() == "abcde")
        #expect(Self.drain(&agenda).map(\.1).joined() == "abcde")
    }

    @Test("a cancelled event does not happen, and can be cancelled once")
    func calledOff() {
        var agenda = Agenda<Int>()
        let first = agenda.add(1, at: Instant(microseconds: 1))
        let second = agenda.add(2, at: Instant(microseconds: 2))
        let calls = [agenda.callOff(first), agenda.callOff(first)].map { $0 != nil }
        #expect(calls == [true, false])
        #expect(agenda.count == 1)
        let (moment, taken) = (agenda.nextMoment, agenda.next())
        #expect(moment == Instant(microseconds: 2) && taken?.event == 2)
        var late = [agenda.callOff(second) != nil]
        // The slot of the second is used again; its old handle finds nothing.
        agenda.add(3, at: Instant(microseconds: 3))
        late.append(agenda.callOff(second) != nil)
        #expect(late == [false, false])
        let (third, none) = (agenda.next(), agenda.next())
        #expect(third?.event == 3 && none == nil)
    }

    @Test("times years apart, before 1970 and at the ends of the range keep their order")
    func farMoments() {
        let moments: [Int64] = [.max, 0, 86_400_000_000 * 400, -1, .min, 1 << 40, (1 << 40) - 1, .max - 1, 5]
        var agenda = Agenda<Int64>()
        for moment in moments { agenda.add(moment, at: Instant(microseconds: moment)) }
        #expect(Self.drain(&agenda).map(\.1) == moments.sorted())
    }

    @Test("random times, tickets that run out and cancelled events behave as in a sorted list", arguments: 1...20)
    func againstList(seed: Int) {
        var dice = SeededDice(seed: UInt64(seed))
        // Few tickets and a near horizon, so that both run out often.
        var agenda = Agenda<Int>(packing: Agenda<Int>.Packing(ticketBits: 58 + UInt64(seed % 3)))
        var small = Agenda<Int>(packing: Agenda<Int>.Packing(ticketBits: 10))
        var list: [(moment: Int64, number: Int, handles: [Agenda<Int>.Handle])] = []
        var now: Int64 = 0
        for number in 0..<3_000 {
            switch dice.below(10) {
            case 0..<6 where list.count < 900:
                let moment = now + Int64(dice.below(dice.below(4) == 0 ? 5_000 : 40))
                let handles = [
                    agenda.add(number, at: Instant(microseconds: moment)),
                    small.add(number, at: Instant(microseconds: moment)),
                ]
                let place = list.firstIndex { $0.moment > moment } ?? list.endIndex
                list.insert((moment, number, handles), at: place)
            case 6 where !list.isEmpty:
                let gone = list.remove(at: dice.below(list.count))
                let calls = [agenda.callOff(gone.handles[0]), small.callOff(gone.handles[1])].map { $0 != nil }
                #expect(calls == [true, true])
            default:
                let expected = list.isEmpty ? nil : list.removeFirst()
                now = expected?.moment ?? now
                for found in [agenda.next(), small.next()] {
                    #expect(found?.event == expected?.number && found?.moment.microseconds == expected?.moment)
                }
            }
            #expect(agenda.count == list.count && small.count == list.count)
        }
    }

    private static func drain<Event>(_ agenda: inout Agenda<Event>) -> [(Instant, Event)] {
        var events: [(Instant, Event)] = []
        while let (moment, event) = agenda.next() { events.append((moment, event)) }
        return events
    }
}
