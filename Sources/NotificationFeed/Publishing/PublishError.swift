import Basics

/// Every way in which publishing can be refused: the code in the error body, and the status.
///
/// The original also documented 200 for "activity created" and 401 for a body of the wrong types, both left over from
/// another interface; here they are 201 and 400.
///
/// | code | status | when |
/// |---|---|---|
/// | `ResourceNotFound` | 404 | the path is not `/beta/me/notifications`, with or without a slash behind it |
/// | `MethodNotAllowed` | 405 | the method is not POST; `Allow` names it |
/// | `InvalidAuthenticationToken` | 401 | no access token, or one that is no longer good; `WWW-Authenticate` says why |
/// | `CallerBlocked` | 403 | the app is on the block list |
/// | `InsufficientScope` | 403 | the token lacks `Notifications.ReadWrite.CreatedByApp`, or the `/.default` of an app |
/// | `UserNotAuthorized` | 403 | `X-UNS-ID` names no live subscription of this app, or another user than the token |
/// | `HostNotAuthorized` | 403 | the app does not belong to `targetHostName` |
/// | `RequestThrottled` | 406 | the app or the user publishes too often; `Retry-After` says when to come back |
/// | `ServiceBusy` | 406 | the service cannot take more; `Retry-After` as well |
/// | `UnsupportedHeader` | 400 | `If-Modified-Since` or `If-Range` |
/// | `InvalidHeader` | 400 | a header that stands twice, or an unusable `client-request-id` |
/// | `SubscriptionIdMissing` | 400 | an app token without `X-UNS-ID` |
/// | `UnsupportedContentType` | 415 | `Content-Type` is not `application/json` in UTF-8 |
/// | `UnsupportedContentEncoding` | 415 | `Content-Encoding` is neither gzip nor deflate |
/// | `InvalidContentEncoding` | 400 | the body is not what `Content-Encoding` says |
/// | `RequestBodyTooLarge` | 413 | the body is over 100 KB, as sent or inflated |
/// | `MalformedJson` | 400 | the body is not JSON; the message names line and column |
/// | `NotOneObject` | 400 | the body is JSON, but not one object |
/// | `MissingProperty` | 400 | a required property is absent or null |
/// | `DuplicateProperty` | 400 | a property that is read stands twice |
/// | `WrongType` | 400 | a property has another JSON type than its own |
/// | `InvalidValue` | 400 | a property has a value that is not among those allowed |
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

    /// The code as it stands in the error body.
    package var code: String { self.rawValue }

    /// The status of the answer.
    package var status: Int {
        switch self {
        case .unknownPath: 404
        case .methodNotAllowed: 405
        case .invalidToken: 401
        case .callerBlocked, .insufficientScope, .userNotAuthorized, .hostNotAuthorized: 403
        // As documented for the original, where one would expect 429 and 503.
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

/// One thing that is wrong with a request, in a sentence that names it, its limit and the remedy.
struct PublishProblem: Error, Hashable, Sendable {
    var error: PublishError
    var message: String
    /// What the answer says in headers of its own.
    var headers: [HeaderList.Field] = []

    init(_ error: PublishError, _ message: String, headers: [HeaderList.Field] = []) {
        self.error = error
        self.message = message
        self.headers = headers
    }
}
