package import Basics
internal import COpenSSL

enum SessionKind: ReadOnlyHandleKind { static func free(_ handle: OpaquePointer) { SSL_SESSION_free(handle) } }

/// A session that lets a client begin the next connection without certificates.
///
/// It contains secrets that allow others to impersonate the client. Use a session of TLS 1.3 only once.
package struct TLSSession: Hashable, Sendable, CustomStringConvertible {
    /// The data that ties the session to one host and to the trust settings of this side. The session is not used with
    /// any other host or settings.
    let binding: [UInt8]
    /// The time at which the session was made, by the lab's clock or the real clock.
    package let made: Instant
    /// The time at which the session becomes unusable. At this time, its ticket expires, or a certificate or revocation
    /// list expires that the verification of the server relied on.
    package let usableUntil: Instant
    /// The OpenSSL session. Connections get copies, since a failed connection marks its session as unusable.
    let shared: Shared<SessionKind>

    init(binding: [UInt8], made: Instant, usableUntil: Instant, shared: Shared<SessionKind>) {
        self.binding = binding
        self.made = made
        self.usableUntil = usableUntil
        self.shared = shared
    }

    package var description: String { "a TLS session" }

    /// The session as bytes, to be stored in a safe place.
    package var exported: [UInt8] {
        Self.mark + [UInt8(self.binding.count >> 8), UInt8(self.binding.count & 0xFF)] + self.binding
            + Self.bytes(self.made) + Self.bytes(self.usableUntil)
            + self.shared.borrow { OpenSSLCall.encoding(of: $0, by: i2d_SSL_SESSION) }
    }

    /// Reads the form that ``exported`` writes; nil for invalid bytes.
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

    /// Reads a time from the first eight bytes.
    static func instant(_ bytes: UnsafeRawBufferPointer) -> Instant {
        Instant(microseconds: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    }
}
