import Basics
import PushServer
import ShoulderTap

/// An operation of the control API: its method, its path, its description, and the closure that performs it.
struct Operation {
    let method: String
    let path: String
    /// A one-sentence summary in the imperative.
    let summary: String
    let query: [Field]
    /// The members of the request body, or nil if the request has no body.
    let body: [Field]?
    /// The names of the members of which the body must contain at least one.
    let choices: [String]
    /// The HTTP status of a successful answer, and a description of this answer.
    let success: (status: Int, meaning: String)
    /// The shape of the answer, or nil if the answer has no body.
    let answer: Shape?
    /// The possible failure statuses, apart from 400.
    let failures: [(status: Int, meaning: String)]
    let carryOut: (ControlRequest) throws(ControlFailure) -> Void

    init(
        _ method: String, _ path: String, _ summary: String, query: [Field] = [], body: [Field]? = nil,
        needsOneOf choices: [String] = [], _ success: (Int, String), _ answer: Shape?, failures: [(Int, String)] = [],
        _ carryOut: @escaping (ControlRequest) throws(ControlFailure) -> Void
    ) {
        (self.method, self.path, self.summary, self.query, self.body) = (method, path, summary, query, body)
        self.choices = choices
        self.success = (success.0, success.1)
        self.answer = answer
        self.failures = failures.map { ($0.0, $0.1) }
        self.carryOut = carryOut
    }

    /// The operation as a route of the server.
    var route: Route {
        Route(
            self.method, self.path,
            Route.Description(
                self.summary,
                parameters: self.query.map { Route.Parameter($0.name, $0.meaning, isRequired: $0.isRequired) },
                answers: [self.success] + self.failures, body: self.body == nil ? nil : "application/json")
        ) { routed in
            do throws(ControlFailure) {
                let query = try FieldValues(query: routed.target.query, self.query)
                let body = try FieldValues(json: self.body == nil ? [] : routed.exchange.body, self.body ?? [])
                try self.carryOut(ControlRequest(routed, query, body, success: self.success.status))
            } catch {
                routed.exchange.respond(error.response)
            }
        }
    }
}

/// A request to the control API, read and checked.
struct ControlRequest {
    let exchange: Exchange
    let query: FieldValues
    let body: FieldValues
    private let gaps: [String: String]
    private let success: Int

    init(_ routed: RoutedExchange, _ query: FieldValues, _ body: FieldValues, success: Int) {
        (self.exchange, self.gaps) = (routed.exchange, routed.parameters)
        (self.query, self.body, self.success) = (query, body, success)
    }

    /// Returns the text that fills a gap of the path, such as `{id}`.
    ///
    /// The path of the operation must have this gap.
    func gap(_ name: String) -> String { self.gaps[name] ?? "" }

    /// Answers with a JSON object.
    func answer(_ fill: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(fill)
        self.exchange.respond(.json(self.success, String(decoding: writer.bytes, as: UTF8.self) + "\n"))
    }

    /// Answers with a failure.
    func fail(_ failure: ControlFailure) { self.exchange.respond(failure.response) }

    /// Answers without a body.
    func answer() { self.exchange.respond(Response(self.success)) }
}
