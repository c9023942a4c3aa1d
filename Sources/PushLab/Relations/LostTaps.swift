import Basics
import PushGateway

/// P20: every tap is lost, and all devices sync in the end.
struct LostTaps: Variation {
    var words: String { "in which every tap is lost and the devices sync at the end" }

    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool {
        defer { fate.isLost = true }
        return !fate.isLost
    }
}
