import Basics
import PushGateway
import Testing

@testable import SecureTransport

@Suite("Provider tokens with real signatures")
struct ProviderTokenTests {
    /// What a client library makes of a token, and whether it keeps to the letter of the documentation.
    struct Spelling: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var scheme = "bearer "
        var header = SignedGate.header
        var claims = SignedGate.claims
        var form = PrivateKey.SignatureForm.raw
        var spelled: @Sendable ([UInt8]) -> String = { Base64URL.text(of: $0) }
        let isByTheLetter: Bool

        private static func iat(_ text: String) -> String { #"{"iss":"TEAM000001","iat":\#(text)}"# }
        /// Some of it becomes `+` and `/` in plain base64, wherever it stands.
        private static let odd = #"{"n":"??????>>>>>>","iss":"TEAM000001","iat":1700000000}"#

        static let all = [
            Spelling(testDescription: "Go apns2", isByTheLetter: true),
            Spelling(
                testDescription: "aioapns, django", header: #"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT"}"#,
                isByTheLetter: true),
            Spelling(
                testDescription: "APNSwift", header: #"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT"}"#,
                claims: "{\n  \"iss\" : \"TEAM000001\",\n  \"iat\" : \"1700000000\",\n  \"kid\" : \"TEAMKEY001\"\n}",
                isByTheLetter: false),
            Spelling(
                testDescription: "line feeds and a claim more, and nothing else of APNSwift's",
                claims: "{\n\t\"iss\" : \"TEAM000001\",\r\n  \"iat\" : 1700000000,\n  \"kid\" : \"TEAMKEY001\"\n}\n",
                isByTheLetter: true),
            Spelling(
                testDescription: "a2", scheme: "Bearer ", claims: Self.odd, form: .der, spelled: SignedGate.plain,
                isByTheLetter: false),
            Spelling(testDescription: "Pushy", form: .der, isByTheLetter: true),
            Spelling(testDescription: "PyAPNs2", claims: Self.iat("1699999999.123456"), isByTheLetter: false),
            Spelling(
                testDescription: "gobiko", claims: #"{"iss": "TEAM000001", "iat": 1699999999.5}"#,
                isByTheLetter: false),
            Spelling(
                testDescription: "mopyapns, pyapns-client", claims: Self.iat("1699999999.0"), isByTheLetter: false),
            Spelling(testDescription: "kalyke", claims: Self.iat(#""1700000000""#), isByTheLetter: false),
            Spelling(
                testDescription: "simple-apns", claims: #"{"iss":"TEAM000001","iat":1700000000,"exp":1700003600}"#,
                isByTheLetter: true),
            Spelling(
                testDescription: "curl by hand", scheme: "BEARER ", header: #"{ "alg": "ES256", "kid": "TEAMKEY001" }"#,
                form: .der, isByTheLetter: true),
            Spelling(
                testDescription: "no alg, as the documentation shows", header: #"{"kid":"TEAMKEY001"}"#,
                isByTheLetter: false),
            Spelling(
                testDescription: "base64url with padding", claims: Self.odd,
                spelled: { SignedGate.plain($0).replacing("+", with: "-").replacing("/", with: "_") },
                isByTheLetter: false),
            Spelling(
                testDescription: "plain base64 without padding", claims: Self.odd,
                spelled: { SignedGate.plain($0).replacing("=", with: "") }, isByTheLetter: false),
        ]
    }

    @Test(
        "every spelling of client libraries is accepted, and by a strict reader only the documented one",
        arguments: Spelling.all)
    func spellings(_ spelling: Spelling) {
        for reading in [ProviderToken.Reading.lenient, .strict] {
            var gate = SignedGate(reading)
            let token = gate.token(
                header: spelling.header, claims: spelling.claims, as: spelling.form, spelled: spelling.spelled)
            let isTaken = reading == .lenient || spelling.isByTheLetter
            #expect(
                gate.verdict(spelling.scheme + token) == (isTaken ? "200" : "403 InvalidProviderToken"), "\(reading)")
        }
    }

    /// Tokens with something wrong at an edge.
    static let brokenEdges: [(String, @Sendable (String) -> String)] = [
        ("a dot behind it", { $0 + "." }), ("a dot in front", { "." + $0 }), ("a byte behind it", { $0 + "A" }),
        ("a zero behind it", { $0 + "\0" }), ("a line end behind it", { $0 + "\n" }),
        ("a comma and another", { $0 + "," + $0 }), ("a blank and another", { $0 + " " + $0 }),
        ("a blank inside", { $0.replacing(".", with: ". ") }), ("padding that nothing needs", { $0 + "=" }),
        ("quotes around it", { "\"" + $0 + "\"" }), ("its last character missing", { String($0.dropLast()) }),
        ("a fourth part", { $0 + ".AAAA" }), ("two dots", { $0.replacing(".", with: "..") }),
    ]

    @Test("a token with other text at its ends is refused", arguments: brokenEdges)
    func edges(_ row: (name: String, spelled: @Sendable (String) -> String)) {
        for reading in [ProviderToken.Reading.lenient, .strict] {
            var gate = SignedGate(reading)
            let token = gate.token()
            #expect(gate.verdict("bearer " + row.spelled(token)) == "403 InvalidProviderToken", "\(row.name)")
        }
    }

    @Test(
        "a token has up to 4096 bytes, and no claim is too long below that",
        arguments: [ProviderToken.Reading.lenient, .strict])
    func length(_ reading: ProviderToken.Reading) {
        var gate = SignedGate(reading)
        let sender = gate
        let token = { (count: Int) in
            let padding = String(repeating: "x", count: count)
            return sender.token(claims: #"{"iss":"TEAM000001","iat":1700000000,"x":"\#(padding)"}"#)
        }
        let room = 4_096 - token(0).utf8.count
        let (longest, tooLong) = (token(room * 3 / 4), token(room * 3 / 4 + 3))
        #expect((4_093...4_096).contains(longest.utf8.count) && tooLong.utf8.count > 4_096)
        #expect(gate.verdict("bearer " + longest) == "200")
        #expect(gate.verdict("bearer " + tooLong) == "403 InvalidProviderToken")
    }

    @Test("alg none is refused, with and without a signature", arguments: ["none", "None", "NONE", "nOnE", ""])
    func none(_ algorithm: String) {
        var gate = SignedGate()
        let signed = gate.token(header: #"{"alg":"\#(algorithm)","kid":"TEAMKEY001"}"#)
        let unsigned = signed.prefix(through: signed.lastIndex(of: ".") ?? signed.startIndex)
        for token in [signed, String(unsigned), unsigned + "AA"] {
            #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
        }
    }

    @Test("HS256 with the public key as its secret is refused, however the key is spelled")
    func confusion() {
        var gate = SignedGate()
        let key = gate.key.publicKey
        for secret in [Array(key.pem.utf8), Array(key.pem.utf8.dropLast()), key.der, Array(key.der.suffix(65))] {
            for header in [#"{"alg":"HS256","kid":"TEAMKEY001"}"#, SignedGate.header, #"{"kid":"TEAMKEY001"}"#] {
                let signed = Base64URL.text(of: header.utf8) + "." + Base64URL.text(of: SignedGate.claims.utf8)
                let tag = SealKey(secret).tag(of: Array(signed.utf8))
                for signature in [tag, tag + tag] {
                    let token = signed + "." + Base64URL.text(of: signature)
                    #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
                }
            }
        }
    }

    @Test(
        "no other algorithm is accepted, even with a valid ES256 signature",
        arguments: [
            "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256K", "ES384", "ES512", "EdDSA", "HS256", "es256",
            "ES256 ",
        ])
    func algorithms(_ name: String) {
        var gate = SignedGate()
        let token = gate.token(header: #"{"alg":"\#(name)","kid":"TEAMKEY001"}"#)
        #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
    }

    /// Ids that would be paths, queries, commands or addresses, if anybody took them for more than bytes.
    static let hostileIDs = [
        "../../../../dev/null", "/dev/null", "TEAMKEY001/../TEAMKEY001", "' OR '1'='1", "x'; DROP TABLE keys;--",
        "TEAMKEY001%00", "TEAMKEY001\\u0000", "https://attacker.example/key", "|id", "$(id)", "*", "%", "TEAMKEY00?",
        "teamkey001", "TEAMKEY0010", "TEAMKEY00", "ТEAMKEY001", "TEAMKEY001\u{301}", "",
        String(repeating: "A", count: 64),
    ]

    @Test("a hostile kid is bytes that no key has", arguments: hostileIDs)
    func hostileID(_ id: String) {
        // Also where the service takes any key for one of the team that a token names.
        for keys in [nil, GatewayKeys.open] {
            var gate = SignedGate(keys: keys)
            let token = gate.token(header: #"{"alg":"ES256","kid":"\#(id)"}"#)
            #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
        }
    }

    @Test("ids that only look alike are different ids")
    func normalization() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let key = PrivateKey.generate()
        var check = SignatureCheck()
        check.admit(key.publicKey, id: composed)
        let signature = key.signature(over: [1])
        #expect(check.isSignature(signature, over: [1], byKey: composed))
        #expect(!check.isSignature(signature, over: [1], byKey: decomposed))
    }

    @Test(
        "a key inside the token is ignored",
        arguments: [#""jwk":{"kty":"EC","crv":"P-256"}"#, #""jku":"https://attacker.example/k""#, #""x5c":["AAAA"]"#])
    func embeddedKey(_ member: String) {
        var gate = SignedGate()
        let attacker = SignedGate()
        let token = attacker.token(header: #"{"alg":"ES256","kid":"TEAMKEY001",\#(member)}"#)
        #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
    }

    @Test("r or s out of range, and numbers that are not canonical, are refused in a token")
    func numbers() throws {
        var gate = SignedGate()
        let good = gate.token()
        let signed = String(good.prefix(upTo: try #require(good.lastIndex(of: "."))))
        let signature = gate.key.signature(over: Array(signed.utf8))
        let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        let order = ES256SignatureTests.order
        let zero = ES256SignatureTests.zero
        let padded = DERWriter.element(DERTag.integer, [0, 0] + s)
        for bad in [
            zero + s, r + zero, order + s, r + order, zero + zero, order + order, s + r, signature + [0],
            [0] + signature, Array(signature.dropLast()),
            DERWriter.sequence(DERWriter.integer(r), padded),
            DERWriter.sequence(DERWriter.integer(r), DERWriter.integer(s)) + [0],
            DERWriter.sequence(DERWriter.integer(order), DERWriter.integer(s)),
            DERWriter.sequence(DERWriter.integer(r), DERWriter.element(DERTag.integer, [])),
        ] {
            let token = signed + "." + Base64URL.text(of: bad)
            #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
        }
        let der = DERWriter.sequence(DERWriter.integer(r), DERWriter.integer(s))
        #expect(gate.verdict("bearer " + signed + "." + Base64URL.text(of: der)) == "200")
    }

    @Test("an id that was removed, or given to another key, no longer accepts the old key's tokens")
    func forgotten() {
        var gate = SignedGate()
        let token = gate.token()
        gate.ports.check.admit(PrivateKey.generate().publicKey, id: "TEAMKEY001")
        #expect(gate.verdict("bearer " + token) == "403 InvalidProviderToken")
        var other = SignedGate()
        let second = other.token()
        other.ports.check.forget(id: "TEAMKEY001")
        #expect(other.verdict("bearer " + second) == "403 InvalidProviderToken")
    }
}
