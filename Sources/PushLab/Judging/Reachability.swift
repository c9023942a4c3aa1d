import Basics

/// Which devices the service can wake, by what it has acknowledged to them.
struct Reachability: Sendable {
    private struct Address: Sendable {
        var text: HistoryEvent.TextNumber
        var since: Instant
        /// When the request for it came to the service.
        var asked: Instant
        /// The installation's own count of its requests; 0 without.
        var serial: UInt64
    }

    private static let life = Interval.days(30)

    private var addresses: [Address?] = []
    private var subscriptions: [Instant?] = []

    mutating func grow(to count: Int) {
        self.addresses.grow(to: count, with: nil)
        self.subscriptions.grow(to: count, with: nil)
    }

    func address(of device: Int) -> HistoryEvent.TextNumber? { self.addresses[device]?.text }

    func isReachable(_ device: Int, at now: Instant) -> Bool {
        guard let address = self.addresses[device], let subscription = self.subscriptions[device] else { return false }
        return now < address.since + Self.life && now < subscription + Self.life
    }

    /// Whether a device told its address after it had asked to take it back, though that arrived first.
    func outlives(_ request: HistoryEvent, _ device: Int) -> Bool {
        guard request.second > 0, let address = self.addresses[device] else { return false }
        return address.serial >= request.second
    }

    /// Takes note of what becomes of a device beside its requests.
    mutating func take(_ event: HistoryEvent) {
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .installed:
            self.addresses[device] = nil
            // The same installation has at the service what it had.
            if event.detail != 1 { self.subscriptions[device] = nil }
        case .tapRefused:
            guard event.isGone, let address = self.addresses[device], address.text == event.subject else { break }
            // A death that came before it says nothing about a registration.
            if event.first == 0 || World.time(of: address.asked) <= event.first { self.addresses[device] = nil }
        default: break
        }
    }

    /// Takes note of a request that the service has answered.
    mutating func answer(_ event: HistoryEvent, to request: HistoryEvent) {
        guard let device = event.party.device, event.detail == 200 else { return }
        switch request.request {
        case .register?:
            self.addresses[device] = Address(
                text: request.subject, since: event.moment, asked: request.moment, serial: request.second)
        case .unregister?: if !self.outlives(request, device) { self.addresses[device] = nil }
        case .subscribe?: self.subscriptions[device] = event.moment
        case .unsubscribe?: self.subscriptions[device] = nil
        default: break
        }
    }
}
