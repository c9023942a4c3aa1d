/// The target of a request: a path, and the parameters of its query.
package struct Target: Hashable, Sendable {
    package let path: String
    /// The parameters, in order and decoded.
    ///
    /// A name without `=` has an empty value.
    package let query: [(name: String, value: String)]

    /// Parses a target such as `/lab/pushes?await=3`. Returns nil for a target that is not a path, and for a target
    /// that cannot be decoded.
    package init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        let pieces = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.path = String(pieces[0])
        var query: [(String, String)] = []
        for pair in pieces.count > 1 ? pieces[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentText.decoded(sides[0], plusIsBlank: true),
                let value = PercentText.decoded(sides.count > 1 ? sides[1] : "", plusIsBlank: true)
            else { return nil }
            query.append((name, value))
        }
        self.query = query
    }

    /// The value of the first parameter with this name.
    package subscript(name: String) -> String? { self.query.first { $0.name == name }?.value }

    package static func == (left: Target, right: Target) -> Bool {
        left.path == right.path && left.query.elementsEqual(right.query, by: ==)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.path) }
}
