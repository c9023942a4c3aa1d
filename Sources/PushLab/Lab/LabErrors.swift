/// The lab did not settle.
public struct NotSettled: Error, Hashable, Sendable, CustomStringConvertible {
    /// The events that the lab still waits for, soonest first.
    public let waitingFor: [String]
    /// Whether the lab stopped waiting because too many events happened in too little time.
    let isBusy: Bool

    /// The events that the lab still waits for, one per line.
    public var description: String {
        "\(self.head):\n" + self.waitingFor.map { "  \($0)" }.joined(separator: "\n")
    }

    /// The description in one line. It is used as the witness: the sentence with which a report describes the failure.
    var sentence: String { "\(self.head) \(self.waitingFor.joined(separator: "; "))" }

    private var head: String {
        self.isBusy
            ? "the lab does not settle: too many events happen in too little time; it waits for"
            : "the lab has not settled after two virtual hours; it waits for"
    }
}

/// An operation of a test that is not possible.
public struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, and how to fix it.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// An expectation that does not hold.
public struct ExpectationFailed: Error, Sendable, CustomStringConvertible {
    /// The expectation, in the words of the test.
    public let expectation: String
    package let place: SourcePlace
    package let lastEvents: LastEvents
    /// The seed that reproduces the run.
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
