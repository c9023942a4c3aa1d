/// How a body is compressed.
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case gzip
    /// A zlib stream, as RFC 9110 wants it; many senders leave its frame out.
    case deflate
}

/// What inflating a body came to.
package enum Inflation: Hashable, Sendable {
    case bytes([UInt8])
    /// More than the limit came out, and inflating ended there.
    case overLimit
    /// The bytes are not what their header says.
    case damaged
}

/// Inflates a body, and ends once more than `limit` bytes have come out.
package typealias Inflate = (_ coding: ContentCoding, _ body: [UInt8], _ limit: Int) -> Inflation
