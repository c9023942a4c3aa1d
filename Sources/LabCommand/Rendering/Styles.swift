import LabReports
import ShoulderTap

/// Colours, where the reader is a terminal that wants them.
struct Styles {
    let isOn: Bool

    /// `noColor` and `terminal` are the values of NO_COLOR and TERM.
    init(isTerminal: Bool, noColor: String?, terminal: String?) {
        self.isOn = isTerminal && (noColor ?? "").isEmpty && terminal != "dumb"
    }

    func kind(_ kind: PayloadKind, _ text: String) -> String {
        switch kind {
        case .shoulderTap: self.painted(text, "32")
        case .malformed: self.painted(text, "31")
        default: text
        }
    }

    func heading(_ text: String) -> String { self.painted(text, "1") }

    func faint(_ text: String) -> String { self.painted(text, "2") }

    func tone(_ tone: StoryLine.Tone, _ text: String) -> String {
        switch tone {
        case .plain: text
        case .deed: self.painted(text, "36")
        case .good: self.painted(text, "32")
        case .bad: self.painted(text, "31")
        }
    }

    func caret(_ text: String) -> String { self.painted(text, "1;33") }

    private func painted(_ text: String, _ colour: String) -> String {
        self.isOn ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
    }
}
