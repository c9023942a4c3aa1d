import Basics

/// Which devices the service can wake, by what it has acknowledged to them.
struct Reachability: Sendable {
    private struct Address: Sendable {
        var text: HistoryEvent.TextNumber
        var since: Instant
        /// When the request for it came to the service.
        var asked: Instant
    }

    /// The highest number that a device gave to what it was granted: no request with a lower one changes anything.
    private struct Latest: Sendable {
        var registering: UInt64 = 0
        var subscribing: UInt64 = 0
    }

    /// The death of an address, as a push service dated it last.
    private struct Death: Sendable {
        var address: HistoryEvent.TextNumber
        var moment: UInt64
    }

    private static let life = Interval.days(30)

    private var addresses: [Address?] = []
    private var deaths: [Death?] = []
    private var subscriptions: [Instant?] = []
    /// Which devices wanted a subscription for which nothing wakes them.
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

    /// Whether a device is promised no tap by its own wish.
    func isQuiet(_ device: Int) -> Bool { self.quiet[device] }

    func isReachable(_ device: Int, at now: Instant) -> Bool {
        guard let address = self.addresses[device], let subscription = self.subscriptions[device] else { return false }
        return now < address.since + Self.life && now < subscription + Self.life
    }

    /// Whether a request changes what stands: it is of the device's present installation, and arrived behind none that
    /// this one asked later.
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

    /// Takes note of what becomes of a device beside its requests.
    mutating func take(_ event: HistoryEvent) {
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .installed:
            self.addresses[device] = nil
            // The same installation has at the service what it had.
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

    /// Takes note of a request that the service has answered.
    mutating func answer(_ event: HistoryEvent, to request: HistoryEvent) {
        guard let device = event.party.device, event.status == 200, self.counts(request, of: device) else {
            return
        }
        switch request.request {
        case .register?:
            // One that was asked for before its address died may be written after that.
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

    /// Whether an address died after it was asked for. A death that came before says nothing about a registration.
    private func isDead(_ address: HistoryEvent.TextNumber, askedAt moment: Instant, _ device: Int) -> Bool {
        guard let death = self.deaths[device], death.address == address else { return false }
        return LabTime.number(of: moment) <= death.moment
    }

    /// A request was carried out, and its device will never hear of it. Nothing is promised until it asks again.
    mutating func doubt(_ request: HistoryEvent) {
        guard let device = request.party.device else { return }
        switch request.request {
        case .register?, .unregister?: self.addresses[device] = nil
        case .subscribe?, .unsubscribe?: self.subscriptions[device] = nil
        default: break
        }
    }

    /// A request without a number takes nothing back from those that bore one.
    private mutating func note(_ request: HistoryEvent, _ kind: WritableKeyPath<Latest, UInt64>, _ device: Int) {
        self.latest[device][keyPath: kind] = max(self.latest[device][keyPath: kind], request.edition)
    }
}
