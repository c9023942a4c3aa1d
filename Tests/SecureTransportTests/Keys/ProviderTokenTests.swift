import Basics
import PushGateway
import Testing

@testable import SecureTransport

@Suite("Provider tokens with real signatures")
struct ProviderTokenTests {
    @Test(
        "every spelling of client libraries is taken",
        arguments: [
            ("by the letter", "bearer ", SignedGate.header, SignedGate.claims, PrivateKey.SignatureForm.raw, false),
            (
                "APNSwift", "bearer ", #"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT"}"#,
                "{\n  \"iss\" : \"TEAM000001\",\n  \"iat\" : \"1700000000\",\n  \"kid\" : \"TEAMKEY001\"\n}", .raw,
                false
            ),
            ("a2", "Bearer ", SignedGate.header, SignedGate.claims, .der, true),
            ("Pushy", "bearer ", SignedGate.header, SignedGate.claims, .der, false),
            ("PyAPNs2", "bearer ", SignedGate.header, #"{"iss":"TEAM000001","iat":1699999999.123456}"#, .raw, false),
            (
                "simple-apns", "bearer ", SignedGate.header,
                #"{"iss":"TEAM000001","iat":1700000000,"exp":1700003600}"#, .raw, false
            ),
            ("curl by hand", "BEARER ", #"{ "alg": "ES256", "kid": "TEAMKEY001" }"#, SignedGate.claims, .der, false),
            ("no alg, as the documentation shows", "bearer ", #"{"kid":"TEAMKEY001"}"#, SignedGate.claims, .raw, false),
        ])
    func spellings(
        _ row: (
            name: String, scheme: String, header: String, claims: String, form: PrivateKey.SignatureForm, isPlain: Bool
        )
    ) {
        var gate = SignedGate()
        let token = gate.token(
            header: row.header, claims: row.claims, as: row.form,
            spelled: row.isPlain ? SignedGate.plain : { Base64URL.text(of: $0) })
        #expect(gate.verdict(row.scheme + token) == "200", "\(row.name)")
    }

    @Test(
        "a strict reader takes the letter of the documentation, raw and DER",
        arguments: [PrivateKey.SignatureForm.raw, .der])
    func strict(_ form: PrivateKey.SignatureForm) {
        var gate = SignedGate(.strict)
        let token = gate.token(as: form)
        #expect(gate.verdict("bearer " + token) == "200")
        let padded = gate.token(as: form, spelled: SignedGate.plain)
        #expect(gate.verdict("bearer " + padded) == "403 InvalidProviderToken")
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
        "no other algorithm is taken, even with a good signature of ES256",
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
        "a key that the sender brings along is not looked at",
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

    @Test("an id that was forgotten, or given to another key, takes the old key's tokens no more")
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
