/// The address of one app on one device, assigned by the push service. It is written in lower-case hex digits and can
/// have any length.
package struct DeviceToken: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Reads a token as senders and apps write it: whole bytes as hex digits in upper or lower case.
    ///
    /// The service chooses the length of a token. Returns nil for a text that is longer than ``limit``.
    package init?(digits: some Collection<UInt8>) {
        // Contiguous storage is read byte by byte without a call.
        let text =
            digits.withContiguousStorageIfAvailable { Self.text(of: $0) }
            ?? Array(digits).withUnsafeBufferPointer { Self.text(of: $0) }
        guard let text else { return nil }
        self.text = text
    }

    /// Reads a token whose digits are in upper or lower case. A text that is already in lower case is used without a
    /// copy.
    package init?(digits text: String) {
        let isShared = text.utf8.withContiguousStorageIfAvailable { digits in
            !digits.isEmpty && digits.count.isMultiple(of: 2) && digits.count <= Self.limit
                && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        }
        if isShared == true { self.init(text) } else { self.init(digits: text.utf8) }
    }

    private static func text(of digits: UnsafeBufferPointer<UInt8>) -> String? {
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= Self.limit,
            digits.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(unsafeUninitializedCapacity: digits.count) { room in
            // In a letter, this bit marks lower case. In a digit, it is always set.
            for place in digits.indices { room[place] = digits[place] | 0x20 }
            return digits.count
        }
    }

    /// Creates the token for an address that a sender gave. Hex digits may be in upper or lower case. Any other text is
    /// kept unchanged.
    package init(address: String) {
        // Usually the address is already in lower case.
        let isCapital = address.utf8.withContiguousStorageIfAvailable { $0.contains { 0x41...0x46 ~= $0 } }
        let folded = isCapital == false ? nil : DeviceToken(digits: address.utf8)
        self = folded ?? DeviceToken(address)
    }

    /// The maximum number of hex digits. It is far larger than in any known token, but small enough for the token to be
    /// used as a key.
    package static let limit = 2_000
}
