/// A value of a YAML text, with its place.
struct YAMLNode: Hashable {
    enum Content: Hashable {
        /// A text.
        ///
        /// A plain text is written without quotes. It may stand for a number or for null.
        case scalar(String, isPlain: Bool)
        case list([YAMLNode])
        case map([Entry])
    }

    struct Entry: Hashable {
        let key: String
        let place: Place
        let value: YAMLNode
    }

    let content: Content
    let place: Place

    /// The kind of the value, for error messages.
    var kind: String {
        switch self.content {
        case .scalar(_, isPlain: true) where self.isNull: "empty"
        case .scalar: "a single value"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Whether the value is null: left out, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = self.content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
