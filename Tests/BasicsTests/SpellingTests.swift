import Basics
import Testing

@Suite("Did you mean")
struct SpellingTests {
    @Test(
        "The number of typing errors between two words",
        arguments: [
            ("", "", 0), ("a", "", 1), ("parse", "parse", 0), ("prase", "parse", 1), ("pars", "parse", 1),
            ("parsee", "parse", 1), ("pbrse", "parse", 1), ("esrap", "parse", 4), ("jsno", "json", 1), ("ca", "abc", 3),
        ])
    func slips(_ one: String, _ other: String, _ count: Int) {
        #expect(Spelling.slips(from: Array(one.unicodeScalars), to: Array(other.unicodeScalars)) == count)
        #expect(Spelling.slips(from: Array(other.unicodeScalars), to: Array(one.unicodeScalars)) == count)
    }

    @Test(
        "The nearest word has at most two errors, and the first of equals wins",
        arguments: [
            ("backgrond", "background"), ("allert", "alert"), ("alrt", "alert"), ("bush", "bash"), ("xyz", nil),
            ("b", nil),
            ("", nil), ("alert", "alerts"), ("bsh", "bash"), ("zhs", "zsh"), ("zx", nil), ("hbs", nil), ("zap", nil),
        ] as [(String, String?)])
    func nearest(_ word: String, _ expected: String?) {
        #expect(Spelling.nearest(to: word, in: ["background", "alert", "alerts", "bash", "zsh"]) == expected)
    }

    @Test("Choices are listed in words")
    func lists() {
        let lists = [[], ["a"], ["a", "b"], ["a", "b", "c"]].map { Spelling.list($0) }
        #expect(lists == ["", "a", "a or b", "a, b or c"])
    }

    @Test("A very long word costs no time and is near to nothing")
    func longWord() {
        #expect(Spelling.nearest(to: String(repeating: "a", count: 1_000_000), in: ["alert"]) == nil)
    }
}
