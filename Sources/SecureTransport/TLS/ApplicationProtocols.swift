/// The protocols that may be spoken inside, such as `h2`, as ALPN (RFC 7301) settles them.
package struct ApplicationProtocols: Hashable, Sendable {
    /// What happens when both sides name protocols and share none, or when only one side names any.
    package enum WhenNoneIsShared: Hashable, Sendable {
        /// Nobody is refused; the facts say that no protocol was settled.
        case goOn
        /// A server refuses clients that offer only others, a client refuses servers that choose nothing.
        case refuse
    }

    /// In the order of preference. The server's order decides.
    package let names: [String]
    package let whenNoneIsShared: WhenNoneIsShared

    package init(_ names: [String], whenNoneIsShared: WhenNoneIsShared = .refuse) {
        self.names = names
        self.whenNoneIsShared = whenNoneIsShared
    }

    package static let none = ApplicationProtocols([], whenNoneIsShared: .goOn)

    /// Each name behind its length; nil when a name is empty or longer than a byte can count.
    var wireFormat: [UInt8]? {
        guard self.names.allSatisfy({ (1...255).contains($0.utf8.count) }) else { return nil }
        let bytes = self.names.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        return bytes.count <= Int(UInt16.max) ? bytes : nil
    }

    /// The names in bytes from the wire, as far as they can be read.
    static func names(in bytes: UnsafeBufferPointer<UInt8>) -> [ArraySlice<UInt8>] {
        var rest = Array(bytes)[...]
        var names: [ArraySlice<UInt8>] = []
        while let count = rest.popFirst(), Int(count) <= rest.count {
            names.append(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
        }
        return names
    }
}
