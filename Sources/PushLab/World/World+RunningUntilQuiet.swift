import Basics

/// The passage of time.
extension World {
    /// Carries out every occurrence that is due up to a moment, and then stops.
    mutating func run(until end: Instant) {
        while !self.record.isOver, !self.isStuck, let (moment, planned) = self.clock.agenda.next(by: end) {
            self.happen(planned, at: moment)
        }
        guard !self.record.isOver, !self.isStuck else { return }
        self.clock.pass(until: end)
    }

    /// Runs until nothing urgent is left. Returns false when something urgent remains at `end`.
    mutating func runUntilQuiet(by end: Instant) -> Bool {
        while self.clock.urgent > 0 || self.isStuck, !self.record.isOver {
            guard !self.isStuck, let (moment, planned) = self.clock.agenda.next(by: end) else { return false }
            self.happen(planned, at: moment)
        }
        self.clock.rest()
        return true
    }

    /// Carries out one occurrence.
    private mutating func happen(_ planned: Planned, at moment: Instant) {
        self.clock.turn(to: planned, at: moment)
        switch planned.occurrence {
        case .arrival(let flight): self.requestArrives(flight)
        case .answer(let flight): self.answerArrives(flight)
        case .loss(let flight): self.requestIsLost(flight)
        case .push(let flight): self.pushReachesService(flight)
        case .publication(let flight): self.publicationArrives(flight)
        case .backend(let number): self.backendIsDue(Int(number))
        case .connection(let process): if self.people.isAlive(process) { self.connectionEnds(process.device) }
        case .accessToken(let process): if self.people.isAlive(process) { self.giveAccessToken(process.device) }
        case .pushToken(let process): if self.people.isAlive(process) { self.givePushToken(process.device) }
        case .appTimer(let process, let number):
            if self.people.isAlive(process) { self.appTimerRings(process.device, Int(number)) }
        case .alarm(let process): if self.people.isAlive(process) { self.alarmRings(process.device) }
        case .delivery(let platform, let timer): self.deliveryTimerRings(platform, timer)
        case .handlingLimit(let device, let push): self.handlingLimitPasses(Int(device), Int(push))
        case .commit(let number): self.commitEnds(number)
        case .sweep: self.sweep()
        case .serviceStart: self.startService()
        }
    }

    /// Descriptions of the occurrences that the world waits for, in the order in which they would happen.
    func waitingFor(most: Int = 8) -> [String] {
        var agenda = self.clock.agenda
        var found: [String] = []
        while found.count < most, let (moment, planned) = agenda.next() {
            guard planned.isUrgent || self.isStuck else { continue }
            let words = self.describe(planned.occurrence)
            let isLong = self.isHousekeeping(planned.occurrence, at: moment)
            let advice = isLong ? "; if it is only maintenance, mark it as idle" : ""
            found.append("\((moment - LabTime.start).clockText) \(words)\(advice)")
        }
        return found
    }

    /// Whether a timer is so far in the future that the world settles without waiting for it.
    private func isHousekeeping(_ occurrence: Occurrence, at moment: Instant) -> Bool {
        guard case .appTimer = occurrence else { return false }
        return moment - self.clock.now > WorldClock.longestUnrest
    }

    private func describe(_ occurrence: Occurrence) -> String {
        switch occurrence {
        case .arrival(let flight): "a request of \(self.sender(of: flight)) reaches the service"
        case .answer(let flight): "an answer reaches \(self.sender(of: flight))"
        case .loss(let flight): "\(self.sender(of: flight)) notices a lost request"
        case .push: "a push reaches the push service"
        case .publication: "a publication reaches the service"
        case .backend(let number): self.plugs.backend?.describe(Int(number)) ?? "an event for the server"
        case .connection(let process): "\(self.people.title(process.device)) connects"
        case .accessToken(let process): "\(self.people.title(process.device)) gets an access token"
        case .pushToken(let process): "\(self.people.title(process.device)) gets a push token"
        case .appTimer(let process, _): "a timer of the app on \(self.people.title(process.device)) fires"
        case .alarm(let process): "the SDK on \(self.people.title(process.device)) retries"
        case .delivery(let platform, _): "a push over \(platform.pushServiceName) is delivered"
        case .handlingLimit(let device, _): "the time to complete a push on \(self.people.title(Int(device))) ends"
        case .commit: "the store commits"
        case .sweep: "a timer of the service fires"
        case .serviceStart: "the service starts"
        }
    }

    private func sender(of flight: FlightNumber) -> String {
        switch self.service.flights[flight] {
        case .request(let sender, _, _), .answer(let sender, _), .lost(let sender): self.people.title(sender.device)
        default: "nobody"
        }
    }
}

extension LabPlatform {
    /// The name of the push service that wakes the devices of this platform.
    var pushServiceName: String {
        switch self {
        case .ios: "APNs"
        case .android: "FCM"
        case .windows: "WNS"
        }
    }

    /// The platform's index in tables of the three platforms.
    var index: Int {
        switch self {
        case .ios: 0
        case .android: 1
        case .windows: 2
        }
    }
}
