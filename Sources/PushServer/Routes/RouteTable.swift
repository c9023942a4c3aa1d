import Basics

/// The table of all operations of a listener.
///
/// It serves requests and describes the interface.
package struct RouteTable {
    /// The result of looking up a request.
    package enum Match {
        case route(Route, Target, [String: String])
        /// The path exists, but only with other methods.
        case otherMethods([String])
        case unknown
    }

    package private(set) var routes: [Route] = []

    package init(_ routes: [Route] = []) { for route in routes { self.add(route) } }

    /// Adds a route.
    ///
    /// Two routes for the same requests are a programming error.
    package mutating func add(_ route: Route) {
        let hasTwin = self.routes.contains { $0.method == route.method && $0.pattern.isAlike(route.pattern) }
        precondition(!hasTwin, "two routes for \(route.method) \(route.pattern)")
        self.routes.append(route)
    }

    /// Finds the route of a request.
    ///
    /// The first match wins, so add exact paths before paths with gaps.
    package func match(_ method: String, _ text: String) -> Match {
        guard let target = Target(text) else { return .unknown }
        var methods: [String] = []
        for route in self.routes {
            guard let parameters = route.pattern.match(Substring(target.path)) else { continue }
            if route.method == method || method == "HEAD" && route.method == "GET" {
                return .route(route, target, parameters)
            }
            if !methods.contains(route.method) { methods.append(route.method) }
        }
        return methods.isEmpty ? .unknown : .otherMethods(methods)
    }
}
