/// The time that a child has for one answer, in milliseconds of a clock that only goes forward.
struct AnswerTime {
    /// What there is to do for whoever waits.
    enum Standing: Equatable {
        /// Wait on.
        case open
        /// The process is over, and what it started has said nothing in its place.
        case ended
        /// The answer came to no end in time.
        case over
    }

    let end: Int
    /// How long what an ended process has started may say nothing.
    private let moment: Int
    private var endOfMoment: Int?
    /// Whether any line came.
    private(set) var hasSpoken = false

    init(from start: Int, limit: Int, moment: Int) {
        self.end = start + limit
        self.moment = moment
    }

    /// A line came, which gives the answer no more time, or one that is never done would have no end.
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
