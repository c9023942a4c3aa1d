import Basics
import FeedContract
import PushGateway

/// The differences of a world from another run of the same plan, wherever something is on its way to a device.
///
/// Each change says whether it made a difference to the device, so that nobody takes an idle run for a proof.
protocol Deviation: Sendable {
    /// A tap is sent.
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool
    /// How much later the last page of a read comes.
    func lag(_ roll: (UInt64) -> Draw) -> Interval
    /// A page has arrived and is about to be handed over.
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool
    /// How far the clock of a device is ahead, from the start of one process to the next.
    func clockError(_ roll: (UInt64) -> Draw) -> Interval?
}

extension Deviation {
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool { false }
    func lag(_ roll: (UInt64) -> Draw) -> Interval { .zero }
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool { false }
    func clockError(_ roll: (UInt64) -> Draw) -> Interval? { nil }
}

/// A deviation at work in a world.
struct Varying: Sendable {
    let deviation: any Deviation
    /// For each device, how often it made a difference.
    private(set) var differences: [Int] = []
    /// For each device, how far its clock is ahead now.
    private var clocks: [Interval] = []

    init(_ deviation: any Deviation) { self.deviation = deviation }

    func clockError(_ device: Int) -> Interval { device < self.clocks.count ? self.clocks[device] : .zero }

    mutating func setClock(_ device: Int, _ error: Interval) {
        self.clocks.grow(to: device + 1, with: .zero)
        self.clocks[device] = error
    }

    mutating func count(_ device: Int) {
        self.differences.grow(to: device + 1, with: 0)
        self.differences[device] += 1
    }

    /// How often it made a difference to a device.
    func differences(of device: Int) -> Int { device < self.differences.count ? self.differences[device] : 0 }
}
