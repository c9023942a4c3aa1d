import Basics
import FeedContract
import PushGateway

/// The changes in the second run of a plan. They affect everything that is sent to a device.
///
/// Each method `change` returns whether its change made a difference to the device. A run without any difference proves
/// nothing.
protocol Deviation: Sendable {
    /// Changes what happens to a tap on its way: its delay, whether it is lost, and whether it arrives twice.
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool
    /// The additional delay of the answer with the last page, when a device reads its feed.
    func lag(_ roll: (UInt64) -> Draw) -> Interval
    /// Changes a page that has arrived and is about to be delivered.
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool
    /// The error of a device's clock. It lasts from the start of one process until the start of the next.
    func clockError(_ roll: (UInt64) -> Draw) -> Interval?
}

extension Deviation {
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool { false }
    func lag(_ roll: (UInt64) -> Draw) -> Interval { .zero }
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool { false }
    func clockError(_ roll: (UInt64) -> Draw) -> Interval? { nil }
}

/// A deviation that is active in a world.
struct Varying: Sendable {
    let deviation: any Deviation
    /// For each device, the number of changes that made a difference to it.
    private(set) var differences: [Int] = []
    /// The current clock error of each device.
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

    /// The number of changes that made a difference to this device.
    func differences(of device: Int) -> Int { device < self.differences.count ? self.differences[device] : 0 }
}
