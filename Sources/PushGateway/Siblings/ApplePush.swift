package import Basics
import ShoulderTap

/// Apple's service behind the common interface for push services. It sends a wake as a background push.
package struct ApplePush: PushTransport {
    package var delivery: PushDelivery
    private let environment: PushEnvironment

    package init(_ delivery: PushDelivery, in environment: PushEnvironment = .production) {
        self.delivery = delivery
        self.environment = environment
    }

    package mutating func send(
        _ wake: Wake, fate: Fate = .ideal, at now: Instant, into sink: inout some WakeSink
    ) -> SendAnswer {
        var actions: [DeliveryAction] = []
        let answer = self.send(wake, fate: fate, at: now, telling: &actions)
        Self.pass(actions, on: &sink)
        return answer
    }

    /// Sends a wake and reports every action of the service and its devices.
    package mutating func send(
        _ wake: Wake, fate: Fate, at now: Instant, telling sink: inout some DeliverySink
    ) -> SendAnswer {
        let token = DeviceToken(address: wake.address)
        guard let number = self.delivery.number(of: token) else { return .refused(SendRefusal(.badDeviceToken)) }
        let known = self.delivery.known(number, at: now)
        guard known.environment == self.environment else { return .refused(SendRefusal(.badDeviceToken)) }
        if let refusal = known.life.refusal { return .refused(SendRefusal(refusal)) }
        guard !wake.payload.isEmpty else { return .refused(SendRefusal(.payloadEmpty)) }
        guard wake.payload.count <= AdmissionRules.payloadLimit else { return .refused(SendRefusal(.payloadTooLarge)) }
        let push = AcceptedPush(
            id: wake.id, token: token, environment: known.environment, topic: known.topic, bundle: known.bundle,
            type: .background, priority: wake.isUrgent ? .immediate : .powerAware,
            expiration: Self.expiration(wake.lifetime, at: now), collapseID: wake.collapseKey,
            payload: wake.payload, kind: PushPayload.classify(wake.payload.span))
        return .accepted(self.delivery.accept(push, to: number, fate: fate, at: now, into: &sink))
    }

    package mutating func timerFired(_ timer: DeliveryTimer, at now: Instant, into sink: inout some WakeSink) {
        var actions: [DeliveryAction] = []
        self.delivery.timerFired(timer, at: now, into: &actions)
        Self.pass(actions, on: &sink)
    }

    package func keepsUntil(_ timer: DeliveryTimer) -> Bool { self.delivery.keepsUntil(timer) }

    /// Passes on the actions that a sender of wakes needs: wakes, drops and timers. All other actions are available
    /// only in `delivery`.
    package static func pass(_ actions: [DeliveryAction], on sink: inout some WakeSink) {
        for action in actions {
            switch action {
            case .wake(let app, let number, let push):
                sink.take(.wake(endpoint: app.value, number, push.payload))
            case .drop(let number, let reason): sink.take(.drop(number, .apple(reason)))
            case .setTimer(let timer, let moment): sink.take(.setTimer(timer, at: moment))
            case .cancelTimer(let timer): sink.take(.cancelTimer(timer))
            default: break
            }
        }
    }

    private static func expiration(_ lifetime: Interval?, at now: Instant) -> PushExpiration {
        guard let lifetime else { return .none }
        return lifetime > .zero ? .at(now.later(by: lifetime)) : .once
    }
}

extension SendRefusal {
    /// Creates the refusal with Apple's status and reason.
    package init(_ refusal: Refusal) { self.init(refusal.status, refusal.reason, since: refusal.timestamp) }
}
