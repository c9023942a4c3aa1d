/// Why the service does not do what it is asked.
package struct FeedRefusal: Error, Hashable, Sendable {
    package enum Code: UInt8, Hashable, Sendable, CaseIterable {
        case invalidRequest
        case unauthenticated
        case notAuthorized
        /// The token does not allow what is asked; another one may.
        case insufficientScope
        case unknownSubscription
        /// Something that the installation asked later stands already.
        case overtaken
        case throttled
        /// The cursor is of no use: read everything again.
        case resyncRequired
        case tooLarge
        /// Not now, and nothing was written.
        case unavailable
    }

    package var code: Code
    /// For people: what was wrong, the limit, the remedy.
    package var message: String
    /// Seconds after which asking again makes sense.
    package var retryAfter: Int?
    /// The serial that stands, above which asking again makes sense.
    package var serial: UInt64?

    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, serial: UInt64? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.serial = serial
    }

    /// The HTTP status. A throttled caller gets 406, as the original documented it.
    package var status: Int {
        switch self.code {
        case .invalidRequest: 400
        case .unauthenticated: 401
        case .notAuthorized, .insufficientScope: 403
        case .unknownSubscription: 404
        case .throttled: 406
        case .overtaken: 409
        case .resyncRequired: 410
        case .tooLarge: 413
        case .unavailable: 503
        }
    }
}
