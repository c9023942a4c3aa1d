import Basics
import FeedContract
import PushGateway

/// The differences of a world from another run of the same plan.
///
/// Most worlds have none.
extension World {
    mutating func vary(_ fate: inout Fate, _ device: Int) {
        guard self.weather.isVaried, let deviation = self.weather.varying?.deviation else { return }
        let entity = self.people.devices[device].entity
        if deviation.change(&fate, { self.clock.roll(.variation, entity, n: $0) }) {
            self.weather.varying?.count(device)
        }
    }

    func variedLag(_ answer: FeedAnswer, _ device: Int) -> Interval {
        // A read of many pages is delayed once: a delay for each page would exceed the deadline of a push.
        guard self.weather.isVaried, case .page(let page) = answer, case .done = page.next,
            let deviation = self.weather.varying?.deviation
        else { return .zero }
        let entity = self.people.devices[device].entity
        return deviation.lag { self.clock.roll(.variation, entity, n: 0x100 | $0) }
    }

    mutating func varied(_ answer: consuming FeedAnswer, _ device: Int) -> FeedAnswer {
        guard self.weather.isVaried, let deviation = self.weather.varying?.deviation, case .page(var page) = answer
        else {
            return answer
        }
        let entity = self.people.devices[device].entity
        if deviation.change(&page, { self.clock.roll(.variation, entity, n: 0x200 | $0) }) {
            self.weather.varying?.count(device)
        }
        return .page(page)
    }

    /// Sets the clock of a device when a process starts, if the variation changes clocks.
    mutating func varyClock(_ device: Int) {
        guard let deviation = self.weather.varying?.deviation else { return }
        let (entity, process) = (self.people.devices[device].entity, UInt64(self.people.devices[device].incarnation))
        let error = deviation.clockError { n in
            self.clock.die.draw(.variation, entity: entity, cause: DieCause(step: 0), n: process << 8 | n)
        }
        guard let error else { return }
        self.weather.varying?.setClock(device, error)
        self.weather.varying?.count(device)
    }
}
