/// A refusal by the service, with its reason.
package struct FeedRefusal: Error, Hashable, Sendable {
    package enum Code: UInt8, Hashable, Sendable, CaseIterable {
        case invalidRequest
        case unauthenticated
        case notAuthorized
        /// The token does not allow the request, but another token may.
        case insufficientScope
        case unknownSubscription
        /// The service has already carried out a later request of the installation.
        case overtaken
        case throttled
        /// The cursor is invalid. The reader must read the whole feed again.
        case resyncRequired
        case tooLarge
        /// The service is temporarily unavailable. Nothing was written.
        case unavailable
    }

    package var code: Code
    /// A message for humans: the problem, the limit, the remedy.
    package var message: String
    /// The seconds after which a retry makes sense.
    package var retryAfter: Int?
    /// The serial of the latest request. A retry needs a higher serial.
    package var serial: UInt64?

    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, serial: UInt64? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.serial = serial
    }

    /// The HTTP status. A throttled caller gets 406, because the original documented this status.
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
