package import Basics
package import PushGateway
import SecureTransport

/// The connection of a sender: its state in the push service, and the code that performs the commands of the push
/// service.
package final class PushLink {
    /// The state of the connection in the push service.
    package var state: PushConnection
    /// The number of the connection among the connections of its endpoint.
    package let number: Int
    package let peer: Peer
    /// The time when the latest request on the connection began, before its body arrived.
    package internal(set) var latestBegin: Instant?
    /// The warnings of the push service for developers.
    package private(set) var warnings: [AdmissionWarning] = []
    private let rules: AdmissionRules
    private var grace: LoopTimer?

    private static let mostWarnings = 100

    init(_ peer: Peer, number: Int, _ environment: PushEnvironment, _ rules: AdmissionRules) {
        let certificate = peer.tls?.peerCertificate.map(ClientCertificate.init(of:))
        self.state = PushConnection(environment, certificate: certificate, rules: rules)
        (self.peer, self.number, self.rules) = (peer, number, rules)
    }

    func opened() {
        var orders: [AdmissionAction] = []
        self.state.opened(into: &orders)
        self.carryOut(orders)
    }

    func streamEnded() {
        var orders: [AdmissionAction] = []
        self.state.streamEnded(into: &orders)
        self.carryOut(orders)
    }

    func leave(for reason: Refusal) {
        var orders: [AdmissionAction] = []
        self.state.leave(for: reason, self.rules, into: &orders)
        self.carryOut(orders)
    }

    /// Performs the commands of the push service, in order.
    func carryOut(_ orders: [AdmissionAction], answering exchange: Exchange? = nil) {
        for order in orders {
            switch order {
            case .deliver, .settings: break
            case .answer(let answer): exchange?.respond(Response(answer))
            case .warn(let warning): if self.warnings.count < Self.mostWarnings { self.warnings.append(warning) }
            case .allowStreams(let count): self.peer.allowStreams(count)
            case .goAway(let goAway): self.peer.goAway(goAway)
            case .awaitGrace(let time):
                self.grace = self.peer.timer(after: time) { [weak self] in self?.endGrace() }
            case .close: self.peer.close()
            }
        }
    }

    private func endGrace() {
        var orders: [AdmissionAction] = []
        self.state.graceEnded(into: &orders)
        self.carryOut(orders)
    }
}

extension Response {
    /// Creates the HTTP response for an answer to a push.
    package init(_ answer: Answer) {
        self.init(answer.status, HeaderList(answer.fields), body: answer.body)
    }
}
