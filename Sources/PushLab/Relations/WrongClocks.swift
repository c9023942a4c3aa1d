import Basics

/// P34: each device's clock is wrong by up to a day. The error changes each time the app is started.
struct WrongClocks: Variation {
    private static let most = Interval.hours(24)

    var words: String { "in which the devices' clocks are wrong by up to a day" }

    func clockError(_ roll: (UInt64) -> Draw) -> Interval? {
        roll(0).within((.zero - Self.most)...Self.most)
    }

    func endangers(_ tale: Ending.Tale) -> Bool { tale.endsSoon || tale.authors > 1 }
}
