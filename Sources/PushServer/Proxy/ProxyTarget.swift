import Basics

/// The host and the port that a client asks a proxy for.
package struct ProxyTarget: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case, or the address without brackets.
    package let host: String
    package let port: UInt16

    private static let longestName = 253

    /// Parses `name:443`, `192.0.2.1:443` or `[2001:db8::1]:443`.
    package init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy(ASCII.isDigit), let port = UInt16(digits), port > 0 else { return nil }
        var host = text[..<colon].lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard IPText.bytes(host)?.count == 16 else { return nil }
        } else {
            // A final dot marks a name as complete. Names are always complete here.
            if host.hasSuffix(".") { host.removeLast() }
            guard 1...Self.longestName ~= host.utf8.count, Self.isName(host) else { return nil }
        }
        (self.host, self.port) = (host, port)
    }

    private static func isName(_ host: String) -> Bool {
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.first != "-"
                && label.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F }
        }
    }

    package var description: String {
        self.host.contains(":") ? "[\(self.host)]:\(self.port)" : "\(self.host):\(self.port)"
    }
}
