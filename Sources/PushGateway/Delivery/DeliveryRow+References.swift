/// The rows that a row refers to.
extension DeliveryRow {
    /// The keys of the rows that this one refers to. Without them it is meaningless.
    package var references: [DeliveryRowKey] {
        switch self {
        case .service, .device: []
        case .app(let app): [.device(app.device)]
        case .registration(let registration): [.app(registration.app)]
        case .push(let push): [.registration(push.registration), .app(push.app)]
        }
    }

    /// Returns the same row with other names for the rows that it refers to.
    func renamed(_ name: (DeliveryRowKey) -> DeliveryRowKey) -> DeliveryRow {
        switch self {
        case .service, .device: return self
        case .app(var app):
            if case .device(let device) = name(.device(app.device)) { app.device = device }
            return .app(app)
        case .registration(var registration):
            if case .app(let app) = name(.app(registration.app)) { registration.app = app }
            return .registration(registration)
        case .push(var push):
            if case .app(let app) = name(.app(push.app)) { push.app = app }
            if case .registration(let registration) = name(.registration(push.registration)) {
                push.registration = registration
            }
            return .push(push)
        }
    }
}

/// The columns by which a store finds the pushes that an event needs.
extension DeliveryRow.Push {
    /// Whether only its own timer affects the push.
    package var isFlying: Bool { self.place == .flying }

    /// Whether the push waits to be released with the others of its device.
    package var waitsForBurst: Bool { self.place == .storedForPower }

    /// Whether the push can join the group that waits to be released with its device.
    package var asksForGroup: Bool { self.fate.groupingWindow != nil }
}
