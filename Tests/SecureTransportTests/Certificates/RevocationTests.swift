import Basics
import Testing

@testable import SecureTransport

@Suite("Revocation lists")
struct RevocationTests {
    @Test("a list is read back with its numbers and its time", arguments: [0, 1, 3, 50])
    func readBack(_ count: Int) throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let serials = (0..<count).map { _ in SerialNumber(drawnFrom: RandomBytes.make) }
        let list = try RevocationList(pem: Array(authority.revocationList(of: serials, Year.validity()).pem.utf8))
        #expect(Set(list.serials) == Set(serials) && list.serials.count == count)
        #expect(try list.validity == Year.validity())
    }

    @Test("openssl finds the revoked certificate revoked, and the other valid, with our list")
    func verified() throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let good = try authority.serverIdentity(Year.validity())
        let bad = try authority.serverIdentity(Year.validity())
        let serial = try #require(bad.certificate.serial)
        let list = try authority.revocationList(of: [serial], Year.validity())
        try CertificateTool.with([
            "root.pem": Array(authority.certificate.pem.utf8), "list.pem": Array(list.pem.utf8),
            "good.pem": Array(good.chain.pem.utf8), "bad.pem": Array(bad.chain.pem.utf8),
        ]) { tool in
            let verify = "verify -CAfile root.pem -CRLfile list.pem -crl_check -attime \(Year.middle.seconds)"
            #expect(try tool.run("\(verify) good.pem").status == 0)
            let refused = try tool.run("\(verify) bad.pem")
            #expect(refused.status != 0 && refused.errors.contains("certificate revoked"))
            let shown = try tool.run("crl -in list.pem -noout -text -CAfile root.pem")
            #expect(shown.status == 0 && shown.errors.contains("verify OK"))
            #expect(shown.output.contains("Serial Number: \(serial.description.uppercased())"))
        }
    }

    @Test(
        "a text that is not a list is refused with the reason",
        arguments: [
            ("CERTIFICATE", "line 1: expected a revocation list here, but found 'CERTIFICATE'"),
            ("X509 CRL", "line 1: the bytes between BEGIN and END are not a revocation list"),
        ])
    func refused(_ row: (label: String, sentence: String)) {
        let text = "-----BEGIN \(row.label)-----\nAAAA\n-----END \(row.label)-----\n"
        let fault = #expect(throws: PEMFault.self) { try RevocationList(pem: Array(text.utf8)) }
        #expect(fault?.description == row.sentence)
    }

    @Test("two lists in one text are refused")
    func several() throws {
        let pem = try ThrowAwayAuthority(Year.validity()).revocationList(of: [], Year.validity()).pem
        let fault = #expect(throws: PEMFault.self) { try RevocationList(pem: Array((pem + pem).utf8)) }
        #expect(fault?.code == .several)
        let line = pem.split(separator: "\n").count + 1
        #expect(fault?.description == "line \(line): there is a second block, 'X509 CRL'; give only one list")
    }

    @Test(
        "numbers are positive and have at most twenty bytes",
        arguments: [
            ([], nil), ([0], nil), ([0, 0], nil), ([1], [1]), ([0, 1], [1]), ([0x80], [0x80]),
            ([UInt8](repeating: 0x7F, count: 20), [UInt8](repeating: 0x7F, count: 20)),
            ([UInt8](repeating: 0x80, count: 20), nil), ([UInt8](repeating: 1, count: 21), nil),
        ] as [([UInt8], [UInt8]?)])
    func serials(_ row: (bytes: [UInt8], kept: [UInt8]?)) { #expect(SerialNumber(row.bytes)?.bytes == row.kept) }
}
