import Basics

/// What a caller shows to say who it is: 256 bits that mean nothing to anybody but the office that issued them.
package struct AccessToken: Sendable {
    package static let byteCount = 32

    // Four words instead of an array: a fleet holds a token for each device.
    private let words: SIMD4<UInt64>

    /// Nil unless there are as many bytes as a token has.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        self.words = SIMD4(word(0), word(8), word(16), word(24))
    }

    /// Reads exactly what ``text`` writes.
    package init?(text: String) {
        guard let words = Base64URL.words(of: text) else { return nil }
        self.words = words
    }

    /// The whole token, for the answer to the caller who asked for it and for nothing else.
    package var text: String { Base64URL.text(of: self.words) }
}

extension AccessToken {
    func pack(into packer: inout Packer) { packer.write(self.words) }

    init(from unpacker: inout Unpacker) { self.words = unpacker.token() }
}

extension AccessToken: Hashable {
    /// A word of noise spreads as well as four, and nobody but the office chooses tokens that are kept.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.words.x) }
}

/// Enough to tell two apart in a log, too little to use.
extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "AccessToken(\(self.text.prefix(4))…)" }
    package var debugDescription: String { self.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
