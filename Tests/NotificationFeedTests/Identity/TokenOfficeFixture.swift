import Basics
import NotificationFeed

/// An office, the time at it, and a source of token bytes that counts.
struct TokenDesk {
    var office: TokenOffice
    var now = Instant(microseconds: 1_700_000_000_000_000)
    private var issued: UInt8 = 0

    init(_ rules: TokenOffice.Rules = TokenOffice.Rules(clients: .anyone)) { self.office = TokenOffice(rules: rules) }

    static func bytes(_ number: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [number] }

    mutating func issue(_ request: TokenRequest) throws(IssueRefusal) -> IssuedToken {
        let issued = try self.office.issue(request, bytes: Self.bytes(self.issued), at: self.now)
        self.issued += 1
        return issued
    }

    /// The text of a token that the office must give.
    mutating func token(_ request: TokenRequest) throws -> String { try self.issue(request).token.text }

    func check(_ text: String, _ need: AccessNeed = .publish) throws(AccessRefusal) -> TokenHolder {
        try self.office.check(text, for: need, at: self.now)
    }

    mutating func wait(_ interval: Interval) { self.now = self.now + interval }
}

extension TokenRequest {
    static let application = TokenRequest(
        .application, client: "server", secret: ClientSecret("pass"), scopes: ["https://graph.microsoft.com/.default"])

    static func delegated(_ user: String = "alice", client: String = "app", scopes: [String]) -> TokenRequest {
        TokenRequest(.delegated(user: user), client: client, scopes: scopes)
    }

    static let publisher = TokenRequest.delegated(scopes: ["Notifications.ReadWrite.CreatedByApp"])
}
