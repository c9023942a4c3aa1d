import Basics

/// Judges P28: a dead address gets no more pushes, unless it is registered again.
///
/// A device that has registered again since then still gets pushes, no matter how late the old address is reported as
/// dead.
struct TokenHygiene: Judge {
    static var property: Property { .p28 }
    static var interests: [HistoryEvent.Kind] {
        [
            .tapRefused, .alertRefused, .tapSent, .requestArrived, .committed, .serverDied, .serverStarted,
            .storeAnswered,
        ]
    }

    // Used for lookup only: iteration order is not deterministic.
    private var gone: [HistoryEvent.TextNumber: (since: UInt64, index: Int)] = [:]
    private var registered: [HistoryEvent.TextNumber: UInt64] = [:]
    /// Refusals that a slow store has not written yet, each with its place in the history.
    private var unwritten: [HistoryEvent.TextNumber: Int] = [:]

    /// A refusal of a dead address that came when its device had already registered again. `change` is the first change
    /// after the refusal for which this device got no tap.
    private struct LateWord {
        var index: Int
        var change: (time: UInt64, index: Int)?
    }

    private var lateWords: [LateWord?] = []
    /// Whether the service is dead and therefore receives no refusals.
    private var isServiceDead = false
    /// The time at which the service last started.
    ///
    /// The service gets no answers to pushes that its former process sent.
    private var startedAt: UInt64 = 0

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.lateWords.grow(to: file.devices.count, with: nil)
        switch event.kind {
        case .committed: self.commit(event, at: index, file, &bench)
        case .requestArrived:
            guard event.request == .register else { return }
            (self.gone[event.subject], self.unwritten[event.subject]) = (nil, nil)
            self.registered[event.subject] = file.now(event)
        case .tapSent, .tapRefused, .alertRefused:
            // An alert is not a tap. Only one answer to an alert counts: that the address is dead.
            if event.kind != .alertRefused { self.tap(event) } else if !event.isGone { return }
            if let (since, place) = self.gone[event.subject] {
                bench.judge(atRisk: true)
                // A push may still be pending if it was decided before the service knew that the address is dead.
                if event.decided > since {
                    bench.object(
                        "still used", [place, index],
                        "a tap was sent to a token that the push service had reported as gone at \(file.moment(place))")
                }
            } else {
                bench.judge()
            }
            guard event.isGone, !self.isServiceDead else { return }
            if let device = event.actor.device, file.reachability.address(of: device) != nil {
                self.lateWords[device] = LateWord(index: index)
            }
            guard event.decided >= self.startedAt else { return }
            // A registration after the death of an address makes it valid again.
            let death = event.goneSince ?? file.now(event)
            guard self.registered[event.subject].map({ $0 <= death }) ?? true else { return }
            if file.isStoreSlow {
                self.unwritten[event.subject] = index
            } else {
                self.gone[event.subject] = (file.now(event), index)
            }
        case .storeAnswered:
            guard let place = self.unwritten.removeValue(forKey: event.subject) else { return }
            self.gone[event.subject] = (file.now(event), place)
        case .serverDied where event.actor == .service:
            self.isServiceDead = true
            self.unwritten = [:]
        case .serverStarted where event.actor == .service:
            self.isServiceDead = false
            self.startedAt = file.now(event)
        default: break
        }
    }

    private mutating func commit(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        let author = event.change == .expired ? nil : file.signer
        for (device, word) in self.lateWords.enumerated() {
            guard let word, device != author, event.party.user == file.devices[device].user,
                !event.leavesAsleep(file.devices[device].platform),
                file.reachability.isReachable(device, at: event.moment)
            else { continue }
            bench.judge(atRisk: true)
            if word.change == nil { self.lateWords[device]?.change = (file.now(event), index) }
        }
    }

    private mutating func tap(_ event: HistoryEvent) {
        guard let device = event.actor.device, let change = self.lateWords[device]?.change,
            change.time <= event.decided
        else { return }
        self.lateWords[device] = nil
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        // When the world has settled, the store has written everything.
        let now = file.now(file.view.events[index])
        for (address, place) in self.unwritten { self.gone[address] = (now, place) }
        self.unwritten = [:]
        for device in self.lateWords.indices {
            guard let word = self.lateWords[device], let change = word.change else { continue }
            self.lateWords[device] = nil
            bench.object(
                "taken back", [word.index, change.index, index],
                """
                \(file.name(device)) got no more taps after one of its old tokens was refused at \
                \(file.moment(word.index)), although it had registered a new token
                """)
        }
    }
}
