import Basics

/// Letting time pass.
extension World {
    /// Lets everything happen that is due up to a moment, and stops there.
    mutating func run(until end: Instant) {
        while self.failure == nil, let moment = self.agenda.nextMoment, moment <= end { self.happen() }
        if self.failure == nil { self.now = max(self.now, end) }
    }

    /// Runs until nothing urgent is left; false when that is not so by `end`.
    mutating func runUntilQuiet(by end: Instant) -> Bool {
        while self.urgent > 0, self.failure == nil {
            guard let moment = self.agenda.nextMoment, moment <= end else { return false }
            self.happen()
        }
        return true
    }

    /// The next thing happens.
    mutating func happen() {
        guard let (moment, planned) = self.agenda.next() else { return }
        self.now = max(self.now, moment)
        self.cause = planned.cause
        self.happened += 1
        if planned.isUrgent { self.urgent -= 1 }
        switch planned.occurrence {
        case .arrival(let flight): self.requestArrives(flight)
        case .answer(let flight): self.answerArrives(flight)
        case .loss(let flight): self.requestIsLost(flight)
        case .push(let flight): self.pushReachesService(flight)
        case .publication(let flight): self.publicationArrives(flight)
        case .backend(let number): self.backendIsDue(number)
        case .connection(let device, let incarnation):
            if self.isAlive(device, incarnation) { self.connectionEnds(device) }
        case .accessToken(let device, let incarnation):
            if self.isAlive(device, incarnation) { self.giveAccessToken(device) }
        case .pushToken(let device, let incarnation):
            if self.isAlive(device, incarnation) { self.givePushToken(device) }
        case .appTimer(let device, let incarnation, let number):
            if self.isAlive(device, incarnation) { self.appTimerRings(device, number) }
        case .alarm(let device, let incarnation):
            if self.isAlive(device, incarnation) { self.alarmRings(device) }
        case .delivery(let platform, let timer): self.deliveryTimerRings(platform, timer)
        case .handlingLimit(let device, let push): self.handlingLimitPasses(device, push)
        case .sweep: self.sweep()
        }
    }

    private func isAlive(_ device: Int, _ incarnation: UInt32) -> Bool {
        self.devices[device].isRunning && self.devices[device].incarnation == incarnation
    }

    /// What the world waits for, in words, in the order in which it would happen.
    func waitingFor(most: Int = 8) -> [String] {
        var agenda = self.agenda
        var found: [String] = []
        while found.count < most, let (moment, planned) = agenda.next() {
            guard planned.isUrgent else { continue }
            found.append("\(Self.clock(moment - World.start)) \(self.describe(planned.occurrence))")
        }
        return found
    }

    private func describe(_ occurrence: Occurrence) -> String {
        switch occurrence {
        case .arrival(let flight): "a request of \(self.sender(of: flight)) reaches the service"
        case .answer(let flight): "an answer reaches \(self.sender(of: flight))"
        case .loss(let flight): "\(self.sender(of: flight)) notices that a request is lost"
        case .push: "a push reaches the push service"
        case .publication: "a publication reaches the service"
        case .backend(let number): self.backend?.describe(number) ?? "the server is told something"
        case .connection(let device, _): "\(self.title(device)) connects"
        case .accessToken(let device, _): "\(self.title(device)) gets an access token"
        case .pushToken(let device, _): "\(self.title(device)) gets a push token"
        case .appTimer(let device, _, _): "a timer of the app on \(self.title(device)) rings"
        case .alarm(let device, _): "the SDK on \(self.title(device)) tries again"
        case .delivery(let platform, _): "a push over \(platform.pushServiceName) goes on"
        case .handlingLimit(let device, _): "\(self.title(device)) has to finish a push"
        case .sweep: "the service does what is due"
        }
    }

    private func sender(of flight: Int) -> String {
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
    static func clock(_ interval: Interval) -> String {
        let milliseconds = interval.microseconds / 1_000
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        let short = "\(padded(minutes, 2)):\(padded(milliseconds / 1_000 % 60, 2)).\(padded(milliseconds % 1_000, 3))"
        return hours > 0 ? "\(padded(hours, 2)):\(short)" : short
    }
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
