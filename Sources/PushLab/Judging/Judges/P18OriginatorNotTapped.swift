/// A device is not woken for what it did itself alone.
struct OriginatorNotTapped: Judge {
    static var property: Property { .p18 }
    static var interests: [HistoryEvent.Kind] {
        Reachability.interests + [.tapSent, .requestSent, .committed, .answerArrived, .launched, .signedIn, .signedOut]
    }

    private var reachability = Reachability()
    /// What each device asked to subscribe with, and whether it has been told its subscription.
    private var subscribing: [[UInt64]] = []
    private var isSubscribed: [Bool] = []
    /// Requests that could not say whose they are, and what was committed for them, by its place in the history.
    private var anonymous: [[UInt64]] = []
    private var exempt: Set<Int> = []
    private var ticket: UInt64 = 0

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.reachability.see(event, file)
        self.note(event, at: index, file)
        // An address of an installation that is gone belongs to nobody any more.
        guard event.kind == .tapSent, let device = event.actor.device,
            event.subject == self.reachability.address(of: device)
        else { return }
        let causes = file.feed(of: device).entries(at: event.second).filter { !self.exempt.contains($0.index) }
        guard !causes.isEmpty else { return }
        bench.judge(atRisk: causes.contains { $0.author != nil })
        guard causes.allSatisfy({ $0.author == device }), let cause = causes.first else { return }
        bench.object(
            "echo", [cause.index, index],
            "\(file.name(device)) was sent a tap for \(file.name(cause.id)), which it had changed itself")
    }

    /// Who does not know its own subscription cannot say in a request who asks.
    private mutating func note(_ event: HistoryEvent, at index: Int, _ file: CaseFile) {
        while self.isSubscribed.count < file.devices.count {
            self.isSubscribed.append(false)
            self.subscribing.append([])
            self.anonymous.append([])
        }
        if event.kind == .requestArrived { self.ticket = event.first }
        if event.kind == .committed, let asker = file.asker, self.anonymous[asker].contains(self.ticket) {
            self.exempt.insert(index)
        }
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .requestSent:
            if RequestKind(rawValue: event.detail) == .subscribe { self.subscribing[device].append(event.first) }
            if !self.isSubscribed[device] { self.anonymous[device].append(event.first) }
        case .answerArrived:
            // Who sleeps does not read it, and may die before.
            guard event.detail == 200, file.devices[device].isAwake else { return }
            if self.subscribing[device].contains(event.first) { self.isSubscribed[device] = true }
        case .launched: (self.subscribing[device], self.anonymous[device]) = ([], [])
        case .signedIn, .signedOut, .installed:
            self.isSubscribed[device] = false
            self.subscribing[device] = []
        default: break
        }
    }
}
