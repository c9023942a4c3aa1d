import Basics

/// The token that identifies a caller: 256 bits that only the office that issued them can interpret.
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

    /// Reads the form that ``text`` writes, and no other.
    package init?(text: String) {
        guard let words = Base64URL.words(of: text) else { return nil }
        self.words = words
    }

    /// The whole token, to be shown only in the answer to the caller who asked for it.
    package var text: String { Base64URL.text(of: self.words) }
}

extension AccessToken {
    func pack(into packer: inout Packer) { packer.write(self.words) }

    init(from unpacker: inout Unpacker) { self.words = unpacker.token() }
}

extension AccessToken: Hashable {
    /// Hashes only one of the four random words. That is enough, because only the office chooses the tokens that are
    /// stored.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.words.x) }
}

/// Shows a short prefix of the token: enough to distinguish two in a log, too little to use.
extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "AccessToken(\(self.text.prefix(4))…)" }
    package var debugDescription: String { self.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
