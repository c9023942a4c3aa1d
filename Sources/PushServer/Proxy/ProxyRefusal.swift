/// The answer of a proxy that does not open a tunnel: a status, and a sentence with the reason and the remedy.
package struct ProxyRefusal: Hashable, Sendable {
    package let status: Int
    package let words: String

    init(_ status: Int, _ words: String) { (self.status, self.words) = (status, words) }

    static let notHTTP = Self(
        400, "this proxy uses HTTP without TLS; write its address as http://HOST:PORT, also in HTTPS_PROXY")
    static let badRequest = Self(400, "this is a proxy; it accepts only 'CONNECT HOST:PORT HTTP/1.1'")
    static let badTarget = Self(400, "CONNECT needs a host and a port, such as api.push.apple.com:443")
    static let plainRequest = Self(
        501, "this proxy accepts only CONNECT; use it only for https, or add the host to NO_PROXY")
    static let otherVersion = Self(505, "this proxy accepts only HTTP/1.1; a client may use HTTP/2 inside its tunnel")
    static let slowHead = Self(408, "the request to the proxy came too slowly")
    static let full = Self(503, "all tunnels of the proxy are in use; close some, or raise the limit 'tunnels'")

    static func longHead(_ limit: Int) -> Self { Self(431, "the request to the proxy is longer than \(limit) bytes") }

    static func offline(_ target: ProxyTarget) -> Self {
        Self(403, "\(target) is not one of the simulated push services, and --offline refuses all other hosts")
    }

    static func ownMachine(_ target: ProxyTarget) -> Self {
        Self(403, "\(target) is this machine; only programs on this machine may reach it through the proxy")
    }

    static func unknownHost(_ words: String) -> Self { Self(502, words) }

    static func unreachable(_ target: ProxyTarget, _ words: String) -> Self {
        Self(502, "cannot connect to \(target): \(words)")
    }

    static func slowHost(_ target: ProxyTarget) -> Self { Self(504, "cannot connect to \(target) in time") }

    /// The complete HTTP response, as bytes.
    var bytes: [UInt8] {
        let body = self.words + "\n"
        let head =
            "HTTP/1.1 \(self.status) \(StatusText.of(self.status))\r\ncontent-type: text/plain; charset=utf-8\r\n"
            + "content-length: \(body.utf8.count)\r\nconnection: close\r\n\r\n"
        return Array((head + body).utf8)
    }
}
