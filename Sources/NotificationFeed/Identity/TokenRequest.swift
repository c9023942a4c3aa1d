package import Basics

/// What a client asks the token office for.
package struct TokenRequest: Sendable {
    package enum Flow: Hashable, Sendable {
        /// The client for itself, `client_credentials`; whom it publishes for, `X-UNS-ID` then says.
        case application
        /// The client for a user who has signed in.
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

    /// The scopes of a form field, which has a space between two.
    package static func scopes(of field: some StringProtocol) -> [String] {
        Substring(field).split(separator: " ").map { String($0) }
    }
}

/// A token fresh from the office.
package struct IssuedToken: Hashable, Sendable {
    package let token: AccessToken
    package let holder: TokenHolder
}

/// Who a token says that its bearer is, and what it allows.
package struct TokenHolder: Hashable, Sendable {
    package let client: String
    /// Nil for a client that has the token for itself.
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
