import Basics
import PushGateway
import Testing

/// One spelling of a provider token, and who accepts it.
struct TokenSpelling: Sendable, CustomTestStringConvertible {
    enum Readers: Sendable { case all, lenient, none }

    let what: String
    let token: TestToken
    let readers: Readers
    var scheme = "bearer "

    var testDescription: String { self.what }

    static let header = #"{"alg":"ES256","kid":"TEAMKEY001"}"#
    static let claims = #"{"iss":"TEAM000001","iat":1700000000}"#

    private static func claims(_ text: String) -> TestToken { TestToken(claims: text) }
    private static func header(_ text: String) -> TestToken { TestToken(header: text, claims: Self.claims) }
    private static func iat(_ text: String) -> TestToken { Self.claims(#"{"iss":"TEAM000001","iat":\#(text)}"#) }

    static let all: [TokenSpelling] = [
        TokenSpelling(what: "as documented", token: TestToken(), readers: .all),
        TokenSpelling(what: "Bearer", token: TestToken(), readers: .all, scheme: "Bearer "),
        TokenSpelling(what: "BEARER and more blanks", token: TestToken(), readers: .all, scheme: " BEARER \t "),
        TokenSpelling(what: "no scheme", token: TestToken(), readers: .none, scheme: ""),
        TokenSpelling(what: "another scheme", token: TestToken(), readers: .none, scheme: "Basic "),
        TokenSpelling(what: "iat with a fraction", token: iat("1699999999.75"), readers: .lenient),
        TokenSpelling(what: "iat with an exponent", token: iat("1.7e9"), readers: .lenient),
        TokenSpelling(what: "iat as a string", token: iat(#""1700000000""#), readers: .lenient),
        TokenSpelling(what: "iat as a string with a fraction", token: iat(#""1700000000.5""#), readers: .lenient),
        TokenSpelling(what: "iat as a string with a blank", token: iat(#"" 1700000000""#), readers: .none),
        TokenSpelling(what: "iat as a word", token: iat(#""now""#), readers: .none),
        TokenSpelling(what: "iat as true", token: iat("true"), readers: .none),
        TokenSpelling(what: "iat as null", token: iat("null"), readers: .none),
        TokenSpelling(what: "iat as an array", token: iat("[1700000000]"), readers: .none),
        TokenSpelling(what: "iat in milliseconds", token: iat("1700000000000"), readers: .none),
        TokenSpelling(what: "iat beyond all time", token: iat("1e400"), readers: .none),
        TokenSpelling(what: "iat of 30 digits", token: iat("170000000000000000000000000000"), readers: .none),
        TokenSpelling(what: "no iat", token: claims(#"{"iss":"TEAM000001"}"#), readers: .none),
        TokenSpelling(
            what: "iat twice", token: claims(#"{"iss":"TEAM000001","iat":1,"iat":1700000000}"#), readers: .none),
        TokenSpelling(
            what: "iat twice, once escaped", token: claims(#"{"iss":"TEAM000001","\u0069at":1,"iat":1700000000}"#),
            readers: .none),
        TokenSpelling(what: "no iss", token: claims(#"{"iat":1700000000}"#), readers: .none),
        TokenSpelling(what: "iss as a number", token: claims(#"{"iss":1,"iat":1700000000}"#), readers: .none),
        TokenSpelling(what: "iss of nothing", token: claims(#"{"iss":"","iat":1700000000}"#), readers: .none),
        TokenSpelling(
            what: "exp and kid besides",
            token: claims(
                #"{"iss":"TEAM000001","iat":1700000000,"exp":1700003600,"kid":"TEAMKEY001","x":{"iat":[1]}}"#),
            readers: .all),
        TokenSpelling(
            what: "line feeds and blanks",
            token: claims("{\n  \"iss\" : \"TEAM000001\",\r\n\t\"iat\" : 1700000000\n}\n"),
            readers: .all),
        TokenSpelling(
            what: "escaped letters", token: claims(#"{"i\u0073s":"TE\u0041M000001","iat":1700000000}"#), readers: .all),
        TokenSpelling(what: "claims that are an array", token: claims(#"["TEAM000001",1700000000]"#), readers: .none),
        TokenSpelling(
            what: "claims that are no JSON", token: claims(#"{"iss":"TEAM000001","iat":1700000000,}"#), readers: .none),
        TokenSpelling(
            what: "typ JWT", token: header(#"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT"}"#), readers: .all),
        TokenSpelling(
            what: "another typ", token: header(#"{"alg":"ES256","kid":"TEAMKEY001","typ":"at+jwt"}"#), readers: .lenient
        ),
        TokenSpelling(
            what: "typ twice", token: header(#"{"alg":"ES256","kid":"TEAMKEY001","typ":"JWT","typ":"at+jwt"}"#),
            readers: .none),
        TokenSpelling(what: "no alg", token: header(#"{"kid":"TEAMKEY001"}"#), readers: .lenient),
        TokenSpelling(what: "alg none", token: header(#"{"alg":"none","kid":"TEAMKEY001"}"#), readers: .none),
        TokenSpelling(what: "alg null", token: header(#"{"alg":null,"kid":"TEAMKEY001"}"#), readers: .none),
        TokenSpelling(
            what: "alg in small letters", token: header(#"{"alg":"es256","kid":"TEAMKEY001"}"#), readers: .none),
        TokenSpelling(what: "alg HS256", token: header(#"{"alg":"HS256","kid":"TEAMKEY001"}"#), readers: .none),
        TokenSpelling(
            what: "alg twice", token: header(#"{"alg":"none","alg":"ES256","kid":"TEAMKEY001"}"#), readers: .none),
        TokenSpelling(what: "no kid", token: header(#"{"alg":"ES256"}"#), readers: .none),
        TokenSpelling(
            what: "a kid of other letters", token: header(#"{"alg":"ES256","kid":"TEAMKEY00é"}"#), readers: .none),
        TokenSpelling(
            what: "a critical extension",
            token: header(#"{"alg":"ES256","kid":"TEAMKEY001","crit":["b64"],"b64":false}"#),
            readers: .none),
        TokenSpelling(
            what: "plain base64 with padding",
            token: {
                var token = TestToken(claims: #"{"iss":"TEAM000001","iat":1700000000,"n":"???>>>"}"#)
                token.isPlainBase64 = true
                return token
            }(), readers: .lenient),
        TokenSpelling(
            what: "no signature",
            token: {
                var token = TestToken()
                token.signature = []
                return token
            }(), readers: .none),
    ]
}

@Suite("Provider tokens")
struct ProviderTokenTests {
    @Test("each spelling is accepted by the readers that should accept it", arguments: TokenSpelling.all)
    func spellings(_ spelling: TokenSpelling) {
        for reading in [ProviderToken.Reading.lenient, .strict] {
            var gate = Gate()
            gate.admission.rules.tokenReading = reading
            gate.set("authorization", spelling.scheme + spelling.token.text)
            let isGood = spelling.readers == .all || spelling.readers == .lenient && reading == .lenient
            #expect(gate.verdict() == (isGood ? "200" : "403 InvalidProviderToken"), "\(reading)")
        }
    }

    @Test("a strict reader requires ids of ten characters")
    func strictNames() {
        var gate = Gate()
        gate.admission.keys = .open
        gate.setToken(TestToken(key: "my-key", team: "me"))
        #expect(gate.verdict() == "200")
        gate.admission.rules.tokenReading = .strict
        #expect(gate.verdict() == "403 InvalidProviderToken")
    }

    @Test(
        "texts that are not tokens are refused",
        arguments: [
            "a", "a.b", "a.b.c", "a.b.c.d", "..", "....", "e30.e30.e30", "=.=.=", "\u{212A}.b.c", "a b", "-._.-",
            String(repeating: "a", count: 5_000),
        ])
    func junk(_ text: String) {
        var gate = Gate()
        gate.set("authorization", "bearer " + text)
        #expect(gate.verdict() == "403 InvalidProviderToken")
    }

    @Test(
        "the age of a token is exact to the second",
        arguments: [
            (-61, "403 InvalidProviderToken"), (-60, "200"), (0, "200"), (3_600, "200"),
            (3_601, "403 ExpiredProviderToken"),
            (1_700_000_000, "403 ExpiredProviderToken"),
        ])
    func ages(_ seconds: Int64, verdict: String) {
        var gate = Gate()
        gate.setToken(TestToken(age: .seconds(seconds)))
        #expect(gate.verdict() == verdict)
    }

    @Test("a valid token is refused after an hour")
    func growsOld() {
        var gate = Gate()
        #expect(gate.verdict() == "200")
        gate.now = gate.now + .hours(1)
        #expect(gate.verdict() == "200")
        gate.now = gate.now + .seconds(1)
        #expect(gate.verdict() == "403 ExpiredProviderToken")
        #expect(gate.ports.checks.count == 1)
    }

    @Test("an expired token is not checked again and is not an update")
    func expiredIsNoUpdate() {
        var gate = Gate()
        gate.setToken(TestToken(age: .hours(2)))
        #expect(gate.verdict() == "403 ExpiredProviderToken")
        #expect(gate.connection.tokenInUse == nil)
        gate.setToken(TestToken())
        #expect(gate.verdict() == "200")
        #expect(gate.connection.tokenUpdates == 0)
    }

    @Test("the signature of a token is checked once, valid or not")
    func checkedOnce() {
        var gate = Gate()
        for _ in 0..<3 { #expect(gate.verdict() == "200") }
        var forged = TestToken(key: "TEAMKEY002")
        forged.signature = [1, 2, 3]
        gate.setToken(forged)
        for _ in 0..<3 { #expect(gate.verdict() == "403 InvalidProviderToken") }
        #expect(gate.ports.checks.count == 2)
    }

    @Test("cached tokens are limited, and forgotten when the keys change")
    func bounded() {
        var gate = Gate()
        let first = gate.headers["authorization"]
        for age in 1...AdmissionRules.verdictLimit {
            gate.setToken(TestToken(age: .seconds(Int64(age))))
            _ = gate.send()
        }
        #expect(gate.ports.checks.count == AdmissionRules.verdictLimit)
        gate.set("authorization", first)
        _ = gate.send()
        #expect(gate.ports.checks.count == AdmissionRules.verdictLimit + 1)
        gate.admission.keys = GatewayKeys()
        #expect(gate.verdict() == "403 InvalidProviderToken")
        gate.admission.keys = .open
        gate.connection = PushConnection(.production)
        #expect(gate.verdict() == "200")
    }

    @Test("an open service accepts any key for the team that signs, and still requires a signature")
    func open() {
        var gate = Gate()
        gate.admission.keys = .open
        gate.setToken(TestToken(key: "WHATEVER01", team: "ANYTEAM001"))
        #expect(gate.verdict() == "200")
        gate.setToken(TestToken(key: "WHATEVER02", team: "ANYTEAM002"))
        #expect(gate.verdict() == "403 UnrelatedKeyIdInToken")
        var forged = TestToken(key: "WHATEVER01", team: "ANYTEAM001", age: .seconds(1))
        forged.signature = [0]
        gate.setToken(forged)
        #expect(gate.verdict() == "403 InvalidProviderToken")
    }

    @Test(
        "whole seconds are cut from every spelling of a number",
        arguments: [
            ("0", 0), ("-0", 0), ("00", 0), ("-1", -1), ("1.9", 1), ("-1.9", -1), ("0.5", 0), ("1e3", 1_000),
            ("1E+3", 1_000), ("12345e-2", 123), ("1.5e1", 15), ("1e-9", 0), ("1e12", 1_000_000_000_000), ("1e16", nil),
            ("", nil), ("-", nil), (".5", nil), ("5.", nil), ("1e", nil), ("1e+", nil), ("1e65", nil),
            ("1e99999999999999999999", nil),
            ("0x10", nil), ("1_000", nil), ("١", nil), ("1 ", nil), ("+1", nil), ("9223372036854775808", nil),
            (String(repeating: "0", count: 65), nil), ("NaN", nil),
        ] as [(String, Int64?)])
    func seconds(_ text: String, expected: Int64?) {
        var gate = Gate()
        gate.now = Instant(microseconds: (expected ?? 0) * 1_000_000)
        gate.setToken(TestToken(claims: #"{"iss":"TEAM000001","iat":"\#(text)"}"#))
        #expect(gate.verdict() == (expected == nil ? "403 InvalidProviderToken" : "200"))
        guard expected != nil else { return }
        gate.now = gate.now + .hours(1)
        #expect(gate.verdict() == "200")
        gate.now = gate.now + .seconds(1)
        #expect(gate.verdict() == "403 ExpiredProviderToken")
    }
}
