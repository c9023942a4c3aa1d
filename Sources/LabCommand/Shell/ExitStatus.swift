import PushLab

/// The exit statuses.
///
/// The numbers are part of the interface, so scripts may rely on them.
enum ExitStatus: Int32, CaseIterable {
    case passed = 0
    /// A payload is malformed or not as expected, or devices do not agree.
    case refused = 1
    /// The result is inconclusive: no problem was found, but nothing was proven.
    case inconclusive = 2
    case usage = 64
    case badData = 65
    case missingInput = 66
    /// A server cannot listen at its address, or a service does not answer.
    case unavailable = 69
    /// A program under test broke the protocol, or did not answer.
    case broken = 70
    case outputFailed = 74
    case interrupted = 130
    case terminated = 143

    /// The exit status of a verdict.
    init(_ verdict: Exploration.Verdict) {
        switch verdict {
        case .pass: self = .passed
        case .fail: self = .refused
        case .inconclusive: self = .inconclusive
        }
    }

    /// Changes this status to the more severe of the two.
    mutating func worsen(to other: ExitStatus) {
        if other.weight > self.weight { self = other }
    }

    private var weight: Int {
        switch self {
        case .passed: 0
        case .inconclusive: 1
        case .refused: 2
        case .badData: 3
        case .missingInput: 4
        case .unavailable: 5
        case .usage: 6
        case .broken: 7
        case .interrupted, .terminated: 8
        case .outputFailed: 9
        }
    }
}
