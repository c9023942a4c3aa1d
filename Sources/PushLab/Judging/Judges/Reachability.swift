import Basics

/// Which devices the service can wake, by what it has acknowledged to them.
struct Reachability: Sendable {
    static var interests: [HistoryEvent.Kind] { [.requestArrived, .answered, .tapRefused, .installed] }

    private struct Address: Sendable {
        var text: HistoryEvent.TextNumber
        var since: Instant
    }

    private static let life = Interval.days(30)

    private var addresses: [Address?] = []
    private var subscriptions: [Instant?] = []
    /// What the service is being asked.
    private var request: HistoryEvent?

    func address(of device: Int) -> HistoryEvent.TextNumber? {
        device < self.addresses.count ? self.addresses[device]?.text : nil
    }

    func isReachable(_ device: Int, at now: Instant) -> Bool {
        guard device < self.addresses.count, let address = self.addresses[device],
            let subscription = self.subscriptions[device]
        else { return false }
        return now < address.since + Self.life && now < subscription + Self.life
    }

    mutating func see(_ event: HistoryEvent, _ file: CaseFile) {
        while self.addresses.count < file.devices.count {
            self.addresses.append(nil)
            self.subscriptions.append(nil)
        }
        switch event.kind {
        case .requestArrived: self.request = event
        case .answered:
            guard let request = self.request.take(), let device = event.party.device, event.detail == 200 else {
                return
            }
            self.take(request, of: device, at: event.moment)
        case .installed:
            guard let device = event.actor.device else { return }
            self.addresses[device] = nil
            self.subscriptions[device] = nil
        case .tapRefused:
            guard let device = event.actor.device, event.detail == 410 || event.detail == 404,
                let address = self.addresses[device], address.text == event.subject
            else { return }
            self.addresses[device] = nil
        default: break
        }
    }

    private mutating func take(_ request: HistoryEvent, of device: Int, at now: Instant) {
        switch request.request {
        case .register?: self.addresses[device] = Address(text: request.subject, since: now)
        case .unregister?: self.addresses[device] = nil
        case .subscribe?: self.subscriptions[device] = now
        case .unsubscribe?: self.subscriptions[device] = nil
        default: break
        }
    }
}

/// What devices ask the service, as histories have it.
enum RequestKind: UInt32, Sendable {
    case fetch = 1
    case save, delete, subscribe, unsubscribe, register, unregister
}

extension HistoryEvent {
    /// What is asked.
    var request: RequestKind? { RequestKind(rawValue: self.detail & 0xFF) }

    /// Whether a request that arrived says which subscription it comes from.
    var isSigned: Bool { self.detail & Self.signature != 0 }

    static let signature: UInt32 = 0x100
}
