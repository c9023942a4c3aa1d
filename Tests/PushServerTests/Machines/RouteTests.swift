import PushServer
import Testing

@Suite("Routes")
struct RouteTests {
    private static func route(_ method: String, _ pattern: String) -> Route {
        Route(method, pattern, Route.Description("Do it.", answers: [(200, "done")])) { _ in }
    }

    private static func describe(_ match: RouteTable.Match) -> String {
        switch match {
        case .route(let route, let target, let parameters):
            let found = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let query = target.query.map { "\($0.name)=\($0.value)" }
            return
                "\(route.method) \(route.pattern) [\(found.joined(separator: " "))] [\(query.joined(separator: " "))]"
        case .otherMethods(let methods): return "other methods: \(methods.joined(separator: " "))"
        case .unknown: return "unknown"
        }
    }

    @Test(
        "a request finds its route, with the values of path and query",
        arguments: [
            ("GET", "/lab/users", "GET /lab/users [] []"),
            ("GET", "/lab/users?x=1&y=a%20b+c&z", "GET /lab/users [] [x=1 y=a b c z=]"),
            ("HEAD", "/lab/users", "GET /lab/users [] []"),
            ("POST", "/lab/users", "other methods: GET DELETE"),
            ("GET", "/lab/users/ann%2Fb", "GET /lab/users/{user} [user=ann/b] []"),
            ("GET", "/lab/users/all", "GET /lab/users/all [] []"),
            ("PUT", "/lab/users/ann/devices/7", "PUT /lab/users/{user}/devices/{id} [id=7 user=ann] []"),
            ("GET", "/lab/users/", "unknown"), ("GET", "/lab/users/%zz", "unknown"),
            ("GET", "/lab/users/%ff", "unknown"), ("GET", "/lab/users?x=%1", "unknown"), ("GET", "*", "unknown"),
            ("GET", "", "unknown"), ("GET", "/lab", "unknown"), ("GET", "/lab/users/a/b/c/d", "unknown"),
        ])
    func matching(method: String, target: String, expected: String) {
        let table = RouteTable([
            Self.route("GET", "/lab/users"), Self.route("DELETE", "/lab/users"), Self.route("GET", "/lab/users/all"),
            Self.route("GET", "/lab/users/{user}"), Self.route("PUT", "/lab/users/{user}/devices/{id}"),
        ])
        #expect(Self.describe(table.match(method, target)) == expected)
    }

    @Test("two patterns that differ only in the names of their gaps are the same")
    func alike() {
        #expect(PathPattern("/a/{x}").isAlike(PathPattern("/a/{y}")))
        #expect(!PathPattern("/a/{x}").isAlike(PathPattern("/a/x")))
        #expect(PathPattern("/a/{x}/{y}").parameters == ["x", "y"])
    }
}
