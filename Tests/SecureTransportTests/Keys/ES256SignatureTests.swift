import Basics
import Testing

@testable import SecureTransport

@Suite("The two numbers of an ES256 signature")
struct ES256SignatureTests {
    static let order = Hex.bytes(of: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
    static let zero = [UInt8](repeating: 0, count: 32)
    static let one = [UInt8](repeating: 0, count: 31) + [1]
    static let lessOne: [UInt8] = order.dropLast() + [0x50]
    static let moreOne: [UInt8] = order.dropLast() + [0x52]
    static let highest = [UInt8](repeating: 0xFF, count: 32)

    @Test(
        "r and s are accepted from 1 to n - 1 only",
        arguments: [
            ("r is one", one, one, true), ("r is n - 1", lessOne, one, true), ("s is n - 1", one, lessOne, true),
            ("r is zero", zero, one, false), ("s is zero", one, zero, false), ("both are zero", zero, zero, false),
            ("r is n", order, one, false), ("s is n", one, order, false), ("both are n", order, order, false),
            ("r is n + 1", moreOne, one, false), ("s is n + 1", one, moreOne, false),
            ("r is the highest", highest, one, false), ("s is the highest", one, highest, false),
        ])
    func range(_ row: (name: String, r: [UInt8], s: [UInt8], isTaken: Bool)) {
        #expect((ES256Signature(raw: row.r + row.s) != nil) == row.isTaken, "raw: \(row.name)")
        let der = DERWriter.sequence(DERWriter.integer(row.r), DERWriter.integer(row.s))
        #expect((ES256Signature(der: der) != nil) == row.isTaken, "DER: \(row.name)")
    }

    @Test("raw is exactly 64 bytes", arguments: [0, 1, 32, 63, 65, 96, 128])
    func rawLength(_ count: Int) {
        #expect(ES256Signature(raw: [UInt8](repeating: 1, count: count)) == nil)
        #expect(ES256Signature(sent: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(
        "DER has one spelling for each pair",
        arguments: [
            ("the shortest", "3006020101020102", true),
            ("a zero that keeps a high bit from being a sign", "30070202008002 0102", true),
            ("a zero that nothing needs", "300702020001020102", false),
            ("a negative r", "3006020181020102", false),
            ("an r without bytes", "30050200020102", false),
            ("a long length where a short one does", "308106020101020102", false),
            ("a long length inside", "300702810101020102", false),
            ("an indefinite length", "30800201010201020000", false),
            ("a third number", "3009020101020102020103", false),
            ("one number", "3003020101", false),
            ("a byte behind the sequence", "300602010102010200", false),
            ("a byte behind the numbers", "300702010102010200", false),
            ("a length beyond the end", "3007020101020102", false),
            ("a set in place of a sequence", "3106020101020102", false),
            ("a bit string in place of r", "3006030101020102", false),
            ("a length of four bytes", "308400000006020101020102", false),
            (
                "an r of 33 bytes",
                "302602210100000000000000000000000000000000000000000000000000000000000000"
                    + "00020101", false
            ),
            ("nothing", "", false), ("an empty sequence", "3000", false),
        ])
    func canonical(_ row: (name: String, hex: String, isTaken: Bool)) throws {
        let bytes = try #require(Hex.bytes(of: row.hex.filter { $0 != " " }))
        let signature = ES256Signature(der: bytes)
        #expect((signature != nil) == row.isTaken, "\(row.name)")
        if let signature { #expect(signature.der == bytes) }
    }

    @Test("every pair of lengths of numbers is read back from both forms")
    func roundTrip() throws {
        let numbers = (1...32).map { [UInt8](repeating: 0, count: 32 - $0) + [UInt8](repeating: 0x81, count: $0) }
        for (r, s) in numbers.flatMap({ r in numbers.map { (r, $0) } }) {
            let signature = try #require(ES256Signature(raw: r + s))
            #expect(ES256Signature(der: signature.der) == signature)
        }
    }

    @Test("a truncated signature is refused")
    func cut() throws {
        let der = try #require(ES256Signature(raw: Self.lessOne + Self.lessOne)?.der)
        for count in 0..<der.count { #expect(ES256Signature(der: Array(der.prefix(count))) == nil) }
    }
}
