/// One operation of the server: a method and a path, the closure that answers, and the row in the description of the
/// interface.
package struct Route {
    /// The row of an operation in the description of the interface.
    package struct Description: Hashable, Sendable {
        /// One sentence in the imperative.
        package var summary: String
        package var parameters: [Parameter]
        /// The statuses of the operation's answers, with their meanings.
        package var answers: [(status: Int, meaning: String)]
        /// The media type of the request's body; nil for none.
        package var body: String?

        package init(
            _ summary: String, parameters: [Parameter] = [], answers: [(status: Int, meaning: String)],
            body: String? = nil
        ) {
            (self.summary, self.parameters, self.answers, self.body) = (summary, parameters, answers, body)
        }

        package static func == (left: Self, right: Self) -> Bool {
            left.summary == right.summary && left.parameters == right.parameters && left.body == right.body
                && left.answers.elementsEqual(right.answers, by: ==)
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(self.summary) }
    }

    /// A parameter in the query or in a header.
    package struct Parameter: Hashable, Sendable {
        package enum Place: String, Hashable, Sendable {
            case query
            case header
        }

        package var name: String
        package var place: Place
        package var meaning: String
        package var isRequired: Bool

        package init(_ name: String, in place: Place = .query, _ meaning: String, isRequired: Bool = false) {
            (self.name, self.place, self.meaning, self.isRequired) = (name, place, meaning, isRequired)
        }
    }

    package let method: String
    package let pattern: PathPattern
    package let description: Description
    /// The maximum length of the body; nil for the server's default.
    package let bodyLimit: Int?
    package let answer: (RoutedExchange) -> Void

    package init(
        _ method: String, _ pattern: String, _ description: Description, bodyLimit: Int? = nil,
        answer: @escaping (RoutedExchange) -> Void
    ) {
        (self.method, self.pattern, self.description) = (method, PathPattern(pattern), description)
        (self.bodyLimit, self.answer) = (bodyLimit, answer)
    }
}

/// A request together with the values that its route found in it.
package struct RoutedExchange {
    package let exchange: Exchange
    package let target: Target
    /// The texts in the gaps of the path.
    package let parameters: [String: String]
}
