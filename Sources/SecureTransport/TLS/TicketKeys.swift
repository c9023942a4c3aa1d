package import Basics
internal import COpenSSL

/// The keys that a server uses to seal sessions into tickets, so that it does not have to store the sessions (RFC
/// 5077).
///
/// This is a value: each connection uses the keys that are current when it begins. Servers with the same keys can
/// resume each other's sessions. After two rotations, these keys can no longer resume a session or decrypt its traffic.
package struct TicketKeys: Sendable, CustomStringConvertible {
    /// The number of bytes of a key: 16 for a public name, 32 for a cipher key and 32 for a MAC key.
    package static let count = 80
    private static let nameCount = 16
    // The method is fetched once, because fetching takes longer than using it. After that, it is only read.
    private nonisolated(unsafe) static let method = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)

    private var keys: [[UInt8]]
    /// The time for which a session can be resumed after its last full handshake.
    package let lifetime: Interval

    /// Returns nil unless the key has ``count`` bytes and the lifetime is between a second and a week. The bytes must
    /// be random.
    package init?(_ key: [UInt8], lifetime: Interval = .hours(24)) {
        guard key.count == Self.count, (.seconds(1) ... .days(7)).contains(lifetime) else { return nil }
        self.keys = [key]
        self.lifetime = lifetime
    }

    /// Returns fresh keys from OpenSSL's random number generator.
    package static func random(lifetime: Interval = .hours(24)) -> TicketKeys? {
        Self(RandomBytes.make(Self.count), lifetime: lifetime)
    }

    /// Returns keys that seal with the new key and still open tickets of the previous key. Returns nil if the new key
    /// has another size.
    package func rotated(to key: [UInt8]) -> TicketKeys? {
        guard var next = TicketKeys(key, lifetime: self.lifetime) else { return nil }
        next.keys.append(self.keys[0])
        return next
    }

    package var description: String { "ticket keys" }

    /// Implements OpenSSL's callback for tickets. Returns 1 for success, 2 for success with an old key, 0 for no key,
    /// and -1 for a fault.
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
