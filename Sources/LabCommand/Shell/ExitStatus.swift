import PushLab

/// What a script may rely on. The numbers are part of the interface.
enum ExitStatus: Int32, CaseIterable {
    case passed = 0
    /// A payload is malformed or not as expected; devices do not agree.
    case refused = 1
    /// Nothing is wrong, and nothing is proven.
    case inconclusive = 2
    case usage = 64
    case badData = 65
    case missingInput = 66
    /// A server cannot listen where it is to, or a service gives no answer.
    case unavailable = 69
    /// A program under test does not take part.
    case broken = 70
    case outputFailed = 74
    case interrupted = 130
    case terminated = 143

    /// What a verdict ends with.
    init(_ verdict: Exploration.Verdict) {
        switch verdict {
        case .pass: self = .passed
        case .fail: self = .refused
        case .inconclusive: self = .inconclusive
        }
    }

    /// Of several, the graver one decides.
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
