/// The address of one end of a connection.
package enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen bytes, and a port.
    case ip([UInt8], port: UInt16)
    /// The path of a socket in the file system.
    case unix(String)

    package static func loopback(_ port: UInt16 = 0) -> SocketAddress { .ip([127, 0, 0, 1], port: port) }

    /// Parses `127.0.0.1:8080`, `[::1]:0` or `localhost:8080`, or returns nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard let bytes = IPText.bytes(host == "localhost" ? "127.0.0.1" : host) else { return nil }
        self = .ip(bytes, port: port)
    }

    package var port: UInt16 {
        switch self {
        case .ip(_, let port): port
        case .unix: 0
        }
    }

    /// The host without its port.
    package var host: String {
        switch self {
        case .ip(let bytes, _): IPText.text(bytes)
        case .unix(let path): path
        }
    }

    /// Whether the address can be reached from this machine only.
    package var isLoopback: Bool {
        switch self {
        case .ip(let bytes, _): bytes.count == 4 ? bytes[0] == 127 : bytes == Self.sixLoopback
        case .unix: true
        }
    }

    private static let sixLoopback = [UInt8](repeating: 0, count: 15) + [1]

    package var description: String {
        switch self {
        case .ip(let bytes, let port): bytes.count == 4 ? "\(self.host):\(port)" : "[\(self.host)]:\(port)"
        case .unix(let path): path
        }
    }
}

/// Conversion of numeric addresses.
enum IPText {}
