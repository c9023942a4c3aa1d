internal import COpenSSL

/// The name of the server that a client wants to reach. The server's certificate must be valid for it.
package enum ServerName: Hashable, Sendable, CustomStringConvertible {
    case host(String)
    /// An address of four or sixteen bytes.
    case address([UInt8])

    /// Reads `localhost`, `127.0.0.1`, `::1` or `[::1]`. Returns nil for a text that is neither a host name nor an
    /// address.
    package init?(_ text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let inner = isBracketed ? String(text.dropFirst().dropLast()) : text
        if let bytes = Self.address(inner) {
            self = .address(bytes)
        } else if !isBracketed, let host = Self.host(text.utf8) {
            self = .host(host)
        } else {
            return nil
        }
    }

    /// Returns the host name in lower case, without a dot at the end. Returns nil unless the name consists of valid
    /// labels.
    static func host(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        let name = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...]
        guard (1...253).contains(name.count) else { return nil }
        var label = HostLabel()
        for byte in name {
            if byte == UInt8(ascii: ".") {
                guard label.isWhole else { return nil }
                label = HostLabel()
            } else if !label.take(byte) {
                return nil
            }
        }
        // A last label that consists of digits is part of a mistyped address, never of a name.
        guard label.isWhole, !label.isNumber else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// The part of a host name's label that was read so far.
    private struct HostLabel {
        private var count = 0
        private var last: UInt8 = 0
        private(set) var isNumber = true

        /// Whether the label may end here.
        var isWhole: Bool { (1...63).contains(self.count) && self.last != UInt8(ascii: "-") }

        /// Adds a byte. Returns false for a byte that is invalid at this place.
        mutating func take(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                self.isNumber = false
            case UInt8(ascii: "-") where self.count > 0: self.isNumber = false
            default: return false
            }
            (self.count, self.last) = (self.count + 1, byte)
            return true
        }
    }

    private static func address(_ text: String) -> [UInt8]? {
        // OpenSSL stops reading at a zero byte.
        guard !text.utf8.contains(0), let octets = a2i_IPADDRESS(text) else {
            OpenSSLErrors.forget()
            return nil
        }
        defer { ASN1_OCTET_STRING_free(octets) }
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(octets), count: Int(ASN1_STRING_length(octets))))
    }

    package var description: String {
        switch self {
        case .host(let name): name
        case .address(let bytes): Self.text(ofAddress: bytes)
        }
    }

    /// Returns `127.0.0.1`, or an IPv6 address in the form of RFC 5952, with `::` for the longest run of zero groups.
    static func text(ofAddress bytes: [UInt8]) -> String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        guard bytes.count == 16 else { return "an address of \(bytes.count) bytes" }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var longest = 0..<0
        for start in groups.indices {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
            if end - start > max(1, longest.count) { longest = start..<end }
        }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard !longest.isEmpty else { return text(groups[...]) }
        return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
    }
}
