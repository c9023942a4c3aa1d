import Basics

/// The devices that the service can wake, according to its acknowledgements.
struct Reachability: Sendable {
    private struct Address: Sendable {
        var text: HistoryEvent.TextNumber
        var since: Instant
        /// The time at which the request to register the address reached the service.
        var asked: Instant
    }

    /// The highest numbers of a device's acknowledged requests: one for registrations, and one for subscriptions. A
    /// later request changes nothing if its number is not higher.
    private struct Latest: Sendable {
        var registering: UInt64 = 0
        var subscribing: UInt64 = 0
    }

    /// An address that died, with the latest time of death that a push service reported for it.
    private struct Death: Sendable {
        var address: HistoryEvent.TextNumber
        var moment: UInt64
    }

    private static let life = Interval.days(30)

    private var addresses: [Address?] = []
    private var deaths: [Death?] = []
    private var subscriptions: [Instant?] = []
    /// For each device, whether it asked for a subscription without taps.
    private var quiet: [Bool] = []
    private var latest: [Latest] = []

    mutating func grow(to count: Int) {
        self.addresses.grow(to: count, with: nil)
        self.deaths.grow(to: count, with: nil)
        self.subscriptions.grow(to: count, with: nil)
        self.quiet.grow(to: count, with: false)
        self.latest.grow(to: count, with: Latest())
    }

    func address(of device: Int) -> HistoryEvent.TextNumber? { self.addresses[device]?.text }

    /// Whether a device gets no taps because it asked for none.
    func isQuiet(_ device: Int) -> Bool { self.quiet[device] }

    func isReachable(_ device: Int, at now: Instant) -> Bool {
        guard let address = self.addresses[device], let subscription = self.subscriptions[device] else { return false }
        return now < address.since + Self.life && now < subscription + Self.life
    }

    /// Whether a request counts. It must come from the present installation of the device, and no newer request of that
    /// installation may have arrived before it.
    func counts(_ request: HistoryEvent, of device: Int) -> Bool {
        !request.standing.isForFormerInstallation && !self.isOvertaken(request, device)
    }

    private func isOvertaken(_ request: HistoryEvent, _ device: Int) -> Bool {
        let latest = self.latest[device]
        return switch request.request {
        case .register?, .unregister?: request.edition > 0 && request.edition <= latest.registering
        case .subscribe?, .unsubscribe?: request.edition > 0 && request.edition <= latest.subscribing
        default: false
        }
    }

    /// Records an event of a device that is not an answer.
    mutating func take(_ event: HistoryEvent) {
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .installed:
            self.addresses[device] = nil
            // An installation that is restored from its own backup keeps its subscription at the service.
            guard event.installedFrom != .ownBackup else { break }
            (self.subscriptions[device], self.quiet[device]) = (nil, false)
            self.latest[device] = Latest()
        case .tapRefused, .alertRefused:
            guard event.isGone else { break }
            let moment = event.goneSince ?? LabTime.number(of: event.moment)
            self.deaths[device] = Death(address: event.subject, moment: moment)
            if let address = self.addresses[device], self.isDead(address.text, askedAt: address.asked, device) {
                self.addresses[device] = nil
            }
        default: break
        }
    }

    /// Records the answer of the service to a request.
    mutating func answer(_ event: HistoryEvent, to request: HistoryEvent) {
        guard let device = event.party.device, event.status == 200, self.counts(request, of: device) else {
            return
        }
        switch request.request {
        case .register?:
            // A registration that arrived before its address died may be written after the death.
            let isDead = self.isDead(request.subject, askedAt: request.moment, device)
            self.addresses[device] =
                isDead ? nil : Address(text: request.subject, since: event.moment, asked: request.moment)
            self.note(request, \.registering, device)
        case .unregister?:
            self.addresses[device] = nil
            self.note(request, \.registering, device)
        case .subscribe?:
            self.quiet[device] = request.wishes.isQuiet
            self.subscriptions[device] = request.wishes.isQuiet ? nil : event.moment
            self.note(request, \.subscribing, device)
        case .unsubscribe?:
            self.subscriptions[device] = nil
            self.note(request, \.subscribing, device)
        default: break
        }
    }

    /// Whether an address died after its registration was requested.
    ///
    /// An earlier death does not affect a registration.
    private func isDead(_ address: HistoryEvent.TextNumber, askedAt moment: Instant, _ device: Int) -> Bool {
        guard let death = self.deaths[device], death.address == address else { return false }
        return LabTime.number(of: moment) <= death.moment
    }

    /// Notes that a request was carried out but not answered.
    ///
    /// Until the device asks again, the service does not promise to wake it.
    mutating func doubt(_ request: HistoryEvent) {
        guard let device = request.party.device else { return }
        switch request.request {
        case .register?, .unregister?: self.addresses[device] = nil
        case .subscribe?, .unsubscribe?: self.subscriptions[device] = nil
        default: break
        }
    }

    /// Notes the number of a request.
    ///
    /// A request without a number does not lower the noted number.
    private mutating func note(_ request: HistoryEvent, _ kind: WritableKeyPath<Latest, UInt64>, _ device: Int) {
        self.latest[device][keyPath: kind] = max(self.latest[device][keyPath: kind], request.edition)
    }
}
