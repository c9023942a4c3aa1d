/// A seed as people write it.
package enum SeedWord {
    /// Digits alone, `0x` and hex digits, or the forty digits of a commit id; nil for anything else.
    package static func seed(_ word: String) -> UInt64? {
        if word.utf8.count == 40, word.allSatisfy(\.isHexDigit) { return UInt64(word.prefix(16), radix: 16) }
        let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
        let digits = isHex ? word.dropFirst(2) : word[...]
        // A sign is no digit, though the library takes one.
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt64(digits, radix: isHex ? 16 : 10)
    }
}
