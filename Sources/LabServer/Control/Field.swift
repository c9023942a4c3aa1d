/// A member of a JSON body, or a parameter of a query: its name, its allowed values, and its meaning.
struct Field: Hashable, Sendable {
    /// The values that a field may hold.
    enum Kind: Hashable, Sendable {
        /// A text of at least one character. `most` is the maximum number of characters, as JSON Schema counts them.
        case text(most: Int)
        /// A bundle id.
        case bundle
        case word([String])
        case integer(ClosedRange<Int>)
        /// A duration such as `250ms` or `5s`.
        case time
        case flag
        /// A number from 0 to 1.
        case share
    }

    let name: String
    let kind: Kind
    let meaning: String
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, _ meaning: String, isRequired: Bool = false) {
        (self.name, self.kind, self.meaning, self.isRequired) = (name, kind, meaning, isRequired)
    }

    /// Creates a field for the bundle id of an app.
    static func bundle(_ meaning: String, isRequired: Bool = false) -> Field {
        Field("bundle", .bundle, meaning, isRequired: isRequired)
    }

    /// The field for a seed. Its highest value is a number that every JSON client reads exactly.
    static let seed = Field("seed", .integer(0...Self.highestSeed), "the seed of its random numbers; random by default")
    static let highestSeed = (1 << 53) - 1

    /// Creates a field for a short text, such as a name.
    static func name(_ name: String, _ meaning: String, isRequired: Bool = false) -> Field {
        Field(name, .text(most: 128), meaning, isRequired: isRequired)
    }
}

extension Field.Kind {
    /// The allowed values in words, for error messages.
    var words: String {
        switch self {
        case .text(let most): "a text of 1 to \(most) characters"
        case .bundle: "a bundle id of letters, digits, '.', '-' and '_'"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .time: "a time such as 250ms, 5s or 2h"
        case .flag: "true or false"
        case .share: "a number from 0 to 1"
        }
    }
}
