/// The world did not become quiet.
public struct NotSettled: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it still waits for, soonest first.
    public let waitingFor: [String]
    /// Whether so much happens in no time that it was not waited for the end.
    let isBusy: Bool

    /// What it still waits for, a line each.
    public var description: String {
        "\(self.head):\n" + self.waitingFor.map { "  \($0)" }.joined(separator: "\n")
    }

    /// The same in one line, as witnesses are.
    var sentence: String { "\(self.head) \(self.waitingFor.joined(separator: "; "))" }

    private var head: String {
        self.isBusy
            ? "the lab does not become quiet: too much happens in hardly any time; it waits for"
            : "the lab is not quiet after two virtual hours; it waits for"
    }
}

/// Something that a test asks for and that cannot be done.
public struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// An expectation that does not hold.
public struct ExpectationFailed: Error, Sendable, CustomStringConvertible {
    /// What was expected, in the words of the test.
    public let expectation: String
    package let place: SourcePlace
    package let lastEvents: LastEvents
    /// Repeats the run.
    public let seed: UInt64

    /// The file of the expectation, as `#fileID` gives it.
    public var fileID: String { self.place.fileID }

    /// The line of the expectation.
    public var line: Int { self.place.line }

    /// The last events of each device involved, in the order in which they happened.
    public var trace: [String] { self.lastEvents.lines }

    /// The place, the expectation, the seed, and the last events.
    public var description: String {
        (["\(self.place): expected \(self.expectation) (seed \(self.seed))"] + self.lastEvents.told)
            .joined(separator: "\n")
    }
}
