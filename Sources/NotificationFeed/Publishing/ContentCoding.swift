/// The compression of a body.
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case gzip
    /// A zlib stream, as RFC 9110 requires; many senders leave out its header and checksum.
    case deflate
}

/// The result of inflating a body.
package enum Inflation: Hashable, Sendable {
    case bytes([UInt8])
    /// The output exceeded the limit, and inflating stopped there.
    case overLimit
    /// The bytes are not in the declared format.
    case damaged
}

/// Inflates a body, and stops once more than `limit` bytes have come out.
package typealias Inflate = (_ coding: ContentCoding, _ body: [UInt8], _ limit: Int) -> Inflation
