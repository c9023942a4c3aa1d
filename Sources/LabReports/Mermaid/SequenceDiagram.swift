/// The lines of a Mermaid sequence diagram, up to a maximum length.
struct SequenceDiagram {
    /// The arrow of a message.
    enum Arrow: String {
        case call = "->>"
        case answer = "-->>"
        case send = "-)"
        case lost = "-x"
    }

    /// A participant of the diagram.
    ///
    /// `word` is the name that messages use, and `label` is the name that readers see.
    struct Participant: Hashable {
        let word: String
        let label: String
    }

    /// The index of a line, used to change the line later.
    typealias Place = Int

    private struct Line {
        var start: String
        var arrow: Arrow?
        var rest: String

        var text: String { self.start + (self.arrow?.rawValue ?? "") + self.rest }
    }

    private static let head = "sequenceDiagram\n"
    /// The length that is kept free for the note about the lines that are left out.
    private static let reserve = 100

    private let mostUnits: Int
    private var units = Self.head.utf16.count
    private var participants: [Participant] = []
    // Used for lookup only: iteration order is not deterministic.
    private var known: Set<Participant> = []
    private var lines: [Line] = []
    private var leftOut = 0

    /// - Parameter mostUnits: The maximum length of the text in UTF-16 code units, as Mermaid counts.
    init(mostUnits: Int, always participants: [Participant]) {
        self.mostUnits = mostUnits
        for participant in participants { self.admit(participant) }
    }

    /// Adds a message.
    ///
    /// Returns the index of its line, or nil when there was no room for it.
    @discardableResult
    mutating func message(_ from: Participant, _ arrow: Arrow, _ to: Participant, _ text: String) -> Place? {
        let line = Line(start: from.word, arrow: arrow, rest: "\(to.word): \(text)")
        return self.add(line, naming: from == to ? [from] : [from, to])
    }

    mutating func note(over participant: Participant, _ text: String) {
        self.add(Line(start: "Note over ", rest: "\(participant.word): \(text)"), naming: [participant])
    }

    /// Marks a message as lost.
    ///
    /// The arrow of a lost message is no longer than the other arrows, so the text does not grow.
    mutating func lose(_ place: Place) { self.lines[place].arrow = .lost }

    var text: String {
        var text = Self.head
        for participant in self.participants { text += Self.declaration(of: participant) }
        for line in self.lines { text += "    \(line.text)\n" }
        if self.leftOut > 0, let first = self.participants.first {
            text += "    Note over \(first.word): the diagram is full, \(self.leftOut) more lines are left out\n"
        }
        return text
    }

    @discardableResult
    private mutating func add(_ line: Line, naming participants: [Participant]) -> Place? {
        let new = participants.filter { !self.known.contains($0) }
        let cost = new.reduce(line.text.utf16.count + 5) { $0 + Self.declaration(of: $1).utf16.count }
        // After the first line that does not fit, no more lines are added, or the diagram would have gaps.
        guard self.leftOut == 0, self.units + cost + Self.reserve <= self.mostUnits else {
            self.leftOut += 1
            return nil
        }
        for participant in new { self.admit(participant) }
        self.units += line.text.utf16.count + 5
        self.lines.append(line)
        return self.lines.count - 1
    }

    private mutating func admit(_ participant: Participant) {
        self.participants.append(participant)
        self.known.insert(participant)
        self.units += Self.declaration(of: participant).utf16.count
    }

    private static func declaration(of participant: Participant) -> String {
        "    participant \(participant.word) as \(participant.label)\n"
    }
}
