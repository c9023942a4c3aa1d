/// A payload whose kind was worked out by hand: a row of a table, and a seed to mutate.
package struct KnownPayload: Sendable, CustomStringConvertible {
    package let bytes: [UInt8]
    /// The spelling of the kind by the letter.
    package let strict: String
    /// The spelling of the kind when the usual sins are forgiven.
    package let lenient: String

    /// - Parameter lenient: nil when leniency makes no difference.
    package init(_ bytes: [UInt8], _ strict: String, lenient: String? = nil) {
        self.bytes = bytes
        self.strict = strict
        self.lenient = lenient ?? strict
    }

    package init(_ text: String, _ strict: String, lenient: String? = nil) {
        self.init(Array(text.utf8), strict, lenient: lenient)
    }

    package var description: String {
        let shown = escapedForShell(Array(self.bytes.prefix(200)))
        return self.bytes.count > 200 ? "\(shown)… (\(self.bytes.count) bytes)" : shown
    }

    /// All tables together.
    package static let all: [KnownPayload] =
        Self.kinds + Self.wakeSpellings + Self.envelopes + Self.duplicates + Self.forgiven + Self.texts + Self.limits
}
