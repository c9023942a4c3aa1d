/// The references of a row to other rows.
extension DeliveryRow {
    /// The keys of the rows that this row refers to. This row is meaningless without them.
    package var references: [DeliveryRowKey] {
        switch self {
        case .service, .device: []
        case .app(let app): [.device(app.device)]
        case .registration(let registration): [.app(registration.app)]
        case .push(let push): [.registration(push.registration), .app(push.app)]
        }
    }

    /// Replaces the keys of the rows that this row refers to, and returns the resulting row.
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

/// The columns that a store uses to find the pushes that an event needs.
extension DeliveryRow.Push {
    /// Whether the push is in transit. Until it arrives, only its own timer affects it.
    package var isFlying: Bool { self.place == .flying }

    /// Whether the push is waiting to be released together with the other pushes of its device.
    package var waitsForBurst: Bool { self.place == .storedForPower }

    /// Whether the push can join a group. The pushes of a group belong to one device and are released together.
    package var asksForGroup: Bool { self.fate.groupingWindow != nil }
}
