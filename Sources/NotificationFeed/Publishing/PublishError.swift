import Basics

/// The reasons to refuse a publish request, each with its code in the error body and its status.
///
/// The original also documented 200 for "activity created" and 401 for a body of the wrong types. Both were left over
/// from another interface; here they are 201 and 400.
///
/// | code | status | when |
/// |---|---|---|
/// | `ResourceNotFound` | 404 | the path is not `/beta/me/notifications`, with or without a trailing slash |
/// | `MethodNotAllowed` | 405 | the method is not POST; `Allow` names it |
/// | `InvalidAuthenticationToken` | 401 | no access token, or one that is not valid; `WWW-Authenticate` says why |
/// | `CallerBlocked` | 403 | the app is on the block list |
/// | `InsufficientScope` | 403 | the token lacks `Notifications.ReadWrite.CreatedByApp`, or the `/.default` of an app |
/// | `UserNotAuthorized` | 403 | `X-UNS-ID` names no live subscription of this app, or a user other than the token's |
/// | `HostNotAuthorized` | 403 | the app does not belong to `targetHostName` |
/// | `RequestThrottled` | 406 | the app or the user publishes too often; `Retry-After` says when to retry |
/// | `ServiceBusy` | 406 | the service is overloaded; `Retry-After` says when to retry |
/// | `UnsupportedHeader` | 400 | `If-Modified-Since` or `If-Range` |
/// | `InvalidHeader` | 400 | a repeated header, or an unusable `client-request-id` |
/// | `SubscriptionIdMissing` | 400 | an app token without `X-UNS-ID` |
/// | `UnsupportedContentType` | 415 | `Content-Type` is not `application/json` in UTF-8 |
/// | `UnsupportedContentEncoding` | 415 | `Content-Encoding` is neither gzip nor deflate |
/// | `InvalidContentEncoding` | 400 | the body is not in the format that `Content-Encoding` declares |
/// | `RequestBodyTooLarge` | 413 | the body is over 100 KB, as sent or inflated |
/// | `MalformedJson` | 400 | the body is not JSON; the message names line and column |
/// | `NotOneObject` | 400 | the body is JSON, but not one object |
/// | `MissingProperty` | 400 | a required property is absent or null |
/// | `DuplicateProperty` | 400 | a known property is repeated |
/// | `WrongType` | 400 | a property has the wrong JSON type |
/// | `InvalidValue` | 400 | the value of a property is not allowed |
/// | `ValueTooLong` | 400 | a text is over its limit |
/// | `InvalidExpiration` | 400 | `expirationDateTime` is past, or more than 30 days ahead |
/// | `InvalidFallback` | 400 | `fallbackPolicy` does not fit the rest of the notification |
package enum PublishError: String, Hashable, Sendable, CaseIterable {
    case unknownPath = "ResourceNotFound"
    case methodNotAllowed = "MethodNotAllowed"
    case invalidToken = "InvalidAuthenticationToken"
    case callerBlocked = "CallerBlocked"
    case insufficientScope = "InsufficientScope"
    case userNotAuthorized = "UserNotAuthorized"
    case hostNotAuthorized = "HostNotAuthorized"
    case throttled = "RequestThrottled"
    case busy = "ServiceBusy"
    case unsupportedHeader = "UnsupportedHeader"
    case invalidHeader = "InvalidHeader"
    case subscriptionIdMissing = "SubscriptionIdMissing"
    case unsupportedContentType = "UnsupportedContentType"
    case unsupportedContentEncoding = "UnsupportedContentEncoding"
    case invalidContentEncoding = "InvalidContentEncoding"
    case bodyTooLarge = "RequestBodyTooLarge"
    case malformedJSON = "MalformedJson"
    case notOneObject = "NotOneObject"
    case missingProperty = "MissingProperty"
    case duplicateProperty = "DuplicateProperty"
    case wrongType = "WrongType"
    case invalidValue = "InvalidValue"
    case valueTooLong = "ValueTooLong"
    case invalidExpiration = "InvalidExpiration"
    case invalidFallback = "InvalidFallback"

    /// The code in the error body.
    package var code: String { self.rawValue }

    /// The HTTP status of the answer.
    package var status: Int {
        switch self {
        case .unknownPath: 404
        case .methodNotAllowed: 405
        case .invalidToken: 401
        case .callerBlocked, .insufficientScope, .userNotAuthorized, .hostNotAuthorized: 403
        // The original documents 406 here, not the usual 429 and 503.
        case .throttled, .busy: 406
        case .unsupportedContentType, .unsupportedContentEncoding: 415
        case .bodyTooLarge: 413
        case .unsupportedHeader, .invalidHeader, .subscriptionIdMissing, .invalidContentEncoding, .malformedJSON,
            .notOneObject, .missingProperty, .duplicateProperty, .wrongType, .invalidValue, .valueTooLong,
            .invalidExpiration, .invalidFallback:
            400
        }
    }
}

/// One problem of a request, described in a sentence that names the place, the limit and the remedy.
struct PublishProblem: Error, Hashable, Sendable {
    var error: PublishError
    var message: String
    /// Additional headers of the answer.
    var headers: [HeaderList.Field] = []

    init(_ error: PublishError, _ message: String, headers: [HeaderList.Field] = []) {
        self.error = error
        self.message = message
        self.headers = headers
    }
}
