import Basics
import PushGateway

/// Judges P30: if there are no faults, a device that gets a tap for a change soon has that change.
///
/// If a device's read failed, the device retries the read.
struct BoundedStaleness: Judge {
    static var property: Property { .p30 }
    static var interests: [HistoryEvent.Kind] {
        [.committed, .tapSent, .pushArrived, .changeArrived, .answerArrived] + SecondTries.interests
    }

    /// The time limit for a read. Reading hundreds of notifications, one on each page, takes most of a minute.
    static let bound = Interval.minutes(2)
    /// The time limit if the store of the service takes time. The store may take seconds for each page.
    static let boundWithSlowStore = Interval.minutes(10)

    private struct Wait {
        var version: UInt64
        var index: Int
        /// The time of the commit, in microseconds. `taps` is the number of taps that were sent before the commit.
        var since: UInt64
        var taps: Int
    }

    private struct Tap {
        var push: UInt64
        /// The time at which the service decided to send the tap, in microseconds.
        ///
        /// This time may be long before the arrival of the tap.
        var decided: UInt64
        /// The time at which the tap arrived, and whether it had to wake the app. Nil before the arrival.
        var arrival: (time: UInt64, isWaking: Bool)?
    }

    private struct Phone {
        /// The changes that the device waits for.
        ///
        /// Used for lookup only: iteration order is not deterministic.
        var waits: [HistoryEvent.TextNumber: Wait] = [:]
        var order: [HistoryEvent.TextNumber] = []
        var taps: [Tap] = []

        mutating func clear() {
            self.waits.removeAll(keepingCapacity: true)
            self.order.removeAll(keepingCapacity: true)
        }
    }

    private var phones: [Phone] = []
    private var tries = SecondTries()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.tries.see(event, at: index, file, &bench)
        guard file.isNetworkUsual else { return }
        self.phones.grow(to: file.devices.count, with: Phone())
        switch event.kind {
        case .committed: self.commit(event, at: index, file)
        case .tapSent:
            guard let device = event.party.device ?? event.actor.device else { return }
            self.phones[device].taps.append(Tap(push: event.push, decided: event.decided))
        case .pushArrived where !event.isStrange:
            guard let device = event.actor.device,
                let place = self.phones[device].taps.lastIndex(where: { $0.push == event.push }),
                self.phones[device].taps[place].arrival == nil
            else { return }
            self.phones[device].taps[place].arrival = (LabTime.number(of: event.moment), !file.devices[device].isAwake)
        case .changeArrived:
            guard let device = event.actor.device, let wait = self.phones[device].waits[event.subject],
                wait.version <= event.version
            else { return }
            self.phones[device].waits[event.subject] = nil
            self.judge(wait, event.subject, device, at: index, LabTime.number(of: event.moment), file, &bench)
        // A device that reads everything again gets only the current state, without the changes of ended notifications.
        case .answerArrived where event.status == 410:
            if let device = event.actor.device { self.phones[device].clear() }
        default: break
        }
    }

    private mutating func commit(_ event: HistoryEvent, at index: Int, _ file: CaseFile) {
        guard let user = event.party.user, let change = event.change else { return }
        for (device, record) in file.devices.enumerated() where record.user == user {
            guard change.isLive else {
                self.phones[device].waits[event.subject] = nil
                continue
            }
            // A device with faults may still wait before it retries.
            guard device != file.asker, record.troubles == 0, record.mayBeOpened, record.isSignedIn,
                file.reachability.isReachable(device, at: event.moment)
            else { continue }
            let isKnown = self.phones[device].waits[event.subject] != nil
            if !isKnown { self.phones[device].order.append(event.subject) }
            self.phones[device].waits[event.subject] = Wait(
                version: event.version, index: index, since: LabTime.number(of: event.moment),
                taps: self.phones[device].taps.count)
        }
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        let now = LabTime.number(of: file.view.events[index].moment)
        for device in self.phones.indices {
            for id in self.phones[device].order {
                guard let wait = self.phones[device].waits[id] else { continue }
                self.phones[device].waits[id] = nil
                self.judge(wait, id, device, at: index, now, file, &bench)
            }
            self.phones[device].clear()
            self.phones[device].taps.removeAll(keepingCapacity: true)
        }
    }

    /// Judges a wait. The time counts from the first tap that was decided after the change and has arrived.
    ///
    /// Waits with faults are not judged.
    private func judge(
        _ wait: Wait, _ id: HistoryEvent.TextNumber, _ device: Int, at index: Int, _ now: UInt64, _ file: CaseFile,
        _ bench: inout Bench
    ) {
        let taps = self.phones[device].taps.dropFirst(wait.taps)
        guard let tap = taps.first(where: { $0.decided >= wait.since && $0.arrival != nil })?.arrival,
            file.devices[device].troubles == 0
        else { return }
        bench.judge(atRisk: tap.isWaking)
        let time = Interval(microseconds: Int64(clamping: now - min(now, tap.time)))
        guard time > (file.isStoreSlow ? Self.boundWithSlowStore : Self.bound) else { return }
        bench.object(
            "stale", [wait.index, index],
            """
            \(file.name(device)) got a tap for \(file.name(id)) and was able to read, but \(time.clockText) later it \
            still had not read it
            """)
    }
}
