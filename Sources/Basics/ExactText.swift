/// A text that is used as a key and compared by its bytes.
///
/// The `==` of String treats two ways to compose a letter as equal. But their bytes differ when they are sent, stored
/// or sealed. So a lookup with `==` could find the data of one id under another id. A lookup with this type cannot.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(exactly: self.text) }
}

extension StringProtocol {
    /// Compares the bytes of two texts for equality.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        self.utf8.withSpan { own in other.utf8.withSpan { own.isSame(as: $0) } }
    }
}

extension String {
    /// Compares the bytes of two texts for equality.
    package func isExactly(_ other: String) -> Bool {
        self.utf8.withSpan { own in other.utf8.withSpan { own.isSame(as: $0) } }
    }

    /// Whether the text consists of `start`, the byte `separator` and `end`.
    package func isExactly(_ start: String, _ separator: UInt8, _ end: String) -> Bool {
        self.utf8.withSpan { own in
            start.utf8.withSpan { start in
                end.utf8.withSpan { end in
                    own.count == start.count + 1 + end.count && own[start.count] == separator
                        && own.extracting(..<start.count).isSame(as: start)
                        && own.extracting((start.count + 1)...).isSame(as: end)
                }
            }
        }
    }
}

extension Hasher {
    /// Hashes the bytes that `isExactly` compares.
    package mutating func combine(exactly text: String) {
        text.utf8.withSpan { bytes in bytes.withUnsafeBytes { self.combine(bytes: $0) } }
        // This byte never occurs in UTF-8, so it marks the end of the text.
        self.combine(0xFF as UInt8)
    }
}
