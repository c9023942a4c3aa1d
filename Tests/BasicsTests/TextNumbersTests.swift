import Basics
import TestSupport
import Testing

@Suite("Texts as numbers")
struct TextNumbersTests {
    @Test("each text keeps its number, in the order of first use")
    func numbers() {
        var (table, known, dice) = (TextNumbers(), [ExactText: UInt32](), SeededDice(seed: 7))
        for _ in 0..<5_000 {
            let text = String(repeating: "ab", count: dice.below(9)) + "\(dice.below(1_500))"
            #expect(table.find(text) == known[ExactText(text)])
            let number = table.intern(text)
            #expect(number == known[ExactText(text)] ?? UInt32(known.count))
            known[ExactText(text)] = number
            #expect(table[number] == text && table.count == known.count)
        }
    }

    @Test("an empty text has a number, and texts that only look alike have two")
    func spellings() {
        var table = TextNumbers()
        #expect(table.find("") == nil)
        let numbers = ["", "\u{E9}", "e\u{301}", "", "a\0", "a", "\u{E9}"].map { table.intern($0) }
        #expect(numbers == [0, 1, 2, 0, 3, 4, 1])
    }
}
