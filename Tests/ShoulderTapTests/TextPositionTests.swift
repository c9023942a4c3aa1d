import ShoulderTap
import Testing

@Suite("Lines and columns")
struct TextPositionTests {
    @Test(
        "Lines end with a line feed, and columns count scalars",
        arguments: [
            ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4), ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1),
            ("a\nb", 3, 2, 2), ("\n\n\n", 3, 4, 1), ("a\r\nb", 2, 1, 3), ("a\r\nb", 3, 2, 1), ("\tb", 1, 1, 2),
            // é has two bytes, € three, 😀 four, and e with an accent of its own two scalars.
            ("éx", 2, 1, 2), ("€x", 3, 1, 2), ("😀x", 4, 1, 2), ("e\u{301}x", 3, 1, 3), ("é\n€x", 6, 2, 2),
            // Inside a character the column is that behind its first byte.
            ("😀x", 1, 1, 2), ("😀x", 3, 1, 2),
        ])
    func positions(_ text: String, _ offset: Int, _ line: Int, _ column: Int) {
        let position = TextPosition(of: offset, in: Array(text.utf8))
        #expect(position.line == line)
        #expect(position.column == column)
    }

    @Test("An offset beyond the end gives the position just after the end", arguments: ["", "abc", "a\nbé", "x\n"])
    func behindTheEnd(_ text: String) {
        let bytes = Array(text.utf8)
        let end = TextPosition(of: bytes.count, in: bytes)
        #expect(TextPosition(of: bytes.count + 1, in: bytes) == end)
        #expect(TextPosition(of: .max, in: bytes) == end)
    }

    @Test("Bytes that are not UTF-8 count one by one, but continuation bytes never do")
    func badUTF8() {
        #expect(TextPosition(of: 3, in: [0xFF, 0xC0, 0x80, 0x41]).column == 3)
        #expect(TextPosition(of: 4, in: [0xFF, 0xC0, 0x80, 0x41]).column == 4)
    }
}
