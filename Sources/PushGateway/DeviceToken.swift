/// The address of one app on one device, as the push service gave it out: lower-case hex digits of any length.
package struct DeviceToken: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Reads a token as senders and apps write it: whole bytes in hex digits of either case. How many is the service's
    /// own affair; nil for more than any has.
    package init?(digits: some Collection<UInt8>) {
        // Texts lie in one piece of memory: each byte is then read without a call.
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
            // Of the letters among hex digits this bit is the case; a digit has it anyway.
            for place in digits.indices { room[place] = digits[place] | 0x20 }
            return digits.count
        }
    }

    /// The token that a sender means: the service takes digits of either case, and of anything else it knows nothing.
    package init(address: String) {
        // Mostly it is there as it was given out.
        let isCapital = address.utf8.withContiguousStorageIfAvailable { $0.contains { 0x41...0x46 ~= $0 } }
        let folded = isCapital == false ? nil : DeviceToken(digits: address.utf8)
        self = folded ?? DeviceToken(address)
    }

    /// Hex digits: far beyond any known token, and short enough to be a key.
    package static let limit = 2_000
}
