package import Basics
internal import COpenSSL

enum SessionKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { SSL_SESSION_free(handle) } }

/// What a client keeps of a connection to begin the next one without certificates.
///
/// It holds secrets: whoever reads it can take the client's place. A session of TLS 1.3 should be used once.
package struct TLSSession: Hashable, Sendable, CustomStringConvertible {
    /// The host and the trust that it was made with; with any other it is not used.
    let binding: [UInt8]
    /// When it was made, by the clock of the lab or of the world.
    package let made: Instant
    /// When its ticket expires, or something that stood in for its server does, whichever comes first.
    package let usableUntil: Instant
    /// OpenSSL's own form, of which connections get copies: a connection that fails marks its session as spoilt.
    let shared: Shared<SessionKind>

    init(binding: [UInt8], made: Instant, usableUntil: Instant, shared: Shared<SessionKind>) {
        self.binding = binding
        self.made = made
        self.usableUntil = usableUntil
        self.shared = shared
    }

    package var description: String { "a TLS session" }

    /// All of it as bytes, to be kept in a safe place.
    package var exported: [UInt8] {
        Self.mark + [UInt8(self.binding.count >> 8), UInt8(self.binding.count & 0xFF)] + self.binding
            + Self.bytes(self.made) + Self.bytes(self.usableUntil)
            + self.shared.borrow { OpenSSLCall.encoding(of: $0, by: i2d_SSL_SESSION) }
    }

    /// Reads what ``exported`` wrote; nil for anything that cannot be.
    package init?(exported bytes: [UInt8]) {
        guard bytes.count <= 128 * 1_024, bytes.starts(with: Self.mark) else { return nil }
        var rest = bytes.dropFirst(Self.mark.count)
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
        let count = Int(high) << 8 | Int(low)
        guard rest.count > count + 16 else { return nil }
        self.binding = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        self.made = rest.withUnsafeBytes(Self.instant)
        self.usableUntil = rest.dropFirst(8).withUnsafeBytes(Self.instant)
        guard let owned = Owned<SessionKind>(wholeOf: Array(rest.dropFirst(16)), by: { d2i_SSL_SESSION(nil, $0, $1) })
        else { return nil }
        self.shared = Shared(owned)
    }

    package static func == (left: TLSSession, right: TLSSession) -> Bool { left.exported == right.exported }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.exported) }

    private static let mark = Array("shouldertap tls session 1\n".utf8)

    static func bytes(_ instant: Instant) -> [UInt8] {
        withUnsafeBytes(of: instant.microseconds.bigEndian) { Array($0) }
    }

    /// Reads the first eight bytes.
    static func instant(_ bytes: UnsafeRawBufferPointer) -> Instant {
        Instant(microseconds: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    }
}
