import LabServer
import PushServer

/// The lines that `serve` writes once it listens.
enum ServeBanner {
    static func text(_ server: LabServer, ca: String, controlToken: String?, _ options: ServeOptions) -> String {
        var lines = ["ShoulderTap serves:"]
        for (kind, address) in server.listeners {
            let scheme = kind.isSecure ? "https" : "http"
            let name = kind.rawValue + String(repeating: " ", count: 5 - kind.rawValue.count)
            let note = kind == .proxy && options.isOffline ? "  (offline)" : ""
            lines.append("  \(name)  \(scheme)://\(address)\(note)")
        }
        lines.append("  CA     \(ca)")
        if let controlToken { lines.append("  token  \(controlToken)  (authorization: Bearer TOKEN)") }
        if options.acceptsAnyKey {
            lines.append("warning: --any-key accepts provider tokens of unknown keys unchecked; use it only locally")
        } else if options.keys.isEmpty {
            lines.append("note: no --key is given, so every provider token is refused; certificates work")
        }
        lines += ["try:", "  " + Self.command(server, ca: ca, controlToken)]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns an example command that the user can paste into a shell.
    private static func command(_ server: LabServer, ca: String, _ token: String?) -> String {
        let listeners = server.listeners
        let control = listeners.first { $0.kind == .http } ?? listeners.first { $0.kind != .apns && $0.kind != .proxy }
        let trust = "--cacert \(ShellWord.plain(ca))"
        guard let (kind, address) = control ?? listeners.first else { return "" }
        let place = Self.reachable(address)
        switch kind {
        case .apns: return "curl \(trust) --http2 -d '{\"aps\":{}}' https://\(place)/3/device/00"
        case .proxy:
            let url = "https://\(PushServiceNames.hosts[0])/3/device/00"
            return "curl \(trust) --proxy http://\(place) -d '{\"aps\":{}}' \(url)"
        case .http, .https, .h2c:
            let scheme = kind == .https ? "https" : "http"
            let options = (kind == .https ? " \(trust)" : kind == .h2c ? " --http2-prior-knowledge" : "")
            let header = token.map { " -H 'authorization: Bearer \($0)'" } ?? ""
            return "curl\(options)\(header) -d '{\"name\":\"phone\"}' \(scheme)://\(place)/lab/users/alice/devices"
        }
    }

    /// Returns an address of this machine, if the server listens on all addresses.
    private static func reachable(_ address: SocketAddress) -> String {
        switch address.host {
        case "0.0.0.0": "127.0.0.1:\(address.port)"
        case "::": "[::1]:\(address.port)"
        default: address.description
        }
    }
}
