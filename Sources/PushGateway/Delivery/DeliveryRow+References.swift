/// The rows that a row refers to.
extension DeliveryRow {
    /// The rows that this one names. It means nothing without them.
    package var references: [DeliveryRowKey] {
        switch self {
        case .service, .device: []
        case .app(let app): [.device(app.device)]
        case .registration(let registration): [.app(registration.app)]
        case .push(let push): [.registration(push.registration), .app(push.app)]
        }
    }

    /// The same row with other names for those that it refers to.
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

/// Columns with which a store finds the pushes that an event needs.
extension DeliveryRow.Push {
    /// Whether nothing but its own timer concerns the push.
    package var isFlying: Bool { self.place == .flying }

    /// Whether the push waits for the others of its device.
    package var waitsForBurst: Bool { self.place == .storedForPower }

    /// Whether the push would join those that wait for the burst of its device.
    package var asksForGroup: Bool { self.fate.groupingWindow != nil }
}
