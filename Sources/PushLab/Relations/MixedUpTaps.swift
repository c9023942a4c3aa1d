import Basics
import PushGateway

/// P21: each tap is delayed by a random time, so that taps overtake each other. Most taps come twice.
struct MixedUpTaps: Variation {
    private static let longest = Interval.seconds(20)

    var words: String { "in which taps arrive twice, late and out of order" }

    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool {
        fate.delay = fate.delay + roll(0).within(.zero...Self.longest)
        if roll(1).below(4) > 0 { fate.copyAfter = roll(2).within(.zero...Self.longest) }
        return !fate.isLost
    }
}
