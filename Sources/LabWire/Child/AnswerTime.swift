/// The time limit for one answer of a child, in milliseconds of a monotonic clock.
struct AnswerTime {
    /// The state of the wait.
    enum Standing: Equatable {
        /// The wait continues.
        case open
        /// The process has ended, and none of its own children has answered.
        case ended
        /// The answer was not complete in time.
        case over
    }

    let end: Int
    /// The time that the children of an ended process may stay silent.
    private let moment: Int
    private var endOfMoment: Int?
    /// Whether any line has arrived.
    private(set) var hasSpoken = false

    init(from start: Int, limit: Int, moment: Int) {
        self.end = start + limit
        self.moment = moment
    }

    /// Records that a line arrived.
    ///
    /// A line does not extend the time limit. Otherwise an answer that never ends would have no limit.
    mutating func hear() { (self.hasSpoken, self.endOfMoment) = (true, nil) }

    mutating func standing(at now: Int, isProcessOver: Bool) -> Standing {
        if isProcessOver {
            let end = self.endOfMoment ?? now + self.moment
            if end <= now { return .ended }
            self.endOfMoment = end
        }
        return now < self.end ? .open : .over
    }
}
