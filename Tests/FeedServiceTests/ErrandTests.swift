import Basics
import NotificationFeed
import Testing

@testable import FeedService

@Suite("Open tickets")
struct ErrandTests {
    @Test("an errand is found by its ticket once, in any order of the answers")
    func order() {
        var errands = Errands()
        let tickets = (0..<500).map { errands.add(.acknowledgement([UInt64($0)])) }
        #expect(tickets.map(\.number) == (1...500).map { UInt64($0) })
        // Every third, then the rest from the end: places in the middle stay while the front is swept.
        for step in [stride(from: 0, to: 500, by: 3).map { $0 }, (0..<500).reversed().filter { $0 % 3 != 0 }] {
            for place in step {
                guard case .acknowledgement(let ids) = errands.take(tickets[place]) else {
                    Issue.record("ticket \(place) is lost")
                    return
                }
                let again = errands.take(tickets[place])
                #expect(ids == [UInt64(place)] && again.isNil)
            }
        }
        #expect(errands.isEmpty)
        let next = errands.add(.due)
        #expect(next.number == 501)
    }

    @Test("dropped tickets return their errands in order, and their numbers are not used again")
    func dropped() {
        var errands = Errands()
        let first = errands.add(.acknowledgement([1]))
        _ = errands.add(.acknowledgement([2]))
        let third = errands.add(.acknowledgement([3]))
        _ = errands.take(first)
        let ids = errands.drop().map { errand -> [UInt64] in
            if case .acknowledgement(let ids) = errand { ids } else { [] }
        }
        #expect(ids == [[2], [3]] && errands.isEmpty && errands[third].isNil)
        let late = errands.take(third)
        let next = errands.add(.due)
        #expect(late.isNil && next.number == 4)
    }
}

extension Errand? {
    fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
