package import Basics
internal import COpenSSL

/// The keys with which a server seals sessions into tickets instead of storing them (RFC 5077).
///
/// A value: each connection uses the keys that are current when it begins, and servers with the same keys resume each
/// other's sessions. After two rotations a session can no longer be resumed, and its traffic no longer be decrypted
/// with these keys.
package struct TicketKeys: Sendable, CustomStringConvertible {
    /// The number of bytes of a key: a public name of 16, a cipher key of 32 and a MAC key of 32.
    package static let count = 80
    private static let nameCount = 16
    // Fetched once, because fetching takes longer than using it; only read after that.
    private nonisolated(unsafe) static let method = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)

    private var keys: [[UInt8]]
    /// The time for which a session can be resumed after its last full handshake.
    package let lifetime: Interval

    /// Returns nil unless the key has ``count`` bytes, which must be random, and the lifetime is from a second to a
    /// week.
    package init?(_ key: [UInt8], lifetime: Interval = .hours(24)) {
        guard key.count == Self.count, (.seconds(1) ... .days(7)).contains(lifetime) else { return nil }
        self.keys = [key]
        self.lifetime = lifetime
    }

    /// Returns fresh keys from OpenSSL's random number generator.
    package static func random(lifetime: Interval = .hours(24)) -> TicketKeys? {
        Self(RandomBytes.make(Self.count), lifetime: lifetime)
    }

    /// Returns keys that seal with a new one and still open tickets of the previous one; nil for a key of another size.
    package func rotated(to key: [UInt8]) -> TicketKeys? {
        guard var next = TicketKeys(key, lifetime: self.lifetime) else { return nil }
        next.keys.append(self.keys[0])
        return next
    }

    package var description: String { "ticket keys" }

    /// Implements OpenSSL's callback for tickets: 1 done, 2 done with an old key, 0 no key, -1 fault.
    func prepare(
        name: UnsafeMutablePointer<UInt8>, vector: UnsafeMutablePointer<UInt8>, cipher: OpaquePointer,
        mac: OpaquePointer, seals: Bool
    ) -> Int32 {
        if seals {
            for (place, byte) in self.keys[0].prefix(Self.nameCount).enumerated() { name[place] = byte }
            guard RAND_bytes(vector, EVP_MAX_IV_LENGTH) == 1 else { return -1 }
        }
        guard let place = self.keys.firstIndex(where: { Self.isName(name, of: $0) }) else { return 0 }
        let isReady = self.keys[place].withUnsafeBufferPointer { key in
            shouldertap_tls_ticket_ciphers(
                cipher, mac, Self.method, key.baseAddress! + Self.nameCount, vector, seals ? 1 : 0)
        }
        return isReady == 0 ? -1 : place == 0 ? 1 : 2
    }

    private static func isName(_ name: UnsafePointer<UInt8>, of key: [UInt8]) -> Bool {
        let words = UnsafeRawPointer(name).loadUnaligned(as: (UInt64, UInt64).self)
        return key.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64).self) == words }
    }
}
