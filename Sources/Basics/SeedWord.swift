/// The text form of a seed.
package enum SeedWord {
    /// Reads a seed: decimal digits, `0x` with hexadecimal digits, or a commit id of forty digits. Returns nil for
    /// anything else.
    package static func seed(_ word: String) -> UInt64? {
        if word.utf8.count == 40, word.allSatisfy(\.isHexDigit) { return UInt64(word.prefix(16), radix: 16) }
        let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
        let digits = isHex ? word.dropFirst(2) : word[...]
        // A sign is refused, although the standard library accepts it.
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt64(digits, radix: isHex ? 16 : 10)
    }
}
