/// The address of one app on one device, given out by the push service: lower-case hex digits of any length.
package struct DeviceToken: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Reads a token in the spelling of senders and apps: whole bytes in hex digits of either case.
    ///
    /// The length is up to the service. Returns nil for a text over ``limit``.
    package init?(digits: some Collection<UInt8>) {
        // Contiguous storage is read byte by byte without a call.
        let text =
            digits.withContiguousStorageIfAvailable { Self.text(of: $0) }
            ?? Array(digits).withUnsafeBufferPointer { Self.text(of: $0) }
        guard let text else { return nil }
        self.text = text
    }

    private static func text(of digits: UnsafeBufferPointer<UInt8>) -> String? {
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= Self.limit,
            digits.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(unsafeUninitializedCapacity: digits.count) { room in
            // In the ASCII letters among hex digits this bit is the case; in a digit it is always set.
            for place in digits.indices { room[place] = digits[place] | 0x20 }
            return digits.count
        }
    }

    /// Creates the token that a sender means: hex digits in either case, or any other text unchanged.
    package init(address: String) {
        // Usually it is already in lower case.
        let isCapital = address.utf8.withContiguousStorageIfAvailable { $0.contains { 0x41...0x46 ~= $0 } }
        let folded = isCapital == false ? nil : DeviceToken(digits: address.utf8)
        self = folded ?? DeviceToken(address)
    }

    /// The maximum number of hex digits: far beyond any known token, and short enough to be a key.
    package static let limit = 2_000
}
