package import Basics

/// A client's request to the token office.
package struct TokenRequest: Sendable {
    package enum Flow: Hashable, Sendable {
        /// The client acts for itself (`client_credentials`). Its later requests name the user in `X-UNS-ID`.
        case application
        /// The client acts for a user who has signed in.
        case delegated(user: String)
    }

    package var flow: Flow
    package var client: String
    package var secret: ClientSecret?
    package var scopes: [String]

    package init(_ flow: Flow, client: String, secret: ClientSecret? = nil, scopes: [String]) {
        self.flow = flow
        self.client = client
        self.secret = secret
        self.scopes = scopes
    }

    /// Splits the space-separated scopes of a form field.
    package static func scopes(of field: some StringProtocol) -> [String] {
        Substring(field).split(separator: " ").map { String($0) }
    }
}

/// A token that the office has just issued.
package struct IssuedToken: Hashable, Sendable {
    package let token: AccessToken
    package let holder: TokenHolder
}

/// The identity of a token's bearer, and the scopes of the token.
package struct TokenHolder: Hashable, Sendable {
    package let client: String
    /// The user, or nil for a client that acts for itself.
    package let user: String?
    package let scopes: [AccessScope]
    package let expires: Instant

    package init(client: String, user: String?, scopes: [AccessScope], expires: Instant) {
        self.client = client
        self.user = user
        self.scopes = scopes
        self.expires = expires
    }
}
