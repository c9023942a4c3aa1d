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

    /// Where a name stands in an offer from the wire, as far as that can be read.
    static func place(of name: String, in offer: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = 0
        while start < offer.count {
            let place = start + 1..<start + 1 + Int(offer[start])
            guard place.upperBound <= offer.count else { return nil }
            if offer[place].elementsEqual(name.utf8) { return place }
            start = place.upperBound
        }
        return nil
    }
}
