package import Basics
import PushGateway

/// Apple's push service on a listener.
///
/// Each request becomes a push, regardless of its method and path.
///
/// The push service judges every request, so each refusal has one of Apple's reasons.
package final class PushEndpoint: ExchangeService {
    private let receiver: any PushReceiver
    private var linkCount = 0

    package init(_ receiver: any PushReceiver) { self.receiver = receiver }

    /// The route of pushes, for listeners that serve other requests too.
    package var route: Route {
        Route(
            "POST", "/3/device/{token}",
            Route.Description(
                "Send a push to a device, as over Apple's own service.",
                parameters: [
                    Route.Parameter("authorization", in: .header, "the provider token, after the word `bearer`"),
                    Route.Parameter("apns-topic", in: .header, "the bundle id, with the suffix of the push type"),
                    Route.Parameter("apns-push-type", in: .header, "such as `background` or `alert`"),
                    Route.Parameter("apns-priority", in: .header, "10, 5 or 1"),
                    Route.Parameter("apns-expiration", in: .header, "seconds since 1970; 0 for one attempt"),
                    Route.Parameter("apns-collapse-id", in: .header, "at most 64 bytes"),
                    Route.Parameter("apns-id", in: .header, "a UUID, returned as it was sent"),
                ],
                answers: [
                    (200, "the push was accepted"), (400, "the request is wrong"), (403, "the sender is not allowed"),
                    (404, "the path is wrong"), (405, "the method is not POST"), (410, "the token is inactive"),
                    (413, "the payload is too large"), (429, "too many requests"), (500, "the push was not stored"),
                    (503, "the service is overloaded or ending"),
                ],
                body: "application/json"),
            bodyLimit: AdmissionRules.voipPayloadLimit
        ) { [self] in self.handle($0.exchange) }
    }

    package func streamLimit(_ peer: Peer) -> Int? { self.link(peer).state.streamLimit }

    package func opened(_ peer: Peer) { self.link(peer).opened() }

    package func admits(_ peer: Peer) -> Bool {
        let link = self.link(peer)
        link.latestBegin = EventLoop.timeOfDay
        return link.state.streamOpened()
    }

    package func released(_ peer: Peer) { self.link(peer).streamEnded() }

    package func bodyLimit(_ head: HeaderList) -> Int? { AdmissionRules.voipPayloadLimit }

    package func handle(_ exchange: Exchange) {
        self.receiver.receive(IncomingPush(exchange, on: self.link(exchange.peer)))
    }

    private func link(_ peer: Peer) -> PushLink {
        if let link = peer.attachment as? PushLink { return link }
        self.linkCount += 1
        let link = PushLink(peer, number: self.linkCount, self.receiver.environment, self.receiver.rules)
        peer.attachment = link
        return link
    }
}
