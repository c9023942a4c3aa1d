/// One reader in the race.
protocol Contender {
    var name: String { get }
    var question: Question { get }
    /// Whether it reads each payload as an array of its own, not the buffer with all of them.
    var readsArrays: Bool { get }

    /// The answer for one payload, to be compared before anything is timed.
    func answer(_ index: Int, in set: PayloadSet) -> Bool

    /// Answers for every payload and returns how many answers were yes; this is what is timed.
    func sweep(_ set: PayloadSet) -> Int
}

extension Contender {
    var readsArrays: Bool { false }

    /// The payloads that the contender sees differently from their maker.
    func disagreements(in set: PayloadSet) -> [Int] {
        set.samples.indices.filter { index in
            self.answer(index, in: set) != self.question.answer(of: set.samples[index])
        }
    }
}
