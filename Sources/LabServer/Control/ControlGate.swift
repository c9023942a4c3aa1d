import Basics
import PushServer

/// Access control of the control API.
///
/// Requests from pages of other sites are refused. If the server has a token, requests without this token are refused.
/// If the server has no token, requests to a host name that is not the server's own are refused. Pushes are not
/// checked.
final class ControlGate: ExchangeService {
    private let routes: RouteService
    private let endpoint: PushEndpoint
    private let token: String?
    private let names: Set<String>
    /// A closure that is called with each answered request of the control API.
    var onRequest: (Exchange) -> Void = { _ in }

    init(_ operations: [Operation], _ endpoint: PushEndpoint, token: String?, names: Set<String>) {
        self.routes = RouteService(RouteTable(operations.map(\.route)))
        (self.endpoint, self.token) = (endpoint, token)
        self.names = names.union(["localhost", "127.0.0.1", "[::1]"])
    }

    func opened(_ peer: Peer) { self.endpoint.opened(peer) }
    func ended(_ peer: Peer) { self.endpoint.ended(peer) }
    func admits(_ peer: Peer) -> Bool { self.endpoint.admits(peer) }
    func released(_ peer: Peer) { self.endpoint.released(peer) }
    func streamLimit(_ peer: Peer) -> Int? { self.endpoint.streamLimit(peer) }

    func bodyLimit(_ head: HeaderList) -> Int? {
        Self.isPush(head[":path"] ?? "") ? self.endpoint.bodyLimit(head) : self.routes.bodyLimit(head)
    }

    func handle(_ exchange: Exchange) {
        if Self.isPush(exchange.target) { return self.endpoint.handle(exchange) }
        self.onRequest(exchange)
        if let failure = self.refusal(of: exchange) { return exchange.respond(failure.response) }
        self.routes.handle(exchange)
    }

    func response(to refusal: EarlyRefusal, path: String) -> Response {
        if Self.isPush(path) { return self.endpoint.response(to: refusal, path: path) }
        var response = ControlFailure(refusal.status, refusal.words.problem, refusal.words.remedy).response
        if refusal == .unknownMethod {
            response.headers.append("allow", self.routes.methods(of: path).joined(separator: ", "))
        }
        return response
    }

    private static func isPush(_ path: String) -> Bool { path.hasPrefix("/3/") }

    private func refusal(of exchange: Exchange) -> ControlFailure? {
        if let origin = exchange.head["origin"], !self.isOwnOrigin(origin) {
            return ControlFailure(
                403, "the control API refuses requests from pages of other sites",
                "call it from a program, or from its own host")
        }
        // A client with the token may use any host name.
        if let token { return self.refusal(of: exchange, without: token) }
        let host = exchange.head[":authority"] ?? exchange.head["host"]
        if let host, !self.isOwn(host) {
            return ControlFailure(
                403, "the host '\(host.prefix(100))' does not name this server", "use localhost or its address")
        }
        return nil
    }

    private func refusal(of exchange: Exchange, without token: String) -> ControlFailure? {
        let (scheme, sent) = ("bearer ", exchange.head["authorization"] ?? "")
        let hasScheme = sent.prefix(scheme.count).lowercased() == scheme
        if exchange.target == "/healthz" || hasScheme && Self.isSame(sent.dropFirst(scheme.count), token) { return nil }
        return ControlFailure(
            401, "the control token is missing or wrong", "send 'authorization: Bearer TOKEN'; the ready file has it")
    }

    /// Compares two texts byte by byte. The duration reveals nothing about the token, because every byte is compared.
    static func isSame(_ left: Substring, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a host is this server.
    ///
    /// A numeric address counts as this server. A host name has to be one of the server's own names, because the owner
    /// of another site could make the name of that site lead to this server.
    private func isOwn(_ authority: String) -> Bool {
        let host = Self.host(in: authority.lowercased())
        return self.names.contains(host) || SocketAddress(host + ":0") != nil
    }

    private func isOwnOrigin(_ origin: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            let host = Self.host(in: origin.dropFirst(scheme.count).lowercased())
            return self.names.contains(host)
        }
        return false
    }

    /// The host without its port.
    private static func host(in authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}
