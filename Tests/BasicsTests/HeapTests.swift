@testable import Basics
import TestSupport
import Testing

@Suite("The heap")
struct HeapTests {
    /// An element of which many are equal in order but can be told apart.
    private struct Card: Comparable {
        var value: Int
        var name = 0

        static func < (left: Card, right: Card) -> Bool { left.value < right.value }
    }

    @Test("an empty heap has no first element, and removing one returns nil")
    func empty() {
        var heap = Heap<Int>()
        #expect(heap.isEmpty && heap.count == 0 && heap.first == nil)
        #expect(heap.removeFirst() == nil)
        #expect(heap.takeAll() == [])
        heap.keep { _ in true }
        #expect(heap.prefix { _ in true } == [] && heap.unordered == [])
    }

    @Test("elements leave in ascending order for every count up to 100")
    func counts() {
        var dice = SeededDice(seed: 1)
        for count in 0...100 {
            let elements = (0..<count).map { _ in dice.below(count) }
            var (inserted, made) = (Heap<Int>(), Heap(elements))
            for element in elements { inserted.insert(element) }
            #expect(Self.drain(&inserted) == elements.sorted())
            #expect(Self.drain(&made) == elements.sorted())
        }
    }

    @Test("random operations give the results of a sorted array", arguments: 1...20)
    func againstArray(seed: Int) {
        var dice = SeededDice(seed: UInt64(seed))
        var (heap, array) = (Heap<Int>(), [Int]())
        let bound = dice.pick([4, 100, 1 << 40])
        for _ in 0..<2_000 {
            switch dice.below(40) {
            case 0..<22:
                let new = dice.below(bound)
                heap.insert(new)
                array.insert(new, at: array.firstIndex { $0 > new } ?? array.endIndex)
            case 22..<37: #expect(heap.removeFirst() == (array.isEmpty ? nil : array.removeFirst()))
            case 37:
                let limit = dice.below(bound)
                #expect(heap.prefix { $0 <= limit }.sorted() == array.filter { $0 <= limit })
            case 38:
                let divisor = 2 + dice.below(5)
                heap.keep { $0 % divisor != 0 }
                array.removeAll { $0 % divisor == 0 }
            default:
                #expect(heap.unordered.sorted() == array)
                heap = Heap(heap.takeAll().reversed())
            }
            #expect(heap.first == array.first && heap.count == array.count)
        }
        #expect(Self.drain(&heap) == array)
    }

    @Test("elements that are equal in order all leave, each once")
    func equalElements() {
        var heap = Heap<Card>()
        for name in 0..<50 { heap.insert(Card(value: name % 3, name: name)) }
        let cards = Self.drain(&heap)
        #expect(cards.map(\.value) == cards.map(\.value).sorted())
        #expect(cards.map(\.name).sorted() == Array(0..<50))
    }

    @Test("a copy keeps its elements while the original changes")
    func copies() {
        var heap = Heap(["d", "b", "a", "c"])
        var copy = heap
        heap.removeFirst()
        heap.insert("z")
        #expect(Self.drain(&copy) == ["a", "b", "c", "d"])
        #expect(Self.drain(&heap) == ["b", "c", "d", "z"])
    }

    @Test("a prefix skips the nodes below an element that is too large")
    func prefix() {
        let heap = Heap(Array(0..<1_000))
        var looks = 0
        let found = heap.prefix { element in
            looks += 1
            return element < 10
        }
        #expect(found.sorted() == Array(0..<10))
        #expect(looks <= 1 + 4 * 10)
    }

    private static func drain<Element>(_ heap: inout Heap<Element>) -> [Element] {
        var elements: [Element] = []
        while let element = heap.removeFirst() { elements.append(element) }
        return elements
    }
}
