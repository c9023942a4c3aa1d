/// Distinguishes HTTP/2 from HTTP/1.1 by the first bytes of a client.
struct ProtocolSniffer {
    enum Verdict: Hashable {
        case http1
        case http2
    }

    /// The first bytes of every HTTP/2 client.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private(set) var bytes: [UInt8] = []

    /// Adds bytes of the client.
    ///
    /// Returns nil while both protocols are still possible.
    mutating func take(_ more: UnsafeRawBufferPointer) -> Verdict? {
        self.bytes += more
        let count = min(self.bytes.count, Self.preface.count)
        guard self.bytes[..<count].elementsEqual(Self.preface[..<count]) else { return .http1 }
        return count == Self.preface.count ? .http2 : nil
    }
}
