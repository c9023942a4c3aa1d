import Basics
import FeedContract

/// P11: every page contains all of its changes twice.
struct RepeatedPages: Variation {
    var words: String { "in which every page reports its changes twice" }

    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool {
        page.changes += page.changes
        return !page.changes.isEmpty
    }
}
