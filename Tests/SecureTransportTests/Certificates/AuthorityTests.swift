import Basics
import Testing

@testable import SecureTransport

/// A year of certificates, and moments in it.
enum Year {
    static let start = Instant(microseconds: 1_700_000_000_000_000)
    static let middle = start + .days(100)
    static let end = start + .days(365)

    static func validity() throws -> Validity { try Validity(from: Self.start, to: Self.end) }
}

@Suite("The temporary authority")
struct AuthorityTests {
    @Test("by default a server's certificate is for this machine, within its time")
    func server() throws {
        let identity = try ThrowAwayAuthority(Year.validity()).serverIdentity(Year.validity())
        #expect(identity.certificate.names == [.dns("localhost"), .address([127, 0, 0, 1]), SubjectName("::1")])
        #expect(try identity.certificate.validity == Year.validity())
        #expect(!identity.certificate.isAuthority && identity.chain.issuers.isEmpty)
    }

    @Test("no two certificates share a number or a key, and no two roots a name")
    func fresh() throws {
        let (one, two) = (try ThrowAwayAuthority(Year.validity()), try ThrowAwayAuthority(Year.validity()))
        #expect(one.certificate.subject(.commonName) != two.certificate.subject(.commonName))
        let issued = try (0..<20).map { _ in try one.serverIdentity(Year.validity()).certificate }
        #expect(Set(issued.map(\.serial)).count == 20 && Set(issued.map { $0.publicKey?.pem }).count == 20)
        #expect(issued.allSatisfy { $0.serial?.bytes.count == 16 })
    }

    @Test("serial numbers come from the given source")
    func serials() throws {
        let authority = try ThrowAwayAuthority(Year.validity()) { [UInt8](repeating: 0xAB, count: $0) }
        let serial = try #require(authority.serverIdentity(Year.validity()).certificate.serial)
        #expect(serial.description == "6b" + String(repeating: "ab", count: 15))
    }

    @Test("an authority is restored from its texts, and continues to issue under its name")
    func readBack() throws {
        let first = try ThrowAwayAuthority(Year.validity())
        let certificate = try Certificate(pem: Array(first.certificate.pem.utf8))
        let second = try ThrowAwayAuthority(certificate, key: PrivateKey(pem: Array(first.keyPEM.utf8)))
        #expect(second.certificate == first.certificate && certificate.fingerprint == first.certificate.fingerprint)
        let identity = try second.serverIdentity(Year.validity())
        try CertificateTool.with([
            "root.pem": Array(first.certificate.pem.utf8), "leaf.pem": Array(identity.chain.pem.utf8),
        ]) { tool in
            let outcome = try tool.run("verify -CAfile root.pem -attime \(Year.middle.seconds) leaf.pem")
            #expect(outcome.status == 0)
        }
    }

