import Basics

/// What a caller shows to say who it is: 256 bits that mean nothing to anybody but the office that issued them.
package struct AccessToken: Hashable, Sendable {
    package static let byteCount = 32

    // Four words instead of an array: a fleet holds a token for each device.
    private let words: SIMD4<UInt64>

    /// Nil unless there are as many bytes as a token has.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var words = SIMD4<UInt64>()
        for index in 0..<4 {
            var word: UInt64 = 0
            for place in 8 * index..<8 * index + 8 { word = word << 8 | UInt64(bytes[place]) }
            words[index] = word
        }
        self.words = words
    }

    /// Reads exactly what ``text`` writes.
    package init?(text: String) {
        // Longer texts are not worth a look.
        guard text.utf8.count <= 2 * Self.byteCount, let bytes = Base64URL.bytes(of: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The whole token, for the answer to the caller who asked for it and for nothing else.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for place in 0..<Self.byteCount {
            bytes.append(UInt8(truncatingIfNeeded: self.words[place / 8] >> UInt64(56 - place % 8 * 8)))
        }
        return Base64URL.text(of: bytes.span)
    }
}

/// Enough to tell two apart in a log, too little to use.
extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "AccessToken(\(self.text.prefix(4))…)" }
    package var debugDescription: String { self.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
