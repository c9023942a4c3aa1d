import Basics
import FeedService
import NotificationFeed

/// What nobody can guess, rolled by the lab's die.
struct LabFresh: FreshSource {
    let die: Die
    let cause: DieCause
    /// How many there were.
    var count: UInt64

    mutating func next() -> Fresh {
        self.count += 1
        let low = self.die.draw(.fresh, entity: self.count, cause: self.cause, n: 0)
        let high = self.die.draw(.fresh, entity: self.count, cause: self.cause, n: 1)
        return Fresh(digitsOf: low.bits, number: high.bits)
    }
}
