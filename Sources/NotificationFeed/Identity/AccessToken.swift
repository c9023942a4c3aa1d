import Basics

/// The token that identifies a caller. It has 256 bits, and only the office that issued it can interpret them.
package struct AccessToken: Sendable {
    package static let byteCount = 32

    // Four words instead of an array: a fleet holds a token for each device.
    private let words: SIMD4<UInt64>

    /// Returns nil unless the number of bytes is ``byteCount``.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        self.words = SIMD4(word(0), word(8), word(16), word(24))
    }

    /// Parses the format that ``text`` writes. All other formats are rejected.
    package init?(text: String) {
        guard let words = Base64URL.words(of: text) else { return nil }
        self.words = words
    }

    /// The whole token. Show it only in the answer to the caller who requested it.
    package var text: String { Base64URL.text(of: self.words) }
}

extension AccessToken {
    func pack(into packer: inout Packer) { packer.write(self.words) }

    init(from unpacker: inout Unpacker) { self.words = unpacker.token() }
}

extension AccessToken: Hashable {
    /// Hashes only one of the four random words. One word is enough, because all stored tokens were created by the
    /// office itself.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.words.x) }
}

/// Describes a token by a short prefix. The prefix distinguishes two tokens in a log, but it is too short to be used as
/// a token.
extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "AccessToken(\(self.text.prefix(4))…)" }
    package var debugDescription: String { self.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
