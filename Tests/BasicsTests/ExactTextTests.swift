import Basics
import Testing

@Suite("A text compared by its bytes")
struct ExactTextTests {
    @Test("Two ways to compose a letter are two texts, and equal bytes are one text")
    func spellings() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed, "which is why this type exists")
        #expect(ExactText(composed) != ExactText(decomposed) && !composed.isExactly(decomposed))
        #expect(ExactText("a\0") != ExactText("a") && ExactText("a") == ExactText("a"))
        let found: [ExactText: Int] = [ExactText(composed): 1, ExactText(decomposed): 2, ExactText("\u{212B}"): 3]
        #expect(found[ExactText("\u{E9}")] == 1 && found[ExactText("e\u{301}")] == 2)
        #expect(found[ExactText("\u{C5}")] == nil && found[ExactText("\u{212B}")] == 3)
    }
}
