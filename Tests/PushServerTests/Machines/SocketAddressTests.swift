import PushServer
import Testing

@Suite("Socket addresses")
struct SocketAddressTests {
    @Test(
        "an address is read and written",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080", true), ("localhost:0", "127.0.0.1:0", true),
            ("[::1]:443", "[::1]:443", true), ("0.0.0.0:80", "0.0.0.0:80", false), ("[::]:1", "[::]:1", false),
            ("[2001:db8:0:0:0:0:0:1]:9", "[2001:db8::1]:9", false),
        ])
    func reading(text: String, description: String, isLoopback: Bool) throws {
        let address = try #require(SocketAddress(text))
        #expect(address.description == description)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "an invalid address is refused",
        arguments: ["", "127.0.0.1", "127.0.0.1:", ":80", "127.0.0.1:65536", "::1:80", "[127.0.0.1]:80", "name:80"])
    func refusing(text: String) { #expect(SocketAddress(text) == nil) }
}
