/// The result of one run of a command under a list of faults.
package struct RunResult: Hashable, Sendable {
    /// The way in which the command ended.
    package enum Ending: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)

        /// The exit status as a shell reports it.
        package var code: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let number): 128 + number
            }
        }

        /// The ending in words, such as `exit status 1` or `signal 9`.
        package var words: String {
            switch self {
            case .status(let status): "exit status \(status)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    package var ending: Ending
    package var verdict: BackendVerdict
    /// The number of different pushes to each device.
    package var counts: [PushCount] = []
    /// Whether no content was accepted twice for a device.
    package var contentsAreUnique = false

    package init(_ ending: Ending, _ verdict: BackendVerdict) { (self.ending, self.verdict) = (ending, verdict) }
}

/// A failure of a run: a broken promise, or a command that fails.
package struct Trouble: Hashable, Sendable {
    /// The name of the failure: `B1`, or `exit` for the status of the command.
    package var property: String
    package var witness: String

    package init(property: String, witness: String) { (self.property, self.witness) = (property, witness) }

    /// Whether both values are the same failure. Their witnesses may differ.
    func isSame(as other: Trouble) -> Bool { self.property == other.property }

    /// The name of the failure of a command.
    package static let exit = "exit"

    /// Returns the failures of a run. A failing command counts only if a correct backend could still get every push to
    /// its device.
    package static func all(in result: RunResult, under faults: FaultList) -> [Trouble] {
        var found = result.verdict.findings.map { Trouble(property: $0.promise.id, witness: $0.witness) }
        if result.ending.code != 0, faults.isSurvivable {
            let words = "the command ended with \(result.ending.words), although every push could reach its device"
            found.append(Trouble(property: Self.exit, witness: words))
        }
        return found
    }
}
