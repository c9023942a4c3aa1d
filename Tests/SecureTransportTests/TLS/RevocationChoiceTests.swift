import Basics
import Testing

@testable import SecureTransport

/// Which of several lists decides. Lists that were just made and lists that were read must do alike.
@Suite("TLS with several revocation lists")
struct RevocationChoiceTests {
    private static func validity(_ from: Int64, _ to: Int64) throws -> Validity {
        try Validity(from: World.now + .days(from), to: World.now + .days(to))
    }

    /// What a client with these lists, in either order, made or read, says of a server; nil when it opens.
    private static func sentences(_ lists: [RevocationList]) throws -> Set<String?> {
        let world = try World.shared
        let read = try lists.map { try RevocationList(pem: Array($0.pem.utf8)) }
        let sentences = try [lists, lists.reversed(), read, read.reversed()].map { lists in
            let trust = TLSTrust([world.authority.certificate], revocations: lists)
            var pair = Pair(
                try world.makeClient(trust: trust).connect(to: World.localhost, at: World.now),
                try world.makeServer().accept(at: World.now))
            pair.settle()
            return pair.clientEvents.failure?.sentence
        }
        return Set(sentences)
    }

    private static func revoked(at date: String) -> String {
        "the certificate of the server (CN=ShoulderTap server, serial 51111111111111111111111111111111) "
            + "was revoked at \(date)T00:00:00Z by CN=ShoulderTap throw-away root 51111111"
    }

    @Test("Of two lists of one authority the newer decides")
    func newest() throws {
        let world = try World.shared
        let serials = [try #require(world.server.certificate.serial)]
        let old = try Self.validity(-20, 2)
        let new = try Self.validity(-2, 2)
        #expect(
            try Self.sentences([
                world.authority.revocationList(of: [], old),
                world.authority.revocationList(of: serials, number: 2, new),
            ]) == [Self.revoked(at: "2025-12-30")])
        #expect(
            try Self.sentences([
                world.authority.revocationList(of: serials, old),
                world.authority.revocationList(of: [], number: 2, new),
            ]) == [nil])
    }

    @Test("An outdated list does not matter beside a current one")
    func outdated() throws {
        let world = try World.shared
        let serials = [try #require(world.server.certificate.serial)]
        let (old, new) = (try Self.validity(-20, -2), try Self.validity(-20, 2))
        #expect(
            try Self.sentences([
                world.authority.revocationList(of: [], old), world.authority.revocationList(of: serials, new),
            ]) == [Self.revoked(at: "2025-12-12")])
    }

    @Test("The list of another authority of the same name is ignored")
    func impostor() throws {
        let world = try World.shared
        let other = try ThrowAwayAuthority(world.year) { [UInt8](repeating: 0x11, count: $0) }
        let serials = [try #require(world.server.certificate.serial)]
        #expect(try Self.sentences([other.revocationList(of: serials, world.year)]) == [nil])
        #expect(
            try Self.sentences([
                other.revocationList(of: [], try Self.validity(-1, 2)),
                world.authority.revocationList(of: serials, world.year),
            ]) == [Self.revoked(at: "2025-12-02")])
    }

    @Test("A list that is not yet valid is refused")
    func future() throws {
        let list = try World.shared.authority.revocationList(of: [], try Self.validity(1, 2))
        #expect(
            try Self.sentences([list])
                == ["the certificate of the server (CN=ShoulderTap server) is not valid: CRL is not yet valid"])
    }
}
