import Basics
import NotificationFeed
import TestSupport
import Testing

@Suite("The token office")
struct TokenOfficeTests {
    @Test("gives a client its own token, with which it may publish but name no user")
    func application() throws {
        var desk = TokenDesk()
        let issued = try desk.issue(.application)
        let holder = try desk.check(issued.token.text)
        #expect(holder == issued.holder)
        #expect(holder.client == "server")
        #expect(holder.user == nil)
        #expect(holder.scopes == [.graphDefault])
        #expect(throws: AccessRefusal.needsUser) { try desk.check(issued.token.text, .sync) }
    }

    @Test("gives a client a token on behalf of a user, with the requested scopes")
    func delegated() throws {
        var desk = TokenDesk()
        let token = try desk.token(.publisher)
        let holder = try desk.check(token)
        #expect(holder.client == "app")
        #expect(holder.user == "alice")
        #expect(holder.scopes == [.notifications])
    }

    @Test("gives a token for an hour, to the microsecond")
    func lifetime() throws {
        var desk = TokenDesk()
        let token = try desk.token(.publisher)
        #expect(try desk.check(token).expires - desk.now == .hours(1))
        desk.wait(.hours(1) - .microseconds(1))
        #expect(throws: Never.self) { try desk.check(token) }
        desk.wait(.microseconds(1))
        #expect(throws: AccessRefusal.expired) { try desk.check(token) }
    }

    @Test("distinguishes an expired token from an unknown one for another hour, with or without a cleanup")
    func memory() throws {
        var desk = TokenDesk()
        let token = try desk.token(.publisher)
        desk.wait(.hours(2) - .microseconds(1))
        var busy = desk
        _ = try busy.issue(.application)
        #expect(throws: AccessRefusal.expired) { try desk.check(token) }
        #expect(throws: AccessRefusal.expired) { try busy.check(token) }
        desk.wait(.microseconds(1))
        busy = desk
        _ = try busy.issue(.application)
        #expect(throws: AccessRefusal.unknown) { try desk.check(token) }
        #expect(throws: AccessRefusal.unknown) { try busy.check(token) }
        #expect((desk.office.count, busy.office.count) == (1, 1))
    }

    @Test("revokes a token at once and permanently")
    func revoke() throws {
        var desk = TokenDesk()
        let (token, other) = (try desk.token(.publisher), try desk.token(.publisher))
        let taken = [token, token, "nonsense"].map { desk.office.revoke($0, at: desk.now) }
        #expect(taken == [true, false, false])
        #expect(throws: AccessRefusal.revoked) { try desk.check(token) }
        #expect(throws: Never.self) { try desk.check(other) }
        desk.wait(.hours(1))
        #expect(throws: AccessRefusal.revoked) { try desk.check(token) }
        let isTaken = desk.office.revoke(other, at: desk.now)
        #expect(!isTaken)
        desk.wait(.hours(1))
        #expect(throws: AccessRefusal.unknown) { try desk.check(token) }
    }

    @Test("revokes all tokens of a user or a client, and no others")
    func revokeAll() throws {
        var desk = TokenDesk()
        let old = try desk.token(.publisher)
        desk.wait(.hours(1))
        let scopes = ["Notifications.ReadWrite.CreatedByApp"]
        let phone = try desk.token(.delegated("alice", client: "phone", scopes: scopes))
        let tablet = try desk.token(.delegated("alice", client: "tablet", scopes: scopes))
        let bob = try desk.token(.delegated("bob", client: "phone", scopes: scopes))
        var other = desk
        let ofAlice = (1...2).map { _ in desk.office.revokeAll(ofUser: "alice", at: desk.now) }
        #expect(ofAlice == [2, 0])
        #expect(throws: AccessRefusal.revoked) { try desk.check(phone) }
        #expect(throws: AccessRefusal.revoked) { try desk.check(tablet) }
        #expect(throws: Never.self) { try desk.check(bob) }
        #expect(throws: AccessRefusal.expired) { try desk.check(old) }

        let ofPhone = other.office.revokeAll(ofClient: "phone", at: other.now)
        #expect(ofPhone == 2)
        #expect(throws: AccessRefusal.revoked) { try other.check(phone) }
        #expect(throws: Never.self) { try other.check(tablet) }
        #expect(throws: AccessRefusal.revoked) { try other.check(bob) }
    }

    @Test("is a value: changing a copy does not change it")
    func copies() throws {
        var desk = TokenDesk()
        let token = try desk.token(.publisher)
        var copy = desk
        copy.office.revoke(token, at: copy.now)
        #expect(throws: AccessRefusal.revoked) { try copy.check(token) }
        #expect(throws: Never.self) { try desk.check(token) }
    }

    @Test(
        "knows only tokens that it issued",
        arguments: ["", "x", "Bearer", String(repeating: "Q", count: 43), String(repeating: "Q", count: 1_000_000)])
    func unknown(_ text: String) throws {
        var desk = TokenDesk()
        _ = try desk.issue(.publisher)
        #expect(throws: AccessRefusal.unknown) { try desk.check(text) }
    }

