package import Basics

/// The push service as stateless rules. For each event, the rules first name the rows that they need. When they have
/// these rows, they return the rows to write and the actions to take.
///
/// The rules are pure: the same event and rows give the same decision on every server. `PushDelivery` implements the
/// rules. For each event, it runs on an excerpt that contains only the rows that were read. No decision reads or writes
/// the row `service`.
package struct GatewayRules: Sendable {
    /// The settings of delivery. After a change of the settings, the earlier decision about a held push stays in force
    /// until the timer of the push fires or something else changes.
    package var delivery: DeliveryRules

    package init(_ delivery: DeliveryRules = DeliveryRules()) { self.delivery = delivery }

    /// Returns the rows that ``decide(_:_:at:)`` needs.
    package func needs(_ event: GatewayEvent) -> GatewayNeeds {
        switch event {
        case .take(let push, _, _): GatewayNeeds(tokens: [push.token])
        case .accept(let push, _, let fate):
            GatewayNeeds(tokens: [push.token], pushes: true, group: fate.groupingWindow == nil ? .never : .always)
        case .ring(let push): GatewayNeeds(push: push, pushes: true, group: .ifPushAsks)
        case .finished(let app, _, _), .ended(let app), .state(let app, _), .switches(let app, _):
            GatewayNeeds(app: app, pushes: true)
        case .uninstall(let app, _): GatewayNeeds(app: app, registrations: true, pushes: true)
        case .addDevice: GatewayNeeds()
        case .link(let device, .offline, _, _): GatewayNeeds(device: device)
        case .link(let device, .online, _, _), .power(let device, _), .lock(let device, _), .restart(let device),
            .install(_, on: let device, _, _):
            GatewayNeeds(device: device, apps: true, pushes: true)
        case .register(let app, let token, _, _, _, _): GatewayNeeds(tokens: [token], app: app)
        case .rotate(let old, let new, _, _): GatewayNeeds(tokens: [old, new])
        }
    }

    /// Decides about an event from the rows that it needs. Extra rows do not change the decision.
    package func decide(
        _ event: GatewayEvent, _ rows: [DeliveryRowKey: DeliveryRow], at now: Instant
    ) throws(DeliveryRowFault) -> GatewayDecision {
        var excerpt = try DeliveryExcerpt(rows, self.delivery)
        switch event {
        case .take(let push, let number, let fate): try excerpt.take(push, as: number, fate, at: now)
        case .accept(let push, let number, let fate):
            try excerpt.take(push, as: number, fate, at: now)
            excerpt.ring(number, at: now)
        case .ring(let push): excerpt.ring(push, at: now)
        case .finished(let app, let push, let result):
            try excerpt.act(on: app) { $0.appFinished($1, push, result, at: now, into: &$2) }
        case .ended(let app): try excerpt.act(on: app) { $0.appEnded($1, into: &$2) }
        case .state(let app, let state):
            try excerpt.act(on: app) { $0.set($1, to: state, at: now, into: &$2) }
        case .switches(let app, let switches):
            try excerpt.act(on: app) { $0.set($1, to: switches, at: now, into: &$2) }
        case .uninstall(let app, let lag):
            try excerpt.act(on: app) { $0.uninstall($1, answerLag: lag, at: now, into: &$2) }
        case .addDevice(let device): try excerpt.addDevice(as: device)
        case .install(let bundle, let device, let app, let switches):
            try excerpt.install(bundle, on: device, as: app, switches)
        case .link(let device, let link, let fate, let copies):
            try excerpt.act(on: device, first: copies) { $0.set($1, to: link, redelivery: fate, at: now, into: &$2) }
        case .power(let device, let power):
            try excerpt.act(on: device) { $0.set($1, to: power, at: now, into: &$2) }
        case .lock(let device, let lock):
            try excerpt.act(on: device) { $0.set($1, to: lock, at: now, into: &$2) }
        case .restart(let device):
            try excerpt.act(on: device) { $0.restart($1, at: now, into: &$2) }
        case .register(let app, let token, let number, let environment, let topic, let end):
            let app = try excerpt.find(app)
            try excerpt.register(as: number) {
                $0.register(app, token, in: environment, topic: topic, expiresAt: end, at: now, into: &$1)
            }
        case .rotate(let old, let new, let number, let lag):
            try excerpt.register(as: number) { $0.rotate(old, to: new, lag, at: now, into: &$1) }
        }
        return excerpt.decision
    }
}
