import Basics
import PushServer
import SecureTransport

/// Sends one push to a service. Uses the first address of the service that can be reached.
struct PushCourier {
    /// The reason why there is no answer.
    struct Failure: Error, Equatable {
        let words: String
    }

    let loop: EventLoop
    let service: PushOptions.Service
    /// The TLS configuration. Nil if TLS is not used.
    let security: ClientSecurity?

    /// The timeout for an answer.
    ///
    /// Some requests to Apple's service never get an answer.
    private static let patience = Interval.seconds(30)

    /// Sends a push and waits for the answer.
    ///
    /// A signal that asks to stop ends the wait.
    func send(
        _ letter: PushLetter, to device: String, authorization: String?
    ) throws(ServerError) -> Result<PushOutcome, Failure> {
        let addresses = try HostLookup.addresses(of: self.service.name.description, port: self.service.port)
        var last = Result<PushOutcome, Failure>.failure(Failure(words: "the host has no address"))
        for address in addresses {
            let client = try HTTP2Client(
                self.loop, to: address, security: self.security, authority: self.service.authority)
            defer { client.close() }
            last = self.answer(client, letter, to: device, letter.headers(authorization: authorization))
            if client.isOpen || Platform.interruption != nil { break }
        }
        return last
    }

    private func answer(
        _ client: HTTP2Client, _ letter: PushLetter, to device: String, _ headers: HeaderList
    ) -> Result<PushOutcome, Failure> {
        var result: Result<ClientAnswer, ClientFailure>?
        var isLate = false
        client.send("POST", "/3/device/\(device)", headers, body: letter.payload) { result = $0 }
        // The client checks its own deadlines several times a second, so the loop also notices a signal.
        let timer = self.loop.timer(after: Self.patience) { isLate = true }
        self.loop.run { result != nil || isLate || Platform.interruption != nil }
        timer.cancel()
        switch result {
        case .success(let answer): return .success(PushOutcome(answer))
        case .failure(let failure):
            if let outcome = client.goAways.lazy.compactMap({ PushOutcome($0) }).first { return .success(outcome) }
            return .failure(Failure(words: self.words(for: failure, of: client)))
        case nil: return .failure(Failure(words: "\(self.service.authority) gave no answer within 30 seconds"))
        }
    }

    private func words(for failure: ClientFailure, of client: HTTP2Client) -> String {
        guard !client.isOpen else { return "\(self.service.authority) gave no answer: \(failure)" }
        let reason =
            switch failure {
            case .connection(.lost(let words)): words
            case .connection(.refused(let refusal)): refusal.sentence + Self.remedy(for: refusal.reason)
            default: failure.description
            }
        return "cannot reach \(self.service.authority): \(reason)"
    }

    private static func remedy(for refusal: TLSRefusal) -> String {
        if case .unknownAuthority = refusal { "; trust this authority with --ca FILE" } else { "" }
    }
}
