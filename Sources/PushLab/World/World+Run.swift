import Basics

/// Letting time pass.
extension World {
    /// Lets everything happen that is due up to a moment, and stops there.
    mutating func run(until end: Instant) {
        while self.failure == nil, !self.isStuck, let (moment, planned) = self.agenda.next(by: end) {
            self.happen(planned, at: moment)
        }
        guard self.failure == nil, !self.isStuck else { return }
        // What was crowded at one moment is over behind it, and in a lull nothing piles up.
        if end > self.now { self.crowd = 0 }
        self.now = max(self.now, end)
        if self.urgent == 0 { self.bustle = (0, self.now) }
    }

    /// Runs until nothing urgent is left; false when that is not so by `end`.
    mutating func runUntilQuiet(by end: Instant) -> Bool {
        while self.urgent > 0 || self.isStuck, self.failure == nil {
            guard !self.isStuck, let (moment, planned) = self.agenda.next(by: end) else { return false }
            self.happen(planned, at: moment)
        }
        // Whatever happened at this moment and in this hour came to its end.
        self.crowd = 0
        self.bustle = (0, self.now)
        return true
    }

    /// The next thing happens.
    private mutating func happen(_ planned: Planned, at moment: Instant) {
        self.crowd = moment > self.now ? 0 : self.crowd + 1
        self.now = max(self.now, moment)
        self.cause = planned.cause
        self.happened += 1
        self.bustle.count += 1
        if self.urgent == 0 || self.now > self.bustle.since + .hours(1) { self.bustle = (0, self.now) }
        if planned.isUrgent { self.forgetUrgent() } else { self.countChore(planned.occurrence) }
        switch planned.occurrence {
        case .arrival(let flight): self.requestArrives(flight)
        case .answer(let flight): self.answerArrives(flight)
        case .loss(let flight): self.requestIsLost(flight)
        case .push(let flight): self.pushReachesService(flight)
        case .publication(let flight): self.publicationArrives(flight)
        case .backend(let number): self.backendIsDue(Int(number))
        case .connection(let process): if self.isAlive(process) { self.connectionEnds(process.device) }
        case .accessToken(let process): if self.isAlive(process) { self.giveAccessToken(process.device) }
        case .pushToken(let process): if self.isAlive(process) { self.givePushToken(process.device) }
        case .appTimer(let process, let number):
            if self.isAlive(process) { self.appTimerRings(process.device, Int(number)) }
        case .alarm(let process): if self.isAlive(process) { self.alarmRings(process.device) }
        case .delivery(let platform, let timer): self.deliveryTimerRings(platform, timer)
        case .handlingLimit(let device, let push): self.handlingLimitPasses(Int(device), Int(push))
        case .commit(let number): self.commitEnds(number)
        case .sweep: self.sweep()
        case .serviceStart: self.startService()
        }
    }

    /// Counts what a program under test does that nobody waits for. When the service sweeps is its own affair.
    private mutating func countChore(_ occurrence: Occurrence) {
        switch occurrence {
        case .appTimer, .backend: break
        default: return
        }
        if self.now > self.chores.since + .hours(1) { self.chores = (0, self.now) }
        self.chores.count += 1
    }

    /// Whether more and more happens and time does not go on, or hardly does and nothing comes to its end.
    var isStuck: Bool {
        // Whoever asks for much gets much done.
        let most = (100 + self.publications / 10) * (self.devices.count + 1)
        return self.crowd > 100 * most || self.bustle.count > 500 * most || self.chores.count > Self.mostChores * most
    }

    /// Ten a second of each device and of the server.
    private static let mostChores = 360

    func isAlive(_ process: Process) -> Bool {
        self.devices[process.device].isRunning && self.devices[process.device].incarnation == process.incarnation
    }

    /// The process of the app that runs on a device, or that ran there last.
    func process(_ device: Int) -> Process { Process(of: device, incarnation: self.devices[device].incarnation) }

    /// What the world waits for, in words, in the order in which it would happen.
    func waitingFor(most: Int = 8) -> [String] {
        var agenda = self.agenda
        var found: [String] = []
        while found.count < most, let (moment, planned) = agenda.next() {
            guard planned.isUrgent || self.isStuck else { continue }
            let words = self.describe(planned.occurrence)
            let isLong = self.isHousekeeping(planned.occurrence, at: moment)
            let advice = isLong ? ", and is to be idle if it only keeps house" : ""
            found.append("\(Self.clock(moment - World.start)) \(words)\(advice)")
        }
        return found
    }

    /// Whether nobody who waits until all is quiet can wait for so long.
    private func isHousekeeping(_ occurrence: Occurrence, at moment: Instant) -> Bool {
        guard case .appTimer = occurrence else { return false }
        return moment - self.now > Settling.limit
    }

    private func describe(_ occurrence: Occurrence) -> String {
        switch occurrence {
        case .arrival(let flight): "a request of \(self.sender(of: flight)) reaches the service"
        case .answer(let flight): "an answer reaches \(self.sender(of: flight))"
        case .loss(let flight): "\(self.sender(of: flight)) notices that a request is lost"
        case .push: "a push reaches the push service"
        case .publication: "a publication reaches the service"
        case .backend(let number): self.backend?.describe(Int(number)) ?? "the server is told something"
        case .connection(let process): "\(self.title(process.device)) connects"
        case .accessToken(let process): "\(self.title(process.device)) gets an access token"
        case .pushToken(let process): "\(self.title(process.device)) gets a push token"
        case .appTimer(let process, _): "a timer of the app on \(self.title(process.device)) rings"
        case .alarm(let process): "the SDK on \(self.title(process.device)) tries again"
        case .delivery(let platform, _): "a push over \(platform.pushServiceName) goes on"
        case .handlingLimit(let device, _): "\(self.title(Int(device))) has to finish a push"
        case .commit: "the store commits"
        case .sweep: "the service does what is due"
        case .serviceStart: "the service is started"
        }
    }

    private func sender(of flight: FlightNumber) -> String {
        switch self.flights[flight] {
        case .request(let sender, _, _), .answer(let sender, _), .lost(let sender): self.title(sender.device)
        default: "nobody"
        }
    }

    /// A device as people call it.
    func title(_ device: Int) -> String {
        "\(self.users[self.devices[device].user])/\(self.devices[device].name)"
    }

    /// `00:00.210`, with hours in front where there are some.
    static func clock(_ interval: Interval) -> String { interval.clockText }
}

extension LabPlatform {
    /// The push service that wakes its devices.
    var pushServiceName: String {
        switch self {
        case .ios: "APNs"
        case .android: "FCM"
        case .windows: "WNS"
        }
    }

    /// Its place in tables of the three.
    var index: Int {
        switch self {
        case .ios: 0
        case .android: 1
        case .windows: 2
        }
    }
}
