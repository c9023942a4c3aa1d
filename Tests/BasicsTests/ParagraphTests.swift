import Basics
import Testing

@Suite("Paragraphs")
struct ParagraphTests {
    @Test(
        "Words fill lines up to their width",
        arguments: [
            ("", 5, [""]), ("a", 1, ["a"]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
            ("a  b ", 9, ["a b"]), ("a muchtoolong b", 4, ["a", "muchtoolong", "b"]),
            ("to be or not to be", 5, ["to be", "or", "not", "to be"]),
        ])
    func lines(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(Paragraph.lines(of: text, width: width) == lines)
    }
}
