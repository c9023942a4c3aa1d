import Basics
import NotificationFeed
import Testing

@Suite("A token is issued to")
struct TokenIssuingTests {
    private static let registered = TokenOffice.Rules(
        clients: .listed([("server", ClientSecret("pass")), ("phone", nil)]))

    @Test("anyone if only this machine can reach the listener", arguments: [nil, "", "anything"] as [String?])
    func anyone(secret: String?) throws {
        var desk = TokenDesk()
        var request = TokenRequest.application
        request.client = "made up"
        request.secret = secret.map { ClientSecret($0) }
        let issued = try desk.issue(request)
        #expect(issued.holder.client == "made up")
    }

    @Test("a registered client elsewhere, with its own secret", arguments: ["", "Pass", "pass ", "pas", "passs"])
    func secrets(_ wrong: String) throws {
        var desk = TokenDesk(Self.registered)
        #expect(throws: Never.self) { try desk.issue(.application) }
        var request = TokenRequest.application
        request.secret = ClientSecret(wrong)
        #expect(throws: IssueRefusal.secretWrong) { try desk.issue(request) }
        request.secret = nil
        #expect(throws: IssueRefusal.secretWrong) { try desk.issue(request) }
        request.flow = .delegated(user: "alice")
        #expect(throws: IssueRefusal.secretWrong) { try desk.issue(request) }
    }

    @Test("a client without a secret only on behalf of a user")
    func publicClient() throws {
        var desk = TokenDesk(Self.registered)
        let scopes = AccessScope.consumer.map(\.name)
        let issued = try desk.issue(.delegated(client: "phone", scopes: scopes))
        #expect(issued.holder.user == "alice")
        var request = TokenRequest.application
        request.client = "phone"
        #expect(throws: IssueRefusal.secretWrong) { try desk.issue(request) }
        request.secret = ClientSecret("")
        #expect(throws: IssueRefusal.secretWrong) { try desk.issue(request) }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let request: TokenRequest
        let refusal: IssueRefusal
        let code: String
        var testDescription: String { "\(self.refusal)" }

        init(_ request: TokenRequest, _ refusal: IssueRefusal, _ code: String) {
            (self.request, self.refusal, self.code) = (request, refusal, code)
        }
    }

    private static func application(client: String = "server", scopes: [String]) -> TokenRequest {
        TokenRequest(.application, client: client, secret: ClientSecret("pass"), scopes: scopes)
    }

    private static let long = String(repeating: "a", count: 257)

    static let refusals = [
        Refusal(application(client: "", scopes: ["a/.default"]), .clientMissing, "invalid_request"),
        Refusal(application(client: long, scopes: ["a/.default"]), .textTooLong(limit: 256), "invalid_request"),
        Refusal(application(client: "stranger", scopes: ["a/.default"]), .clientUnknown, "invalid_client"),
        Refusal(.delegated("", client: "phone", scopes: ["a"]), .userMissing, "invalid_request"),
        Refusal(.delegated(long, client: "phone", scopes: ["a"]), .textTooLong(limit: 256), "invalid_request"),
        Refusal(.delegated(client: "phone", scopes: []), .scopeMissing, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: [""]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: ["a b"]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: ["a\"b"]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: ["a\\b"]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: ["é"]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: ["a\n"]), .scopeMalformed, "invalid_scope"),
        Refusal(.delegated(client: "phone", scopes: [long]), .scopeMalformed, "invalid_scope"),
        Refusal(
            .delegated(client: "phone", scopes: (0...32).map(String.init)), .tooManyScopes(limit: 32), "invalid_scope"),
        Refusal(application(scopes: ["Notifications.ReadWrite.CreatedByApp"]), .scopeIsNotDefault, "invalid_scope"),
        Refusal(application(scopes: ["a/.default", "b/.default"]), .scopeIsNotDefault, "invalid_scope"),
        Refusal(application(scopes: [".default"]), .scopeIsNotDefault, "invalid_scope"),
    ]

    @Test("nobody after an invalid request", arguments: refusals)
    func refused(_ item: Refusal) {
        var desk = TokenDesk(Self.registered)
        #expect(throws: item.refusal) { try desk.issue(item.request) }
        #expect(desk.office.count == 0)
        #expect(item.refusal.code == item.code)
        #expect(item.refusal.message.hasSuffix("."))
    }

    @Test("nobody if the office is at fault, which is reported")
    func unavailable() {
        for refusal in [IssueRefusal.tooManyTokens(limit: 3), .tokenNotFresh, .secretWrong] {
            #expect(refusal.code == (refusal == .secretWrong ? "invalid_client" : "temporarily_unavailable"))
            #expect(refusal.message.hasSuffix("."))
        }
        #expect(IssueRefusal.tooManyTokens(limit: 3).message.contains("3"))
    }

    @Test("each requested scope once, at most 32 of at most 256 bytes")
    func scopes() throws {
        var desk = TokenDesk()
        let names = ["b", "a", "B", "b"] + (0..<28).map { "s\($0)" }
        let many = try desk.issue(.delegated(scopes: names)).holder.scopes.map(\.name)
        #expect(many.count == 30)
        #expect(many.prefix(3) == ["b", "a", "s0"])
        let longest = String(repeating: "a", count: 256)
        let long = try desk.issue(.delegated(scopes: [longest])).holder.scopes.map(\.name)
        #expect(long == [longest])
    }

    @Test(
        "scopes in one field, with a space between two",
        arguments: [("", []), ("a", ["a"]), ("a b", ["a", "b"]), ("  a   b ", ["a", "b"])] as [(String, [String])])
    func field(text: String, scopes: [String]) { #expect(TokenRequest.scopes(of: text) == scopes) }
}
