import Basics
import LabReports
import PushLab

/// Formats chapters for reading: a heading, then the columns time, actor and text.
struct StoryPrinter {
    private static let timeWidth = 9
    private static let actorWidth = 7
    /// The minimum width of the text column.
    ///
    /// On a narrower terminal, lines are too long.
    private static let leastText = 20

    let styles: Styles
    /// The number of columns of the terminal.
    ///
    /// If nil, lines are not wrapped.
    let width: Int?

    func render(_ heading: String, _ lines: [StoryLine]) -> String {
        let title = self.wrapped(heading, in: self.width).map { self.styles.heading($0) }
        return (title + lines.flatMap(self.rows)).joined(separator: "\n") + "\n\n"
    }

    /// Returns a paragraph, wrapped to the width.
    func render(_ text: String) -> String { self.wrapped(text, in: self.width).joined(separator: "\n") + "\n" }

    private func rows(_ line: StoryLine) -> [String] {
        let time = TerminalText.padded(line.time.clockText, to: Self.timeWidth)
        let actor = TerminalText.padded(TerminalText.escaped(line.actor), to: Self.actorWidth)
        let indent = 2 + TerminalText.width(time) + 2 + TerminalText.width(actor) + 2
        let room = self.width.map { max($0 - indent, Self.leastText) }
        return self.wrapped(TerminalText.escaped(line.text), in: room).enumerated().map { index, text in
            let start = index > 0 ? String(repeating: " ", count: indent) : "  \(self.styles.faint(time))  \(actor)  "
            return start + self.styles.tone(line.tone, text)
        }
    }

    /// Wraps a text between words.
    private func wrapped(_ text: String, in room: Int?) -> [String] {
        guard let room else { return [text] }
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if TerminalText.width(line) + 1 + TerminalText.width(String(word)) <= room {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
