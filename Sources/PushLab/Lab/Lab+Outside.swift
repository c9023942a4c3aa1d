package import Basics
package import PushGateway

/// Pushes that come from outside, over somebody's own connection to Apple's push service.
extension Lab {
    /// Says whose provider keys Apple's push service knows, for pushes from outside.
    package func admitPushes(
        _ keys: GatewayKeys, rules: AdmissionRules = AdmissionRules(), rate: TokenRate = TokenRate()
    ) {
        self.world.post.gate = PushService(Admission(keys, rules: rules), rate: rate)
    }

    /// Takes a push from outside, as its request came over a connection. Returns what the connection owes: the answer
    /// and all else, in order. The sender's clock is `ahead` of the lab's; what is in the request and in the answer is
    /// told by the sender's.
    package func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState = .serving,
        senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts
    ) throws -> [AdmissionAction] {
        self.world.beginStep()
        let orders = self.world.receive(
            request, on: &connection, service: state, senderIsAhead: ahead, &ports)
        try self.check()
        return orders
    }
}
