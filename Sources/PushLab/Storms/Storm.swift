package import Basics

/// The faults around the operations of a test: bad networks on all links, and faults of single devices.
///
/// Each seed leaves out some kinds of faults, so that each kind also occurs without the others.
package struct Storm: Hashable, Sendable {
    /// A fault of one device.
    package struct Mishap: Hashable, Sendable {
        /// The time of the fault since the lab was opened.
        ///
        /// Time that a test spends settling does not count.
        package var time: Interval
        /// A random number that chooses one of the devices that exist at the time of the fault.
        package var lot: UInt64
        package var deed: Scenario.DeviceDeed
        /// The duration, for a fault that ends by itself.
        package var length: Interval?
        /// The dice number of the fault.
        package var dice: UInt32
    }

    package var network: LabNetwork
    /// The maximum number of changes on a page; nil for the default.
    package var pageSize: Int?
    package var mishaps: [Mishap]

    /// Creates a storm without faults.
    package init() {
        self.network = LabNetwork()
        self.mishaps = []
    }

    /// Creates the storm of a seed.
    package init(seed: UInt64) {
        var maker = StormMaker(die: Die(seed: seed))
        self.network = maker.network()
        self.pageSize = maker.pageSize()
        self.mishaps = maker.mishaps()
    }
}

private struct StormMaker {
    private static let mostMishaps: UInt64 = 8

    let die: Die
    private var rolls: UInt64 = 0

    init(die: Die) { self.die = die }

    private mutating func roll() -> Draw {
        defer { self.rolls += 1 }
        return self.die.draw(.storm, entity: 0, cause: DieCause(step: 0), n: self.rolls)
    }

    /// Draws a percentage from one to `most`, or zero.
    ///
    /// The result is zero half of the time.
    private mutating func share(upTo most: UInt64) -> Int {
        let (isThere, share) = (self.roll().below(2) == 0, self.roll().below(most))
        return isThere ? 1 + Int(share) : 0
    }

    mutating func network() -> LabNetwork {
        var network = LabNetwork()
        network.tapsLostPercent = self.share(upTo: 40)
        network.tapsDoubledPercent = self.share(upTo: 30)
        network.requestsLostPercent = self.share(upTo: 10)
        network.answersLostPercent = self.share(upTo: 10)
        network.connectionsRefusedPercent = self.share(upTo: 20)
        if self.roll().below(2) == 0 {
            network.tapping = .within(.milliseconds(80)...(.seconds(1 + Int64(self.roll().below(60)))))
        }
        if self.roll().below(3) == 0 { network.crossing = .within(.milliseconds(10)...(.seconds(3))) }
        return network
    }

    mutating func pageSize() -> Int? { self.roll().below(3) == 0 ? 1 + Int(self.roll().below(10)) : nil }

    mutating func mishaps() -> [Storm.Mishap] {
        let count = self.roll().below(Self.mostMishaps + 1)
        let spans: [Interval] = [.seconds(10), .minutes(1), .minutes(10), .hours(6)]
        guard let span = self.roll().choice(of: spans) else { return [] }
        let times = (0..<count).map { _ in self.roll().within(.zero...span) }.sorted()
        return times.enumerated().map { place, time in
            let (deed, length) = self.deed()
            return Storm.Mishap(
                time: time, lot: self.roll().below(1 << 32), deed: deed, length: length,
                dice: StepDice.fault + UInt32(place))
        }
    }

    /// Draws a device fault.
    ///
    /// Actions of users are left to the test.
    private mutating func deed() -> (deed: Scenario.DeviceDeed, length: Interval?) {
        let length = Interval.seconds(1 + Int64(self.roll().below(600)))
        let count = 1 + Int(self.roll().below(3))
        return switch self.roll().below(15) {
        case 0, 1: (.suspend, nil)
        case 2: (.background, nil)
        case 3: (.crash, nil)
        case 4: (.crashMidway, nil)
        case 5, 6: (.offline(nil), length)
        case 7: (.lowPower(nil), length)
        case 8: (.rotateToken, nil)
        case 9: (.breakConnection, nil)
        case 10: (.fault(.loseTaps, count: count), nil)
        case 11: (.fault(.doubleTaps, count: count), nil)
        case 12: (.fault(.loseRequests, count: count), nil)
        case 13: (.fault(.loseAnswers, count: count), nil)
        default: (.delayTap(.seconds(1 + Int64(self.roll().below(120)))), nil)
        }
    }
}
