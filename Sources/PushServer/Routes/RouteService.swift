package import Basics

/// Answers the requests of a listener from a table of routes.
///
/// Requests whose path is not in the table go to another service, if there is one.
package final class RouteService: ExchangeService {
    package var table: RouteTable
    private let rest: (any ExchangeService)?

    package init(_ table: RouteTable, otherwise rest: (any ExchangeService)? = nil) {
        (self.table, self.rest) = (table, rest)
    }

    package func streamLimit(_ peer: Peer) -> Int? { self.rest?.streamLimit(peer) }
    package func opened(_ peer: Peer) { self.rest?.opened(peer) }
    package func ended(_ peer: Peer) { self.rest?.ended(peer) }

    package func bodyLimit(_ head: HeaderList) -> Int? {
        switch self.table.match(head[":method"] ?? "", head[":path"] ?? "") {
        case .route(let route, _, _): route.bodyLimit
        case .otherMethods: nil
        case .unknown: self.rest?.bodyLimit(head)
        }
    }

    package func handle(_ exchange: Exchange) {
        switch self.table.match(exchange.method, exchange.target) {
        case .route(let route, let target, let parameters):
            switch exchange.bodyEnd {
            case .complete:
                route.answer(RoutedExchange(exchange: exchange, target: target, parameters: parameters))
            case .tooLong: exchange.respond(Self.problem(413, "the body is longer than the limit of this operation"))
            case .cutByTimer: exchange.respond(Self.problem(408, "the body did not arrive in time"))
            }
        case .otherMethods(let methods):
            var response = Self.problem(405, "this path accepts only \(methods.joined(separator: ", "))")
            response.headers.append("allow", methods.joined(separator: ", "))
            exchange.respond(response)
        case .unknown:
            guard let rest else { return exchange.respond(Self.problem(404, "this path does not exist")) }
            rest.handle(exchange)
        }
    }

    /// Returns the methods that a path accepts. The array is empty if the path is unknown.
    package func methods(of path: String) -> [String] {
        if case .otherMethods(let methods) = self.table.match("", path) { methods } else { [] }
    }

    private static func problem(_ status: Int, _ words: String) -> Response {
        .json(status, "{\"error\":\"\(words)\"}")
    }
}
