/// A text as a key that is found by its bytes.
///
/// To `==` of String two ways to compose a letter are one text. On the wire, in a file and under a seal they are two,
/// and what belongs to one user or id must not be found under another.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(exactly: self.text) }
}

extension StringProtocol {
    /// Whether both are the same bytes.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        self.utf8.withSpan { own in other.utf8.withSpan { own.isSame(as: $0) } }
    }
}

extension String {
    /// Whether both are the same bytes.
    package func isExactly(_ other: String) -> Bool {
        self.utf8.withSpan { own in other.utf8.withSpan { own.isSame(as: $0) } }
    }

    /// Whether it is two texts with one byte between them.
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
    /// Takes in what `isExactly` compares.
    package mutating func combine(exactly text: String) {
        text.utf8.withSpan { bytes in bytes.withUnsafeBytes { self.combine(bytes: $0) } }
        // No UTF-8 has this byte, so that it ends the text.
        self.combine(0xFF as UInt8)
    }
}
