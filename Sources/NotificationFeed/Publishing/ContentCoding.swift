/// The compression of a body.
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case gzip
    /// A zlib stream, as RFC 9110 requires. Many senders leave out the zlib header and checksum.
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

/// Inflates a body, and stops when the output is longer than `limit` bytes.
package typealias Inflate = (_ coding: ContentCoding, _ body: [UInt8], _ limit: Int) -> Inflation
