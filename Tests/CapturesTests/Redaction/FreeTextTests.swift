import Basics
import Captures
import Testing

/// What a text for people tells of secrets goes, and what only sounds like it stays.
@Suite("Secrets in free text")
struct FreeTextTests {
    private static let secret = "Zq7Secret9vW"
    private static let other = "Kp3 Secret,5/uX{"

    private static func fill(_ text: String) -> String {
        text.replacing("$2", with: Self.other).replacing("$", with: Self.secret)
    }

    /// The text once it was redacted, and whatever of it is redacted twice changes no more.
    private static func redacted(_ text: String, _ headers: HeaderList = [:]) throws -> Redactor.Redacted {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 1, count: 16)))
        let entry = CaptureEntry(
            headers: HeaderList(headers.fields + [HeaderList.Field("x-note", text)]),
            payload: Array(#"{"aps":{},"note":\#(Self.quoted(text))}"#.utf8),
            answer: .init(status: 400, headers: ["x-note": text], body: Array(#"{"a":\#(Self.quoted(text))}"#.utf8)))
        let redacted = Redactor(key: key).redacted(entry)
        #expect(Redactor(key: key).redacted(redacted.entry).entry == redacted.entry, "\(text)")
        #expect(redacted.entry.payload.count == entry.payload.count)
        return redacted
    }

    private static func quoted(_ text: String) -> String {
        let escapes = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")]
        return "\"" + escapes.reduce(text) { $0.replacing($1.0, with: $1.1) } + "\""
    }

    static let values = [
        #"token="$2""#, "token='$2'", #"password: "$ $2""#, #"secret = "$, $2" rest"#, #"token="a\"$\\" b"#,
        #"password="$2"#, "token=$/$", "token=$?$", "password=$($[${$", "token={$}", #"tokens: ["$2"]"#,
        "<token>$</token>", "<w:ChannelUri>$</w:ChannelUri>", "token->$", "api.key=$",
        "api key: $", "api key = $", "Private  key:$", #""registration ids": "$2""#, "notification key: $",
        #"{\"token\":\"$ $2\", torn"#, "token => {$}", "token -> $", "auth_token[]=$",
        "token[0]=$", #"{"tokens":["$","$2"], torn"#, "tokens: [$, $2]", "Bearer: $", "token:\n  '$2'",
        "{'token': u'$2'}", #"{"token": b"$2", torn"#, #"AnyHashable("token"): Optional("$2")"#, "token=\"a\n$2\" b",
        "token='$\n$2'", "tokens: [u'$2', b'$']", "secrets: [Optional(\"$2\"),\n  Optional(\"$\")]", #"token = @"$2""#,
        #"<token>\b$"#,
        "secret=\"TUlJQmFiY2RlZmdo\n$2==\" rest", "password='abc\n$2,'", "token=\"abc\n$\"x",
        "password=\"abc\ntokens: [\"$2\"]",
        "password=\"abc\ntoken=\"$ $2\" end", "token=\"cut off\nok\npassword: \"$2\"", "token: Optional(Some(\"$2\"))",
        "pass phrase=$", "api keys: $", #"[AnyHashable("token"): $, AnyHashable("a"): 1]"#,
    ]

    static let schemes = [
        "Authorization: Token $", "Authorization: ApiKey $", "authorization: Negotiate $", "Bearer\t$", "Bearer  $",
        "Bearer\r\n $", "Basic\t$", "Token $", "ApiKey $", "Api-Key $", "Digest $", "Negotiate $", "NTLM $",
        "token:\tToken\t$", "Authorization: Unheard $", "bearer token $",
        #"Authorization: Unheard a=$, b="$2""#,
        #"Digest username="bob", realm="a b", nonce="$2", response="$""#, "the password $ is old",
        "Your new password is $", "your api key $", "PASSWORD is: $", "password1=$", "token_2: $", "API KEY - $",
        "the api key – $", "token IS $",
        "the old password was $", "password was: '$2'",
        #"Authorization: Digest username=bob, nonce="$2", opaque="", response=$"#, "Bearer '$2'", "Bearer <$>",
        "Authorization: AWS4-HMAC-SHA256 Credential=$/a/b, SignedHeaders=host;date, Signature=$",
        "SharedAccessSignature sr=https%3a%2f%2fa.b&sig=$%3d&se=1", "Authorization: key=$", #"Token token="$2", a=1"#,
        "-H 'Authorization: Token $' -X POST", "WebPush $", "vapid t=$, k=$", "GoogleLogin auth=$", "bearer $/$+$==",
    ]

    static let forms = [
        "sent eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$ today", "(eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$)",
        "-----BEGIN PRIVATE KEY-----\nMIGH$\nA$/9=\n-----END PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY-----\n$",
        "jwt-eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$", "session_eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$ on",
        "v1.eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$", "refresh/1eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJBIn0.$",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n$\n-----END RSA",
        "-----BEGIN PRIVATE KEY----- MIIE-$ -----END PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n$\n-----END PGP PRIVATE KEY BLOCK-----",
    ]

    @Test("Text in the form of a secret is masked in any context", arguments: forms)
    func form(_ text: String) throws { try self.gone(text) }

    static let cookies = [
        "Cookie: a=$; b=$", "Set-Cookie: a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT, c=$; Path=/", "cookie: a=b;b=$",
        #"{"cookie": "a=b; c=$"}, d"#, #"curl -H 'Cookie: a=b; c="d"; e=$' -v"#, "cookie=a=b; $=$",
        #"set-cookie: a="$2""#, "Cookie2: a=$; b=$",
    ]

    @Test("All cookies of a line are masked", arguments: cookies)
    func cookie(_ text: String) throws { try self.gone(text) }

    @Test("A cookie that occurs elsewhere is masked there too, and its dates are not")
    func cookieWords() throws {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT"
        let text = "seen \(Self.secret) on \(date)"
        for (name, value) in [("Cookie", "a=b; c=$"), ("Set-Cookie", #"c="$"; Path=/; Expires=\#(date)"#)] {
            let redacted = try Self.redacted(text, [name: Self.fill(value)]).entry
            #expect(redacted.headers["x-note"] == "seen xxxxxxxxxxxx on \(date)")
        }
    }

    static let addresses = [
        "https://user:$@example.com/a", "see ftp://$@a.b", "postgres://bob:$:$@a.b:5432/c?d=e", "x https://$:@a.b",
        "https%3A%2F%2Fuser%3A$%40a.b", "<https://a@b:$@c.d>", "git clone 'https://oauth2:$@a.b'", "//a://b:$@c",
    ]

    @Test("The user and password are masked in an address", arguments: addresses)
    func address(_ text: String) throws { try self.gone(text) }

    @Test("Only the user and password of an address are masked")
    func host() throws {
        let redacted = try Self.redacted("https://bob:\(Self.secret)@example.com:80/a@b").entry
        #expect(redacted.headers["x-note"] == "https://xxx:xxxxxxxxxxxx@example.com:80/a@b")
    }

    @Test("The whole value after the name of a secret is masked", arguments: values)
    func value(_ text: String) throws { try self.gone(text) }

    @Test("Credentials are masked after any scheme", arguments: schemes)
    func scheme(_ text: String) throws { try self.gone(text) }

    static let references = [
        "token&#61;$", "token&#0000000061;$", "token&#x3D;$", "token&#x000000000000000003d;$",
        "token&#\(String(repeating: "0", count: 300))61;$", "password=&quot;$&quot;", "token=&apos;$&apos;",
        "&quot;token&quot;:$",
    ]

    @Test("XML references are read in any spelling", arguments: references)
    func reference(_ text: String) throws { try self.gone(text) }

    private func gone(_ text: String) throws {
        let redacted = try Self.redacted(Self.fill(text))
        let line = String(decoding: CaptureWriter.line(of: redacted.entry), as: UTF8.self)
        for part in ["Secret", "Zq7", "9vW", "5/uX"] { #expect(!line.contains(part), "\(line)") }
        #expect(redacted.kept == [])
    }

    @Test(
        "A long text of possible starts takes linear time",
        arguments: [
            "token:", "token: ", "token=\"", "Bearer ", "bearer token ", "Digest a=\"", "://a@", "://", "\\", "\"",
            "a=b, ", "Cookie: a=", "api key ", "(", "&#0", "token is ", "'Cookie:a=", " : ", "Authorization: a b=c, ",
            ",eyJ", "eyJ.", "-----BEGIN ", "-----BEGIN PRIVATE KEY", "token[", "tokens: [",
        ])
    func long(_ part: String) throws {
        let text = "token:" + String(repeating: part, count: 50_000 / part.utf8.count)
        let key = try #require(KeyedHash(key: [UInt8](repeating: 1, count: 16)))
        let entry = CaptureEntry(headers: ["x-note": text], payload: [])
        let time = ContinuousClock().measure { _ = Redactor(key: key).redacted(entry) }
        // A second look at all that follows takes billions of steps.
        #expect(time < .seconds(60))
    }

    static let ordinary = [
        "tokens &#61 three", "a &#0; b &#; c &amp; d &nosuch; e", "Token expired", "the api key is missing",
        "Basic plan", "Basic JavaScript for two", "Your weekly Digest 2024-11-22", "Negotiate a price", "token 3 of 5",
        "Talk to Ken: call me", "it's a token, isn't it?", "The bearer token expired", "a > b, c => d, e -> f",
        "The password must change\nConference2024 begins", "at 10:30 a=b https://example.com/a?b=c#d", "key: value",
        "No registration id yet", "Token https://example.com/help1", "Passwords are out", "Oauth works", "id: 12345678",
        "A password is required", "eyJ.a.b eyJhbGciOiJIUzI1NiJ9",
        "-----BEGIN CERTIFICATE-----\nA", "----- token [1] -> [2]: ok", "see https://a.b/c@2x.png?d=e@f#g@h i@j",
        "mail bob@example.com or https://a.b", "at 10://@", "'cookie' or 'biscuit', both",
        "The cookie jar; take one", "Cookies and cream; or tea", "unexpected token a=b", "Basic\nIntroduction2024",
        "The password - keep it safe", "the token is: missing", "api key -", "Your password was\nIntroduction2024",
    ]

    @Test("Text that only resembles a secret stays", arguments: ordinary)
    func stays(_ text: String) throws {
        let redacted = try Self.redacted(text).entry
        #expect(redacted.headers["x-note"] == text)
        #expect(redacted.payload == Array(#"{"aps":{},"note":\#(Self.quoted(text))}"#.utf8))
    }
}
