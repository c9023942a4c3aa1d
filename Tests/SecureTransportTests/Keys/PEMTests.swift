import Basics
import Testing

@testable import SecureTransport

/// Texts that people give in place of a private key, and what they are told.
struct BadKeyText: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let code: PEMFault.Code
    let sentence: String

    init(_ name: String, _ text: String, _ code: PEMFault.Code, _ sentence: String) {
        (self.name, self.text, self.code, self.sentence) = (name, text, code, sentence)
    }

    var testDescription: String { self.name }

    static let key = PrivateKey.generate().pem
    private static let lines = key.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

    /// The key with one line, counted from 1, changed.
    private static func changed(_ number: Int, _ change: (String) -> String) -> String {
        var lines = Self.lines
        lines[number - 1] = change(lines[number - 1])
        return lines.joined(separator: "\n")
    }

    private static func block(_ label: String, _ body: String = "AAAA") -> String {
        "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    static let all: [BadKeyText] = [
        BadKeyText(
            "nothing", "", .noBlock,
            "no line begins with '-----BEGIN', so this is not PEM; convert DER or JSON to PEM"),
        BadKeyText(
            "JSON", #"{"kty":"EC"}"#, .noBlock,
            "no line begins with '-----BEGIN', so this is not PEM; convert DER or JSON to PEM"),
        BadKeyText(
            "line ends as two characters", key.split(separator: "\n").joined(separator: #"\n"#), .escapedLineEnds,
            "line 1: the line ends are written as a backslash and an n; replace them with real line ends"),
        BadKeyText(
            "all in one line", key.split(separator: "\n").joined(separator: " "), .badBoundary,
            "line 1: invalid boundary: the line must be exactly '-----BEGIN …-----'"),
        BadKeyText(
            "dashes missing", changed(1) { String($0.dropLast()) }, .badBoundary,
            "line 1: invalid boundary: the line must be exactly '-----BEGIN …-----'"),
        BadKeyText(
            "no end", String(key.prefix(100)), .unfinished,
            "line 1: the block that begins here has no '-----END': the text is cut off"),
        BadKeyText(
            "the end only", changed(1) { _ in "" }, .badBoundary,
            "line 5: there is '-----END' without '-----BEGIN' before it"),
        BadKeyText(
            "the end of something else", changed(5) { _ in "-----END PUBLIC KEY-----" }, .badBoundary,
            "line 5: the block from line 1 must end with its own name"),
        BadKeyText(
            "a second beginning", changed(3) { _ in "-----BEGIN PRIVATE KEY-----" }, .badBoundary,
            "line 3: the block from line 1 must end with its own name"),
        BadKeyText(
            "a character of another alphabet", changed(3) { "_" + $0.dropFirst() }, .badBase64,
            "line 3: the line has a character that is not base64"),
        BadKeyText(
            "a cut line", changed(4) { String($0.dropLast(1)) }, .truncatedBase64,
            "line 4: the base64 is cut off: its last group has 3 of 4 characters"),
        BadKeyText(
            "a line that is missing characters in the middle", changed(2) { String($0.dropLast(2)) }, .truncatedBase64,
            "line 4: the base64 is cut off: its last group has 2 of 4 characters"),
        BadKeyText(
            "padding in the middle", changed(2) { $0.dropLast(2) + "==" }, .badBase64,
            "line 3: there is base64 after the padding"),
        BadKeyText(
            "bits that no byte needs", block("PRIVATE KEY", "AAB="), .badBase64,
            "line 2: the last characters of the base64 are not valid"),
        BadKeyText(
            "nothing inside", block("PRIVATE KEY", ""), .empty,
            "line 3: the block is empty"),
        BadKeyText(
            "a certificate", block("CERTIFICATE"), .wrongLabel,
            "line 1: expected a private key here, but found 'CERTIFICATE'"),
        BadKeyText(
            "the public half", PrivateKey.generate().publicKey.pem, .wrongLabel,
            "line 1: expected a private key here, but found 'PUBLIC KEY'"),
        BadKeyText(
            "a key of RSA's own form", block("RSA PRIVATE KEY"), .wrongLabel,
            "line 1: expected a private key here, but found 'RSA PRIVATE KEY'"),
        BadKeyText(
            "a label that nobody knows", block("\u{1B}[31mKEY"), .wrongLabel,
            "line 1: expected a private key here, but found an unknown block"),
        BadKeyText(
            "only parameters", block("EC PARAMETERS", "BggqhkjOPQMBBw=="), .wrongLabel,
            "line 1: the file has only the parameters of a curve, but no key; give the key"),
        BadKeyText(
            "encrypted PKCS #8", block("ENCRYPTED PRIVATE KEY"), .encrypted,
            "line 1: the key is encrypted; decrypt it with 'openssl pkcs8 -in KEY -out PLAIN'"),
        BadKeyText(
            "encrypted SEC 1", block("EC PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA"),
            .encrypted, "line 1: the key is encrypted; decrypt it with 'openssl pkcs8 -in KEY -out PLAIN'"),
        BadKeyText(
            "two keys", key + PrivateKey.generate().pem, .several,
            "line 6: there is a second block, 'PRIVATE KEY'; give only one key"),
        BadKeyText(
            "text behind the key", key + "\nis mine\n", .trailingText,
            "line 7: there is text after the key; remove everything after '-----END'"),
        BadKeyText(
            "no key inside", block("PRIVATE KEY"), .malformed,
            "line 1: the bytes between BEGIN and END are not a private key"),
        BadKeyText(
            "a byte behind the key", PEMBlock.text(.privateKey, KeyBlock.wrapped(PrivateKey.generate().shared) + [0]),
            .malformed, "line 1: the bytes between BEGIN and END are not a private key"),
        BadKeyText(
            "far too much", String(repeating: " ", count: PEMText.sizeLimit + 1), .tooLong,
            "the text has 1048577 bytes; the limit is 1048576"),
    ]
}

