/// The application protocols, such as `h2`, that ALPN (RFC 7301) negotiates.
package struct ApplicationProtocols: Hashable, Sendable {
    /// The behaviour when both sides name protocols but share none, or when only one side names protocols.
    package enum WhenNoneIsShared: Hashable, Sendable {
        /// The connection is accepted, without a negotiated protocol.
        case goOn
        /// A server refuses clients that offer only other protocols. A client refuses servers that choose no protocol.
        case refuse
    }

    /// The names in the order of preference. The server's order decides.
    package let names: [String]
    package let whenNoneIsShared: WhenNoneIsShared

    package init(_ names: [String], whenNoneIsShared: WhenNoneIsShared = .refuse) {
        self.names = names
        self.whenNoneIsShared = whenNoneIsShared
    }

    package static let none = ApplicationProtocols([], whenNoneIsShared: .goOn)

    /// The names, each preceded by its length. Nil if a name is empty or longer than 255 bytes.
    var wireFormat: [UInt8]? {
        guard self.names.allSatisfy({ (1...255).contains($0.utf8.count) }) else { return nil }
        let bytes = self.names.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        return bytes.count <= Int(UInt16.max) ? bytes : nil
    }

    /// Returns the range of a name in a received offer. Reading stops where the offer becomes invalid.
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
