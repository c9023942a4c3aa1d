import Basics

/// Whose log: one app host's notifications for one user.
package struct FeedKey: Sendable {
    package var host: String
    package var user: String

    package init(host: String, user: String) {
        self.host = host
        self.user = user
    }
}

/// Byte by byte, as cursors are sealed: what Unicode takes for the same name may be two users.
extension FeedKey: Hashable {
    package static func == (left: FeedKey, right: FeedKey) -> Bool {
        left.host.isExactly(right.host) && left.user.isExactly(right.user)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.host)
        hasher.combine(exactly: self.user)
    }
}

/// What no caller has seen before, made by whoever runs the rules and good for one command.
package struct Fresh: Hashable, Sendable {
    /// An id, shaped like a UUID by custom. Most commands need none, so that the digits of a number are written late.
    package var id: String { self.text ?? Hex.text(of: self.word) }
    private let text: String?
    private let word: UInt64
    /// A number that cannot be guessed, from which a new log gets its epoch and the secret of its positions.
    package var number: UInt64

    package init(id: String, number: UInt64) {
        self.text = id
        self.word = 0
        self.number = number
    }

    /// With the sixteen digits of a word for its id.
    package init(digitsOf word: UInt64, number: UInt64) {
        self.text = nil
        self.word = word
        self.number = number
    }
}