@Suite("PEM")
struct PEMTests {
    @Test("a text that is not a private key is refused with the reason and the position", arguments: BadKeyText.all)
    func refused(_ bad: BadKeyText) {
        let fault = #expect(throws: PEMFault.self) { try PrivateKey(pem: Array(bad.text.utf8)) }
        #expect(fault?.code == bad.code)
        #expect(fault?.description == bad.sentence)
    }

    @Test("no message repeats the text", arguments: BadKeyText.all)
    func secret(_ bad: BadKeyText) {
        let fault = #expect(throws: PEMFault.self) { try PrivateKey(pem: Array(bad.text.utf8)) }
        for line in BadKeyText.key.split(separator: "\n").dropFirst().dropLast() {
            #expect(fault?.description.contains(line.prefix(8)) == false)
        }
    }

    @Test(
        "irrelevant differences of a text are accepted",
        arguments: [
            ("as it is", { $0 }),
            ("CRLF", { $0.replacing("\n", with: "\r\n") }),
            ("no line end behind it", { String($0.dropLast()) }),
            ("empty lines around it", { "\n\n" + $0 + "\n\n" }),
            ("blanks at the ends of lines", { $0.replacing("\n", with: " \t\n") }),
            ("an indented text", { $0.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n") }),
            ("a byte-order mark", { "\u{FEFF}" + $0 }),
            ("text in front", { "Bag Attributes\n    friendlyName: push\nKey Attributes: <none>\n" + $0 }),
            ("short lines", Self.rewrapped(at: 7)),
            ("one long line", Self.rewrapped(at: 1_000)),
            ("its curve in front", { PEMBlock.text(.ecParameters, [6, 8, 42, 134, 72, 206, 61, 3, 1, 7]) + $0 }),
        ] as [(String, @Sendable (String) -> String)])
    func taken(_ row: (name: String, spelled: @Sendable (String) -> String)) throws {
        let key = PrivateKey.generate()
        let read = try PrivateKey(pem: Array(row.spelled(key.pem).utf8))
        #expect(read.publicKey == key.publicKey, "\(row.name)")
        #expect(read.pem == key.pem)
    }

    private static func rewrapped(at width: Int) -> @Sendable (String) -> String {
        { text in
            let lines = text.split(separator: "\n")
            var body = lines.dropFirst().dropLast().joined()[...]
            var wrapped = [String(lines[0])]
            while !body.isEmpty {
                wrapped.append(String(body.prefix(width)))
                body = body.dropFirst(width)
            }
            return (wrapped + [String(lines[lines.count - 1])]).joined(separator: "\n")
        }
    }

    @Test("a truncated text is refused, unless only its last line end is missing")
    func cut() {
        let text = Array(PrivateKey.generate().pem.utf8)
        for count in 0..<text.count - 1 {
            #expect(throws: PEMFault.self, "cut at \(count)") { try PrivateKey(pem: Array(text.prefix(count))) }
        }
    }

    @Test("a text of the maximum size is read, even with the shortest lines", arguments: [1, 64])
    func greatest(_ width: Int) throws {
        let (begin, end) = (Array("-----BEGIN CERTIFICATE-----\n".utf8), Array("-----END CERTIFICATE-----\n".utf8))
        let line = [UInt8](repeating: UInt8(ascii: "A"), count: width) + [0x0A]
        let count = (PEMText.sizeLimit - begin.count - end.count) / line.count / 4 * 4
        let blocks = try PEMText(begin + Array(repeating: line, count: count).joined() + end).blocks
        #expect(blocks.map(\.bytes.count) == [count * width / 4 * 3])
    }

    @Test("base64 is correct at every length of the last line")
    func lengths() throws {
        for count in 1...200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) }
            let text = PEMBlock.text(.certificate, bytes)
            #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
            #expect(try PEMText(Array(text.utf8)).blocks.map(\.bytes) == [bytes])
        }
    }

    @Test("a public key has one encoding, and its point is on the curve")
    func unsound() {
        let good = PrivateKey.generate().publicKey.der
        // The last byte is one of the point's second number.
        let offCurve: [UInt8] = good.dropLast() + [good[good.count - 1] ^ 1]
        for bytes in [offCurve, good + [0], Array(good.dropLast()), []] {
            #expect(throws: PEMFault.self) { try PublicKey(der: bytes) }
        }
    }
}
