import Basics

/// Measures a history as it grows, from observable events only.
struct Gauge: Sendable {
    /// A tap that a device has not finished yet.
    private struct Tap {
        var push: UInt64
        /// The time at which the tap was sent, in microseconds.
        var sent: UInt64
        var fetches: UInt64
        var hasCallback = false
    }

    private struct Phone {
        /// The sending times of the taps that have not arrived yet.
        ///
        /// Used for lookup only: iteration order is not deterministic.
        var sent: [UInt64: UInt64] = [:]
        var owed: [Tap] = []
        var fetches: UInt64 = 0
        var wakes: UInt64 = 0
    }

    private var phones: [Phone] = []
    private(set) var measures = Measures()

    mutating func see(_ event: HistoryEvent, _ file: CaseFile) {
        guard let device = event.actor.device else { return }
        self.phones.grow(to: file.devices.count, with: Phone())
        let now = LabTime.number(of: event.moment)
        switch event.kind {
        case .tapSent: self.phones[device].sent[event.push] = now
        case .pushArrived where !event.isStrange:
            if !file.devices[device].isAwake { self.phones[device].wakes += 1 }
            let sent = self.phones[device].sent[event.push] ?? now
            let fetches = self.phones[device].fetches
            self.phones[device].owed.append(Tap(push: event.push, sent: sent, fetches: fetches))
        case .requestSent where event.request == .fetch: self.phones[device].fetches += 1
        case .finished:
            let fetches = self.phones[device].fetches
            guard let place = self.phones[device].owed.firstIndex(where: { $0.push == event.push }) else { return }
            let tap = self.phones[device].owed.remove(at: place)
            self.measures.record(fetches - tap.fetches, of: .fetchesPerTap)
        case .killed, .crashed: self.phones[device].owed = []
        case .shown: self.callBack(device, event.subject, event.version, at: now, file)
        case .hidden:
            guard let heard = file.devices[device].heard[event.subject], !heard.isLive else { return }
            self.callBack(device, event.subject, heard.version, at: now, file)
        case .alerted: self.callBackForTap(device, at: now)
        default: break
        }
    }

    private mutating func callBackForTap(_ device: Int, at now: UInt64) {
        for place in self.phones[device].owed.indices where !self.phones[device].owed[place].hasCallback {
            self.phones[device].owed[place].hasCallback = true
            self.measures.record(now - self.phones[device].owed[place].sent, of: .tapToCallback)
        }
    }

    private mutating func callBack(
        _ device: Int, _ id: HistoryEvent.TextNumber, _ version: UInt64, at now: UInt64, _ file: CaseFile
    ) {
        self.callBackForTap(device, at: now)
        guard file.devices[device].list[id]?.version != version, let entry = file.feed(of: device).entry(version),
            entry.author != device, entry.id == id
        else { return }
        self.measures.record(now - entry.time, of: .commitToCallback)
    }

    /// Records the measures of the whole run.
    mutating func conclude(traffic: [UInt64]) {
        for phone in self.phones { self.measures.record(phone.wakes, of: .wakes) }
        for bytes in traffic { self.measures.record(bytes, of: .bytes) }
    }
}
