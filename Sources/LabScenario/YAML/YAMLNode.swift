/// A value of a YAML text, with its place.
struct YAMLNode: Hashable {
    enum Content: Hashable {
        /// A text; a plain one stands without quotes and may mean nothing, or a number.
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

    /// What it is, in a sentence that says what should be there instead.
    var kind: String {
        switch self.content {
        case .scalar(_, isPlain: true) where self.isNull: "nothing"
        case .scalar: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Whether it stands for nothing: left out, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = self.content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
