import Basics
import FeedContract
import PushGateway

/// What a second run does otherwise than the first, wherever something is on its way to a device.
///
/// Each change says whether it made a difference to the device, so that nobody takes an idle run for a proof.
protocol Variation: Sendable {
    /// What it does, behind "in a second run".
    var words: String { get }

    /// A tap is sent.
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool
    /// How much later the last page of a read comes.
    func lag(_ roll: (UInt64) -> Draw) -> Interval
    /// A page has arrived and is about to be handed over.
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool
    /// How far the clock of a device is ahead, from the start of one process to the next.
    func clockError(_ roll: (UInt64) -> Draw) -> Interval?
    /// What happens when all has come to rest, before everybody looks once more.
    func end(_ lab: Lab) throws
    /// Whether a device to which it made a difference would show that somebody minds.
    func endangers(_ tale: Ending.Tale) -> Bool
}

extension Variation {
    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool { false }
    func lag(_ roll: (UInt64) -> Draw) -> Interval { .zero }
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool { false }
    func clockError(_ roll: (UInt64) -> Draw) -> Interval? { nil }
    func end(_ lab: Lab) throws {}
    func endangers(_ tale: Ending.Tale) -> Bool { true }
}

/// A variation at work in a world.
struct Varying: Sendable {
    let variation: any Variation
    /// For each device, how often it made a difference.
    private(set) var differences: [Int] = []
    /// For each device, how far its clock is ahead now.
    private var clocks: [Interval] = []

    init(_ variation: any Variation) { self.variation = variation }

    func clockError(_ device: Int) -> Interval { device < self.clocks.count ? self.clocks[device] : .zero }

    mutating func setClock(_ device: Int, _ error: Interval) {
        self.clocks.grow(to: device + 1, with: .zero)
        self.clocks[device] = error
    }

    mutating func count(_ device: Int) {
        self.differences.grow(to: device + 1, with: 0)
        self.differences[device] += 1
    }
}

/// Where a world asks its variation. Most worlds have none.
extension World {
    mutating func vary(_ fate: inout Fate, _ device: Int) {
        guard self.isVaried, let variation = self.varying?.variation else { return }
        let entity = self.devices[device].entity
        if variation.change(&fate, { self.roll(.variation, entity, n: $0) }) { self.varying?.count(device) }
    }

    func variedLag(_ answer: FeedAnswer, _ device: Int) -> Interval {
        // A reading of many pages is late once: by a lag for each it would outlast the time in which a push is handled.
        guard self.isVaried, case .page(let page) = answer, case .done = page.next,
            let variation = self.varying?.variation
        else { return .zero }
        let entity = self.devices[device].entity
        return variation.lag { self.roll(.variation, entity, n: 0x100 | $0) }
    }

    mutating func varied(_ answer: consuming FeedAnswer, _ device: Int) -> FeedAnswer {
        guard self.isVaried, let variation = self.varying?.variation, case .page(var page) = answer else {
            return answer
        }
        let entity = self.devices[device].entity
        if variation.change(&page, { self.roll(.variation, entity, n: 0x200 | $0) }) { self.varying?.count(device) }
        return .page(page)
    }

    /// A process starts, and may find the clock set anew.
    mutating func varyClock(_ device: Int) {
        guard let variation = self.varying?.variation else { return }
        let (entity, process) = (self.devices[device].entity, UInt64(self.devices[device].incarnation))
        let error = variation.clockError { n in
            self.die.draw(.variation, entity: entity, cause: DieCause(step: 0), n: process << 8 | n)
        }
        guard let error else { return }
        self.varying?.setClock(device, error)
        self.varying?.count(device)
    }

    /// How far a variation has set the clock of a device ahead.
    func clockError(_ device: Int) -> Interval {
        self.isVaried ? self.varying?.clockError(device) ?? .zero : .zero
    }
}