    @Test("a certificate that is not an authority, or with another key, is refused")
    func impostors() throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let leaf = try authority.serverIdentity(Year.validity())
        let key = try PrivateKey(pem: Array(leaf.keyPEM.utf8))
        let noAuthority = #expect(throws: CertificateFault.self) { try ThrowAwayAuthority(leaf.certificate, key: key) }
        #expect(noAuthority?.code == .noAuthority)
        #expect(
            noAuthority?.description == "the certificate does not belong to an authority; give the root certificate")
        let wrongKey = #expect(throws: CertificateFault.self) {
            try ThrowAwayAuthority(authority.certificate, key: key)
        }
        #expect(wrongKey?.code == .wrongKey)
    }

    @Test("a subordinate's certificates come with the chain up to the root, which is left out")
    func chain() throws {
        let root = try ThrowAwayAuthority(Year.validity())
        let lower = try root.subordinate(Year.validity()).subordinate(Year.validity())
        let chain = try lower.serverIdentity(Year.validity()).chain
        #expect(chain.certificates.count == 3 && !chain.certificates.contains(root.certificate))
        #expect(try CertificateChain(pem: Array(chain.pem.utf8)) == chain)
    }

    private static let nameRule =
        "a DNS name must have at most 253 bytes, in labels of 1 to 63 letters, digits, '-' or '_'"

    @Test(
        "contents that no certificate can have are refused",
        arguments: [
            (
                "no names", [], CertificateFault.Code.noNames,
                "a server certificate needs a name or an address; give one"
            ),
            ("an empty name", [.dns("")], .badName, nameRule),
            ("an empty label", [.dns("a..b")], .badName, nameRule),
            ("a label too long", [.dns(String(repeating: "a", count: 64))], .badName, nameRule),
            (
                "a name too long", [.dns(Array(repeating: "abcdefg", count: 32).joined(separator: "."))], .badName,
                nameRule
            ),
            ("a line end", [.dns("a\nb")], .badName, nameRule),
            ("a zero", [.dns("localhost\0.contoso.com")], .badName, nameRule),
            ("an address in front of a zero", [SubjectName("127.0.0.1\0.contoso.com")], .badName, nameRule),
            ("a letter beyond ASCII", [.dns("ä.contoso.com")], .badName, nameRule),
            ("a star alone", [.dns("*")], .badName, nameRule),
            ("a star in the middle", [.dns("a.*.com")], .badName, nameRule),
            (
                "an address of three bytes", [.address([127, 0, 0])], .badAddress,
                "the address has 3 bytes; it must have 4 or 16"
            ),
        ] as [(String, [SubjectName], CertificateFault.Code, String)])
    func badNames(_ row: (name: String, names: [SubjectName], code: CertificateFault.Code, sentence: String)) throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let fault = #expect(throws: CertificateFault.self) {
            try authority.serverIdentity(for: row.names, Year.validity())
        }
        #expect(fault?.code == row.code && fault?.description == row.sentence)
    }

    @Test("names of clients have 1 to 64 bytes", arguments: [(0, false), (1, true), (64, true), (65, false)])
    func clientNames(_ row: (count: Int, isTaken: Bool)) throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let identity = try? authority.clientIdentity(
            called: String(repeating: "n", count: row.count), Year.validity())
        #expect((identity != nil) == row.isTaken)
        guard !row.isTaken else { return }
        let fault = #expect(throws: CertificateFault.self) {
            try authority.clientIdentity(called: String(repeating: "n", count: row.count), Year.validity())
        }
        #expect(fault?.description == "the part CN of a name has \(row.count) bytes; it must have 1 to 64")
    }

    @Test(
        "texts of addresses are addresses, and all others are names",
        arguments: [
            ("127.0.0.1", .address([127, 0, 0, 1])), ("::1", .address([UInt8](repeating: 0, count: 15) + [1])),
            ("localhost", .dns("localhost")), ("127.0.0.256", .dns("127.0.0.256")),
            ("push.contoso.com", .dns("push.contoso.com")), ("", .dns("")),
        ] as [(String, SubjectName)])
    func names(_ row: (text: String, name: SubjectName)) { #expect(SubjectName(row.text) == row.name) }

    @Test("a validity has an order and years that X.509 can express")
    func validity() throws {
        let second = Instant(microseconds: 1_000_000)
        let turned = #expect(throws: CertificateFault.self) { try Validity(from: Year.end, to: Year.start) }
        #expect(
            turned?.description == "a certificate must begin before it ends, and both in the years 1950 to 9999")
        let first = Instant(microseconds: -631_152_000_000_000)
        let last = Instant(microseconds: 253_402_300_799_000_000)
        #expect(throws: CertificateFault.self) { try Validity(from: first - .microseconds(1), to: second) }
        #expect(throws: CertificateFault.self) { try Validity(from: second, to: last + .seconds(1)) }
        // Around the year in which the form of the dates changes, and at both ends.
        let turn = Instant(microseconds: 2_524_608_000_000_000)
        for (start, end) in [(first, last), (turn - .seconds(1), turn), (turn, turn), (second, second)] {
            let validity = try Validity(from: start, to: end)
            let certificate = try ThrowAwayAuthority(validity).certificate
            #expect(certificate.validity == validity)
        }
        let cut = try Validity(from: Year.start + .microseconds(7), to: Year.end + .microseconds(999_999))
        #expect(cut == (try Year.validity()))
    }

    @Test("every day of four centuries, and some of all years, is read back from X.509")
    func dates() {
        let (first, last): (Int64, Int64) = (-631_152_000, 253_402_300_799)
        let days = stride(from: first, to: first + 400 * 366 * 86_400, by: 86_400)
        let some = stride(from: first, through: last, by: 86_400 * 379 + 12_345)
        let wrong = (Array(days) + Array(some) + [last]).filter { seconds in
            let instant = Instant(microseconds: seconds * 1_000_000)
            var read: Instant?
            instant.borrowTime { read = Instant($0) }
            return read != instant
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(10))")
    }

    @Test("a validity lasts from its first second to the end of its last")
    func moments() throws {
        let validity = try Year.validity()
        #expect(!validity.contains(Year.start - .microseconds(1)) && validity.contains(Year.start))
        #expect(validity.contains(Year.end + .microseconds(999_999)) && !validity.contains(Year.end + .seconds(1)))
    }
}
