package import Basics
internal import COpenSSL

/// The keys with which a server seals what it would else have to remember of a session (RFC 5077).
///
/// A value: each connection takes what is current when it begins, and servers that are given the same keys resume
/// each other's sessions. Whoever rotates them loses sessions sealed two rotations ago, and with them the means to
/// read what was sent in them.
package struct TicketKeys: Sendable, CustomStringConvertible {
    /// How many bytes a key has: a public name of 16, a cipher's key and a checksum's of 32 each.
    package static let count = 80
    private static let nameCount = 16
    // Found once, because finding it takes longer than using it; only read from then on.
    private nonisolated(unsafe) static let method = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)

    private var keys: [[UInt8]]
    /// How long a session can be resumed after its last full handshake.
    package let lifetime: Interval

    /// Nil unless the key has ``count`` bytes, which must be random, and the lifetime is between a second and a week.
    package init?(_ key: [UInt8], lifetime: Interval = .hours(24)) {
        guard key.count == Self.count, (.seconds(1) ... .days(7)).contains(lifetime) else { return nil }
        self.keys = [key]
        self.lifetime = lifetime
    }

    /// Fresh keys from OpenSSL's source of random bytes.
    package static func random(lifetime: Interval = .hours(24)) -> TicketKeys? {
        Self(RandomBytes.make(Self.count), lifetime: lifetime)
    }

    /// Keys that seal with a new one, and still open what the one before has sealed; nil for a key of another size.
    package func rotated(to key: [UInt8]) -> TicketKeys? {
        guard var next = TicketKeys(key, lifetime: self.lifetime) else { return nil }
        next.keys.append(self.keys[0])
        return next
    }

    package var description: String { "ticket keys" }

    /// Does what OpenSSL asks of a callback for tickets: 1 done, 2 done with an old key, 0 no key, -1 fault.
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
