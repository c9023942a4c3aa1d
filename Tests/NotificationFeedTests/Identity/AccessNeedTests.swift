import Basics
import NotificationFeed
import Testing

@Suite("What a token allows")
struct AccessNeedTests {
    private static let fiveScopes = [
        "wl.offline_access", "ccs.ReadWrite", "wns.connect", "asimovrome.telemetry",
        "https://activity.windows.com/UserActivity.ReadWrite.CreatedByApp",
    ]

    @Test(
        "is publishing for a user with the documented scope in each of its spellings",
        arguments: [
            "Notifications.ReadWrite.CreatedByApp", "notifications.readwrite.createdbyapp",
            "https://graph.microsoft.com/Notifications.ReadWrite.CreatedByApp",
            "https://activity.windows.com/Notifications.ReadWrite.CreatedByApp",
            "https://graph.microsoft.com/.default",
        ])
    func publish(_ scope: String) throws {
        var desk = TokenDesk()
        let token = try desk.token(.delegated(scopes: ["openid", scope]))
        #expect(try desk.check(token).user == "alice")
    }

    @Test(
        "is not publishing with a scope that only looks similar",
        arguments: [
            "Notifications.ReadWrite", "Notifications.ReadWrite.CreatedByApp2", "Notifications.Read.CreatedByApp",
            "https://example.com/Notifications.ReadWrite.CreatedByApp", "https://example.com/.default",
            "UserActivity.ReadWrite.CreatedByApp",
        ])
    func noPublish(_ scope: String) throws {
        var desk = TokenDesk()
        let token = try desk.token(.delegated(scopes: [scope]))
        #expect(throws: AccessRefusal.lacks([.notifications])) { try desk.check(token) }
    }

    @Test("is not publishing for a client with its own token for another service")
    func otherAudience() throws {
        var desk = TokenDesk()
        var request = TokenRequest.application
        request.scopes = ["https://example.com/.default"]
        let token = try desk.token(request)
        #expect(throws: AccessRefusal.lacks([.graphDefault])) { try desk.check(token) }
    }

    @Test("is syncing with the five scopes of a consumer's account")
    func consumer() throws {
        #expect(AccessScope.consumer.map(\.name) == Self.fiveScopes)
        var desk = TokenDesk()
        let token = try desk.token(.delegated(scopes: Self.fiveScopes.reversed()))
        #expect(try desk.check(token, .sync).user == "alice")
        #expect(throws: AccessRefusal.lacks([.notifications])) { try desk.check(token, .publish) }
    }

    @Test("is not syncing with four of them, and the refusal names the fifth", arguments: 0..<5)
    func fourOfFive(missing: Int) throws {
        var desk = TokenDesk()
        var scopes = Self.fiveScopes
        let taken = scopes.remove(at: missing)
        let token = try desk.token(.delegated(scopes: scopes))
        // The audience is a single scope too, but the list that comes first is what a consumer's account needs.
        let refusal = AccessRefusal.lacks([try #require(AccessScope(taken))])
        #expect(throws: refusal) { try desk.check(token, .sync) }
        #expect(refusal.message.contains(taken))
    }

    @Test("is syncing with the scope of notifications in place of activities, as in the samples")
    func override() throws {
        var desk = TokenDesk()
        let scopes = Self.fiveScopes.dropLast() + ["https://activity.windows.com/Notifications.ReadWrite.CreatedByApp"]
        let token = try desk.token(.delegated(scopes: Array(scopes)))
        #expect(throws: Never.self) { try desk.check(token, .sync) }
        #expect(throws: Never.self) { try desk.check(token, .publish) }
    }

    @Test("is syncing with the audience of an organisation's account")
    func organization() throws {
        var desk = TokenDesk()
        let token = try desk.token(.delegated(scopes: ["https://cdpcs.access.microsoft.com/.default"]))
        #expect(try desk.check(token, .sync).user == "alice")
    }

    @Test("ignores case, and accepts names of the characters of RFC 6749")
    func names() throws {
        let spellings = ["ccs.ReadWrite", "CCS.READWRITE", "ccs.readwrite", "ccs.Read"].compactMap { AccessScope($0) }
        #expect(Set(spellings).count == 2)
        #expect(spellings[0] == spellings[1])
        for byte in UInt8.min...0x7F {
            let isAllowed = byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
            #expect((AccessScope("a" + String(UnicodeScalar(byte))) != nil) == isAllowed, "\(byte)")
        }
    }

    @Test("is refused with 401 if a new token of the same kind would help, else with 403, always in a sentence")
    func refusals() {
        let refusals: [(AccessRefusal, Bool)] = [
            (.missing, true), (.malformed, true), (.unknown, true), (.expired, true), (.revoked, true),
            (.needsUser, false),
            (.lacks([.notifications]), false),
        ]
        for (refusal, isCured) in refusals {
            #expect(refusal.isCuredByNewToken == isCured)
            #expect(refusal.message.hasSuffix("."))
            #expect(refusal.challenge.hasPrefix("Bearer realm=\"ShoulderTap\""))
            #expect(refusal.challenge.contains("insufficient_scope") == !isCured)
        }
    }
}

@Suite("A secret")
struct SecretTextTests {
    private static let token = AccessToken(bytes: Array("0123456789abcdef0123456789abcdef".utf8))

    @Test("of an access token is 43 characters, and is read back from them")
    func text() throws {
        let token = try #require(Self.token)
        #expect(token.text == "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY")
        #expect(AccessToken(text: token.text) == token)
        #expect(AccessToken(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(AccessToken(bytes: [UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test("never appears in a log, a dump or a failed expectation")
    func hidden() throws {
        var desk = TokenDesk()
        let issued = try desk.issue(
            TokenRequest(
                .delegated(user: "alice"), client: "app", secret: ClientSecret("hunter2"), scopes: ["a"]))
        let request = TokenRequest(.application, client: "app", secret: ClientSecret("hunter2"), scopes: ["a"])
        let rules = TokenOffice.Rules(clients: .listed([("app", ClientSecret("hunter2"))]))
        for value in [issued, issued.token, desk.office, request, rules, ClientSecret("hunter2")] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(describing: value), String(reflecting: value)] {
                #expect(!text.contains(issued.token.text))
                #expect(!text.contains("hunter2"))
            }
        }
        let (token, secret) = (issued.token, ClientSecret("hunter2"))
        #expect("\(token)" == "AccessToken(AAAA…)")
        #expect("\(secret)" == "ClientSecret(…)")
    }
}
