import Basics

/// The key of a feed. A feed contains the notifications of one app host for one user.
package struct FeedKey: Sendable {
    package var host: String
    package var user: String

    package init(host: String, user: String) {
        self.host = host
        self.user = user
    }
}

/// Compares keys byte by byte, in the same way as cursors are sealed. Names that Unicode treats as equal may belong to
/// two different users.
extension FeedKey: Hashable {
    package static func == (left: FeedKey, right: FeedKey) -> Bool {
        left.host.isExactly(right.host) && left.user.isExactly(right.user)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.host)
        hasher.combine(exactly: self.user)
    }
}

/// A fresh id and a fresh number. The caller of the rules supplies them, and they are valid for one command.
package struct Fresh: Hashable, Sendable {
    /// An id, by convention in the form of a UUID.
    ///
    /// Most commands need no id, so the digits of a number are formatted only on demand.
    package var id: String { self.text ?? Hex.text(of: self.word) }
    private let text: String?
    private let word: UInt64
    /// An unguessable number. A new log derives its epoch and the secret of its positions from it.
    package var number: UInt64

    package init(id: String, number: UInt64) {
        self.text = id
        self.word = 0
        self.number = number
    }

    /// Creates a value whose id is the sixteen digits of a word.
    package init(digitsOf word: UInt64, number: UInt64) {
        self.text = nil
        self.word = word
        self.number = number
    }
}
