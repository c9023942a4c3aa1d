import Basics

/// The secret that proves the identity of a client.
package struct ClientSecret: Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    package func matches(_ other: ClientSecret) -> Bool {
        SecretBytes.areEqual(Array(self.text.utf8), Array(other.text.utf8))
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ClientSecret(…)" }
    package var debugDescription: String { self.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
