import Basics
package import PushGateway

extension PushDelivery {
    /// The number that the machine will give to the next push.
    package var nextNumber: PushNumber {
        guard case .service(let next)? = self.row(after: DeliveryRowChange(.service)) else {
            preconditionFailure("a machine always has the row of the service")
        }
        return PushNumber(next)
    }

    /// Applies an event to the whole machine. The events `take` and `ring` are not allowed, because they exist only for
    /// rows. The machine uses its own timers.
    mutating func happen(_ event: GatewayEvent, at now: Instant, into sink: inout DeliveryRecorder) {
        switch event {
        case .take, .ring: preconditionFailure("\(event) is for rows")
        case .accept(let push, let number, let fate):
            precondition(number == self.nextNumber, "the machine gives out other numbers")
            self.accept(push, fate: fate, at: now, into: &sink)
        case .finished(let app, let push, let result): self.appFinished(app, push, result, at: now, into: &sink)
        case .ended(let app): self.appEnded(app, into: &sink)
        case .state(let app, let state): self.set(app, to: state, at: now, into: &sink)
        case .switches(let app, let switches): self.set(app, to: switches, at: now, into: &sink)
        case .uninstall(let app, let lag): self.uninstall(app, answerLag: lag, at: now, into: &sink)
        case .addDevice(let number):
            let device = self.addDevice(into: &sink)
            precondition(device == number, "the machine gives out other numbers")
        case .install(let bundle, let device, _, let switches):
            _ = self.install(bundle, on: device, switches: switches, into: &sink)
        case .link(let device, let link, let fate, _):
            self.set(device, to: link, redelivery: fate, at: now, into: &sink)
        case .power(let device, let power): self.set(device, to: power, at: now, into: &sink)
        case .lock(let device, let lock): self.set(device, to: lock, at: now, into: &sink)
        case .restart(let device): self.restart(device, at: now, into: &sink)
        case .register(let app, let token, _, let environment, let topic, let end):
            self.register(app, token, in: environment, topic: topic, expiresAt: end, at: now, into: &sink)
        case .rotate(let old, let new, _, let lag): self.rotate(old, to: new, lag, at: now, into: &sink)
        }
    }
}
