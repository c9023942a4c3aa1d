package import Basics
package import PushGateway

extension LabDevice {
    /// The environment of the Apple push service that gives the app its address. It is production unless a test sets
    /// another one.
    ///
    /// Setting another environment installs a build for that environment. The app gets a new address, and the old
    /// address is dead. Pushes over a connection of the wrong environment are answered with 400 `BadDeviceToken`. This
    /// includes pushes of the lab's service, which sends in production.
    package var pushEnvironment: PushEnvironment {
        get { self.lab.world.pushEnvironment(of: self.number) }
        nonmutating set {
            precondition(
                self.lab.world.people.devices[self.number].platform == .ios,
                "only iOS devices have tokens of Apple's push service; use an iOS device")
            guard newValue != self.pushEnvironment else { return }
            self.change(.rotateToken) { $0.rotatePushToken($1, answerLag: .minutes(1), in: newValue) }
        }
    }
}

/// Pushes from outside, over a client's own connection to Apple's push service.
extension Lab {
    /// Sets the provider keys that Apple's push service accepts for pushes from outside.
    package func admitPushes(
        _ keys: GatewayKeys, rules: AdmissionRules = AdmissionRules(), rate: TokenRate = TokenRate()
    ) {
        self.world.post.gate = PushService(Admission(keys, rules: rules), rate: rate, isForOutside: true)
    }

    /// Handles a push request from outside that came over a connection.
    ///
    /// Returns the actions for the connection in order, including the answer.
    ///
    /// `ahead` is the time by which the sender's clock is ahead of the lab's clock. Times in the request and in the
    /// answer use the sender's clock. Fails if ``admitPushes(_:rules:rate:)`` was not called before.
    /// `ports` creates the ids of requests without an `apns-id`.
    package func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState = .serving,
        senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts
    ) throws -> [AdmissionAction] {
        guard self.world.post.gate != nil else {
            throw LabError("the push service has no provider keys; call 'admitPushes' before 'receive'")
        }
        self.world.beginStep()
        let orders = self.world.receive(
            request, on: &connection, service: state, senderIsAhead: ahead, &ports)
        try self.check()
        return orders
    }
}
