/// Functions for topics as senders spell them.
package enum TopicText {
    /// Returns the bundle id in a topic, which is the topic without the suffix of its push type. Returns nil for an
    /// invalid topic.
    package static func bundle(in topic: String) -> String? { Topic(topic)?.bundle }
}

/// A topic, split into its app and its suffix. The suffix determines the push type.
struct Topic: Hashable, Sendable {
    let text: String
    let bundle: String
    /// The rule of the push type with this suffix, or nil for a topic without a suffix.
    let suffixRule: PushTypeRule?

    /// Parses a topic. Returns nil if the text has a character that bundle ids cannot have, or if there is no app
    /// before the suffix.
    init?(_ text: String) {
        guard (1...AdmissionRules.topicLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isLetter) else {
            return nil
        }
        self.text = text
        self.suffixRule = PushTypeRule.all.first { !$0.suffix.isEmpty && text.hasSuffix($0.suffix) }
        self.bundle = self.suffixRule.map { String(text.dropLast($0.suffix.count)) } ?? text
        guard !self.bundle.isEmpty else { return nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Whether the list contains the full topic or its app.
    func isListed(in names: [String]) -> Bool { names.contains(self.text) || names.contains(self.bundle) }
}
