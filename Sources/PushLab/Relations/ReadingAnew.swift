import Basics
import FeedContract

/// P10: in the end every cursor is invalid, so that each device reads everything again.
struct ReadingAnew: Variation {
    var words: String { "in which every device reads everything again at the end" }

    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool { page.isFull && !page.changes.isEmpty }

    func end(_ lab: Lab) throws {
        for user in lab.users { user.expireCursors() }
    }
}