    @Test("does not know a token with one other bit or another spelling")
    func forgeries() throws {
        var desk = TokenDesk()
        let token = try desk.token(.publisher)
        for bit in 0..<256 {
            var bytes = TokenDesk.bytes(0)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let forged = try #require(AccessToken(bytes: bytes)).text
            #expect(throws: AccessRefusal.unknown) { try desk.check(forged) }
        }
        for other in [
            token + "=", token.lowercased(), " " + token, token + "\n", String(token.dropLast()), token + "A",
        ] {
            #expect(throws: AccessRefusal.unknown) { try desk.check(other) }
        }
    }

    @Test("does not issue the same bytes twice while it remembers them")
    func freshness() throws {
        var desk = TokenDesk()
        _ = try desk.office.issue(.publisher, bytes: TokenDesk.bytes(7), at: desk.now)
        #expect(throws: IssueRefusal.tokenNotFresh) {
            try desk.office.issue(.application, bytes: TokenDesk.bytes(7), at: desk.now)
        }
        desk.wait(.hours(2))
        #expect(throws: Never.self) { try desk.office.issue(.application, bytes: TokenDesk.bytes(7), at: desk.now) }
    }

    @Test("keeps a limited number of tokens; when full it forgets expired ones early")
    func bound() throws {
        var desk = TokenDesk(TokenOffice.Rules(clients: .anyone, mostTokens: 3))
        let first = try desk.token(.publisher)
        desk.wait(.minutes(30))
        let others = [try desk.token(.publisher), try desk.token(.publisher)]
        #expect(throws: IssueRefusal.tooManyTokens(limit: 3)) { try desk.issue(.publisher) }
        #expect(throws: Never.self) { try desk.check(first) }
        desk.wait(.minutes(30))
        #expect(throws: AccessRefusal.expired) { try desk.check(first) }
        others.forEach { desk.office.revoke($0, at: desk.now) }
        #expect(throws: Never.self) { try desk.issue(.publisher) }
        #expect(throws: AccessRefusal.unknown) { try desk.check(first) }
        #expect(desk.office.count == 3)
        #expect(throws: IssueRefusal.tooManyTokens(limit: 3)) { try desk.issue(.publisher) }
    }

    @Test("finds the expired token to forget even if the clock was set back in between")
    func clockSetBack() throws {
        var desk = TokenDesk(TokenOffice.Rules(clients: .anyone, mostTokens: 2))
        let late = try desk.token(.publisher)
        desk.wait(.minutes(-10))
        let early = try desk.token(.publisher)
        desk.wait(.hours(1))
        #expect(throws: AccessRefusal.expired) { try desk.check(early) }
        #expect(throws: Never.self) { try desk.issue(.publisher) }
        #expect(throws: AccessRefusal.unknown) { try desk.check(early) }
        #expect(throws: Never.self) { try desk.check(late) }
    }

    @Test("stays small when tokens come and go, and sorts tokens of a clock that was set back")
    func churn() throws {
        var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone, lifetime: .seconds(10), memory: .zero))
        var dice = SeededDice(seed: 10)
        var expiries: [(expires: Instant, text: String)] = []
        for step in 0..<Int64(3_000) {
            // Mostly forwards, sometimes three seconds back.
            let back: Int64 = dice.below(10) == 0 ? 3 : 0
            let now = Instant(microseconds: (step - back) * 1_000_000)
            let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            let issued = try office.issue(.publisher, bytes: bytes, at: now)
            expiries.append((issued.holder.expires, issued.token.text))
            #expect(office.count <= 14)
            for (expires, text) in expiries.suffix(20) where expires <= now {
                #expect(throws: AccessRefusal.unknown) { try office.holder(of: text, at: now) }
            }
            // Those that the office forgot at a later time stay forgotten; all others are valid.
            let latest = Instant(microseconds: step * 1_000_000)
            for (expires, text) in expiries.suffix(20) where expires > latest {
                #expect(throws: Never.self) { try office.holder(of: text, at: now) }
            }
        }
    }

    @Test("works at the end of time")
    func endOfTime() throws {
        var desk = TokenDesk()
        desk.now = Instant(microseconds: .max - 1)
        let token = try desk.token(.publisher)
        #expect(throws: Never.self) { try desk.check(token) }
        desk.now = Instant(microseconds: .min)
        #expect(throws: Never.self) { try desk.issue(.publisher) }
    }

    @Test("requires enough bytes and sensible rules")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            var office = TokenOffice(rules: TokenOffice.Rules(clients: .anyone))
            _ = try office.issue(.publisher, bytes: [1, 2, 3], at: Instant(microseconds: 0))
        }
        await #expect(processExitsWith: .failure) { _ = TokenOffice.Rules(clients: .anyone, mostTokens: 0) }
        await #expect(processExitsWith: .failure) { _ = TokenOffice.Rules(clients: .anyone, lifetime: .zero) }
    }
}
