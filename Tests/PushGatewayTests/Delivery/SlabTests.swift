import Basics
import Testing

@testable import PushGateway

@Suite("Slots with timers")
struct SlabTests {
    private static let moment = Instant(microseconds: 7)

    @Test("Reading a part changes nothing")
    func look() {
        var slab = Slab<[String]>()
        let slot = slab.insert(["a", "b"])
        #expect(slab.look(at: slot) { $0.count } == 2)
        #expect(slab[slot] == ["a", "b"])
    }

    @Test("A removed value is returned, and its slot is reused with another ticket")
    func remove() {
        var slab = Slab<String>()
        let (first, second) = (slab.insert("a"), slab.insert("b"))
        let timer = slab.arm(first, at: Self.moment)
        #expect(slab.moment(of: timer) == Self.moment)
        #expect(slab.disarm(first) == timer)
        #expect(slab.remove(first) == "a")
        #expect(!slab.contains(first) && slab.contains(second) && !slab.contains(9))
        #expect(slab.count == 1 && slab.slots == [second])
        #expect(slab.insert("c") == first)
        let later = slab.arm(first, at: Self.moment)
        #expect(slab.moment(of: timer) == nil, "a timer of who was there before means nothing")
        #expect(slab.moment(of: later) == Self.moment)
    }

    @Test("A slot is not freed twice, nor while its timer is set")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            var slab = Slab<String>()
            let slot = slab.insert("a")
            slab.remove(slot)
            slab.remove(slot)
        }
        await #expect(processExitsWith: .failure) {
            var slab = Slab<String>()
            let slot = slab.insert("a")
            _ = slab.arm(slot, at: Instant(microseconds: 7))
            slab.remove(slot)
        }
    }
}
