/// The reasons for which the office issues no token.
package enum IssueRefusal: Error, Hashable, Sendable {
    case clientMissing
    case textTooLong(limit: Int)
    case clientUnknown
    case secretWrong
    case userMissing
    case scopeMissing
    case scopeMalformed
    case tooManyScopes(limit: Int)
    case scopeIsNotDefault
    case tooManyTokens(limit: Int)
    case tokenNotFresh

    /// The `error` code of RFC 6749 §5.2 that is sent to the client.
    package var code: String {
        switch self {
        case .clientMissing, .textTooLong, .userMissing: "invalid_request"
        case .clientUnknown, .secretWrong: "invalid_client"
        case .scopeMissing, .scopeMalformed, .tooManyScopes, .scopeIsNotDefault: "invalid_scope"
        case .tooManyTokens, .tokenNotFresh: "temporarily_unavailable"
        }
    }

    /// One sentence that explains the problem and the remedy. It contains no secret.
    package var message: String {
        switch self {
        case .clientMissing: "The client id is missing; send client_id."
        case .textTooLong(let limit): "Client ids and user names have at most \(limit) bytes."
        case .clientUnknown: "This office does not know the client id; register the client."
        case .secretWrong: "The client secret is missing or wrong; send the registered one."
        case .userMissing: "The request acts for a user; name the user."
        case .scopeMissing: "The scope is missing; send scope."
        case .scopeMalformed: "A scope has 1 to \(AccessScope.mostBytes) visible ASCII characters, no \" and no \\."
        case .tooManyScopes(let limit): "There are more than \(limit) scopes; ask for those that you need."
        case .scopeIsNotDefault:
            "Without a user the scope is one that ends in /.default, as \(AccessScope.graphDefault.name)."
        case .tooManyTokens(let limit): "The office keeps at most \(limit) tokens; wait until some have expired."
        case .tokenNotFresh: "The source of token bytes gave bytes that it gave before; ask again."
        }
    }
}

/// The reasons for which a token is refused.
package enum AccessRefusal: Error, Hashable, Sendable {
    /// There is no Authorization header.
    case missing
    /// The Authorization header is malformed or repeated.
    case malformed
    /// The token was never issued by this office, or the office no longer remembers it.
    case unknown
    case expired
    case revoked
    /// The token belongs to a client without a user, but the request needs a user.
    case needsUser
    case lacks([AccessScope])

    /// Whether a new token of the same kind would help. If so, the HTTP status is 401. Otherwise it is 403.
    package var isCuredByNewToken: Bool {
        switch self {
        case .missing, .malformed, .unknown, .expired, .revoked: true
        case .needsUser, .lacks: false
        }
    }

    /// One sentence that explains the problem and the remedy. It does not contain the token.
    package var message: String {
        switch self {
        case .missing: "The access token is missing; send it as Authorization: Bearer TOKEN."
        case .malformed: "The Authorization header is malformed; send it once, as Bearer TOKEN."
        case .unknown: "The access token is unknown; ask the token endpoint for one."
        case .expired: "The access token has expired; ask the token endpoint for a new one."
        case .revoked: "The access token was revoked; ask the token endpoint for a new one."
        case .needsUser: "The access token is a client's own; ask for one in the name of a user."
        case .lacks(let scopes):
            "The access token lacks \(scopes.map(\.name).joined(separator: ", ")); ask for it as scope."
        }
    }

    /// The value of the `WWW-Authenticate` header, as defined by RFC 6750 §3.
    package var challenge: String {
        let realm = "Bearer realm=\"ShoulderTap\""
        switch self {
        case .missing: return realm
        case .malformed: return realm + ", error=\"invalid_request\", error_description=\"\(self.message)\""
        case .unknown, .expired, .revoked:
            return realm + ", error=\"invalid_token\", error_description=\"\(self.message)\""
        case .needsUser: return realm + ", error=\"insufficient_scope\""
        case .lacks(let scopes):
            return realm + ", error=\"insufficient_scope\", scope=\"\(scopes.map(\.name).joined(separator: " "))\""
        }
    }
}
