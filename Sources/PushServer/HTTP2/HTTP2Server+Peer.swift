import Basics
import PushGateway

/// The controls of a connection over HTTP/2.
extension HTTP2Server: PeerControl {
    func goAway(_ goAway: GoAway) {
        switch goAway.lastStream {
        case .any:
            self.farewell = .announced
            self.carrier.session.goAway(upTo: .max, goAway.debugData)
        case .served:
            self.farewell = .final
            self.carrier.session.goAway(upTo: self.carrier.session.highestServedStream, goAway.debugData)
        case .none:
            self.farewell = .final
            self.carrier.session.goAway(upTo: 0, goAway.debugData)
        }
        self.pump()
    }

    func allowStreams(_ count: Int) {
        self.carrier.session.submit([(.maxConcurrentStreams, count)])
        self.pump()
    }

    func close() {
        self.farewell = .now
        self.pump()
    }

    func drop() { self.connection.finish(.dropped) }

    /// Announces the end of the connection, and names the last accepted request some time later.
    ///
    /// Requests that arrive in the meantime are served.
    func drain() {
        guard self.farewell == .none else { return }
        self.goAway(GoAway(.any, for: .shutdown))
        self.grace = self.loop.timer(after: AdmissionRules.closingGrace) { [weak self] in
            self?.goAway(GoAway(.served, for: .shutdown))
        }
    }
}
