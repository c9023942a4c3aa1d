import Basics
import FeedService
import NotificationFeed

/// Fresh values that cannot be guessed, drawn from the lab's die.
struct LabFresh: FreshSource {
    let die: Die
    let cause: DieCause
    /// The number of fresh values that were drawn so far.
    var count: UInt64

    mutating func next() -> Fresh {
        self.count += 1
        let low = self.die.draw(.fresh, entity: self.count, cause: self.cause, n: 0)
        let high = self.die.draw(.fresh, entity: self.count, cause: self.cause, n: 1)
        return Fresh(digitsOf: low.bits, number: high.bits)
    }
}
