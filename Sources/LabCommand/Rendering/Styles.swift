import LabReports
import PushLab
import ShoulderTap

/// Colours, used only on a terminal that supports them.
struct Styles {
    let isOn: Bool

    /// Creates styles.
    ///
    /// `noColor` and `terminal` are the values of NO_COLOR and TERM.
    init(isTerminal: Bool, noColor: String?, terminal: String?) {
        self.isOn = isTerminal && (noColor ?? "").isEmpty && terminal != "dumb"
    }

    /// The styles of this process's output.
    static var ofOutput: Self {
        Self(
            isTerminal: Platform.isTerminal(Platform.standardOutput), noColor: Platform.environment("NO_COLOR"),
            terminal: Platform.environment("TERM"))
    }

    /// Colours the start of a report line if it is a verdict or the name of a promise.
    func reported(_ line: String) -> String {
        guard self.isOn, let colon = line.firstRange(of: ":") else { return line }
        let (start, rest) = (String(line[..<colon.lowerBound]), String(line[colon.lowerBound...]))
        switch Exploration.Verdict(rawValue: start) {
        case .pass: return self.painted(start, "1;32") + rest
        case .fail: return self.painted(start, "1;31") + rest
        case .inconclusive: return self.painted(start, "1;33") + rest
        case nil: return Self.promises.contains(start) ? self.painted(start, "31") + rest : line
        }
    }

    /// The names of promises at the start of report lines.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private static let promises = Set(Property.allCases.flatMap { [$0.title, $0.id] })

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
