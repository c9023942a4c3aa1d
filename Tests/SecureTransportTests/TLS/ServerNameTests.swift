import SecureTransport
import Testing

@Suite("Names of servers")
struct ServerNameTests {
    @Test(
        "Hosts and addresses are distinguished, and written in one way",
        arguments: [
            ("localhost", "localhost"), ("LocalHost.", "localhost"), ("a-b.c_d.test", "a-b.c_d.test"),
            ("1.test", "1.test"), ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"),
            ("[2001:DB8::1:0:0:1]", "2001:db8::1:0:0:1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("0:0:0:0:0:0:0:0", "::"), ("1::", "1::"), ("1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"),
            (String(repeating: "a", count: 63) + ".test", String(repeating: "a", count: 63) + ".test"),
        ])
    func names(_ row: (text: String, written: String)) throws {
        #expect(try #require(ServerName(row.text)).description == row.written)
    }

    @Test(
        "A text that is neither is refused",
        arguments: [
            "", ".", "..", "a..b", "-a.test", "a-.test", "a b", "a\0b", "127.0.0.1\0", "*.test", "127.0.0.256", "1.2.3",
            "12", "[localhost]", "[127.0.0.1", "ä.test", "host:443", String(repeating: "a", count: 64) + ".test",
            Array(repeating: "abcdefg", count: 32).joined(separator: "."),
        ])
    func none(_ text: String) { #expect(ServerName(text) == nil) }
}
