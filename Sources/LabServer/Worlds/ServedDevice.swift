import PushLab

/// A simulated device of a world, with counters of its events.
struct ServedDevice {
    /// Counters of the events on a device.
    struct Counters {
        /// Silent pushes that reached the app.
        var pushes = 0
        /// The pushes that were shoulder taps.
        var taps = 0
        /// Pages of changes that the service gave to the app.
        var fetches = 0
        /// Times that the SDK called the app back with changed data.
        var callbacks = 0
        /// Alerts that the user saw.
        var alerts = 0
    }

    /// The id of the device, unique in all worlds of the server.
    let id: String
    let app: ServedApp
    let device: LabDevice
    /// Whether the device runs no app, and its pushes are only recorded.
    let isSilent: Bool
    var counters = Counters()
    private var activity = DeviceActivity()

    init(id: String, app: ServedApp, device: LabDevice, isSilent: Bool) {
        (self.id, self.app, self.device, self.isSilent) = (id, app, device, isSilent)
    }

    /// Whether the setup of the app is complete: it has a push token and a subscription, and is waiting for no answer.
    ///
    /// An app without a subscription counts as ready if it is also not waiting for a timer.
    var isReady: Bool {
        guard !self.isSilent else { return true }
        return self.activity.isIdle && (self.device.subscription != nil || !self.device.awaitsTimer)
    }

    /// Records an event of the device.
    mutating func take(_ event: HistoryEvent) {
        if event.actor.device == self.device.place { self.activity.take(event) }
        self.count(event)
    }

    private mutating func count(_ event: HistoryEvent) {
        switch event.kind {
        case .pushArrived:
            self.counters.pushes += 1
            if !event.isStrange { self.counters.taps += 1 }
        case .pageServed: self.counters.fetches += 1
        case .dataChanged: self.counters.callbacks += 1
        case .alerted, .alertArrived, .foreignShown: self.counters.alerts += 1
        default: break
        }
    }
}
