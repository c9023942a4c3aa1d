package import Basics

/// An answer: a status, headers without pseudo headers, and a body.
package struct Response: Hashable, Sendable {
    package var status: Int
    package var headers: HeaderList
    package var body: [UInt8]

    package init(_ status: Int, _ headers: HeaderList = HeaderList(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates an answer with a JSON body.
    package static func json(_ status: Int, _ text: String) -> Response {
        Response(status, ["content-type": "application/json"], body: Array(text.utf8))
    }

    /// Creates an answer with a reason in Apple's format.
    package static func reason(_ status: Int, _ reason: String) -> Response {
        .json(status, "{\"reason\":\"\(reason)\"}")
    }
}
