import Basics

/// The key of a feed: one app host's notifications for one user.
package struct FeedKey: Sendable {
    package var host: String
    package var user: String

    package init(host: String, user: String) {
        self.host = host
        self.user = user
    }
}

/// Compares byte by byte, as cursors are sealed: names that Unicode treats as equal may be two users.
extension FeedKey: Hashable {
    package static func == (left: FeedKey, right: FeedKey) -> Bool {
        left.host.isExactly(right.host) && left.user.isExactly(right.user)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.host)
        hasher.combine(exactly: self.user)
    }
}

/// A fresh id and number, supplied by the caller of the rules and valid for one command.
package struct Fresh: Hashable, Sendable {
    /// An id, shaped like a UUID by convention.
    ///
    /// Most commands need none, so the digits of a number are written only on demand.
    package var id: String { self.text ?? Hex.text(of: self.word) }
    private let text: String?
    private let word: UInt64
    /// An unguessable number, from which a new log gets its epoch and the secret of its positions.
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
