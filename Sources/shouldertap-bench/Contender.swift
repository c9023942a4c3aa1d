/// One reader in a race.
protocol Contender {
    var name: String { get }
    var question: Question { get }
    /// Whether it reads each payload as a separate array, not from the buffer with all of them.
    var readsArrays: Bool { get }

    /// Returns the answer for one payload, to be compared before anything is timed.
    func answer(_ index: Int, in set: PayloadSet) -> Bool

    /// Answers for every payload and returns how many answers were yes. This function is timed.
    func sweep(_ set: PayloadSet) -> Int
}

extension Contender {
    var readsArrays: Bool { false }

    /// Returns the indices of the payloads for which the contender's answer differs from that of their maker.
    func disagreements(in set: PayloadSet) -> [Int] {
        set.samples.indices.filter { index in
            self.answer(index, in: set) != self.question.answer(of: set.samples[index])
        }
    }
}
