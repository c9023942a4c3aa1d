/// One reader in a race.
protocol Contender {
    var name: String { get }
    var question: Question { get }
    /// Whether the contender reads each payload from its own array and not from one buffer with all payloads.
    var readsArrays: Bool { get }

    /// Returns the answer for one payload. All answers are compared before anything is timed.
    func answer(_ index: Int, in set: PayloadSet) -> Bool

    /// Answers for every payload and returns how many answers were yes. This function is timed.
    func sweep(_ set: PayloadSet) -> Int
}

extension Contender {
    var readsArrays: Bool { false }

    /// Returns the indices of the payloads where the contender's answer differs from the known correct answer.
    func disagreements(in set: PayloadSet) -> [Int] {
        set.samples.indices.filter { index in
            self.answer(index, in: set) != self.question.answer(of: set.samples[index])
        }
    }
}
