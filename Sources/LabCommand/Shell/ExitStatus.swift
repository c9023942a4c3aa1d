/// What a script may rely on. The numbers are part of the interface.
enum ExitStatus: Int32, CaseIterable {
    case passed = 0
    /// A payload is malformed or not as expected; devices do not agree.
    case refused = 1
    case usage = 64
    case badData = 65
    case missingInput = 66
    /// A program under test does not take part.
    case broken = 70
    case outputFailed = 74
    case interrupted = 130
    case terminated = 143

    /// Of several, the graver one decides.
    mutating func worsen(to other: ExitStatus) {
        if other.weight > self.weight { self = other }
    }

    private var weight: Int {
        switch self {
        case .passed: 0
        case .refused: 1
        case .badData: 2
        case .missingInput: 3
        case .usage: 4
        case .broken: 5
        case .interrupted, .terminated: 6
        case .outputFailed: 7
        }
    }
}
