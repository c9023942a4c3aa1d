/// The reason why a request is refused before a service sees it.
package enum EarlyRefusal: Hashable, Sendable, CaseIterable {
    /// The request is not HTTP, or its headers are too long for HTTP/1.1.
    case malformed
    case unknownMethod
    case bodyTooLong
    case headersTooLong
    case overloaded

    package var status: Int {
        switch self {
        case .malformed: 400
        case .unknownMethod: 405
        case .bodyTooLong: 413
        case .headersTooLong: 431
        case .overloaded: 503
        }
    }

    /// The reason in Apple's format.
    package var reason: String {
        switch self {
        case .malformed: "BadRequest"
        case .unknownMethod: "MethodNotAllowed"
        case .bodyTooLong: "PayloadTooLarge"
        case .headersTooLong: "RequestHeaderFieldsTooLarge"
        case .overloaded: "ServiceUnavailable"
        }
    }

    /// The reason as words, and the next step.
    package var words: (problem: String, remedy: String) {
        switch self {
        case .malformed: ("the request is not valid HTTP, or its headers are too long", "send a valid or shorter one")
        case .unknownMethod: ("this method is unknown", "use GET, POST, PATCH or DELETE")
        case .bodyTooLong: ("the body is too long", "send a shorter one")
        case .headersTooLong: ("the headers are too long", "send fewer or shorter ones")
        case .overloaded: ("the connection has too many open requests", "wait for an answer first")
        }
    }
}
