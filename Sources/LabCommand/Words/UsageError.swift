/// A command line that says nothing sensible, in the user's words.
struct UsageError: Error, Equatable {
    let message: String
    /// The verb whose help tells more; nil for the help of the tool.
    let verb: String?

    init(_ message: String, verb: String? = nil) {
        self.message = message
        self.verb = verb
    }

    /// Two options of which each would stand in place of the result.
    static func refuseTwoOnOutput(_ options: [(name: String, isGiven: Bool)], of verb: Verb) throws(UsageError) {
        let given = options.filter(\.isGiven).map(\.name)
        guard given.count > 1 else { return }
        throw UsageError(
            "'\(given[0])' does not go with '\(given[1])': both would go to standard output; write one into a file",
            verb: verb.name)
    }

    /// Both lines for standard error.
    var text: String {
        let help = self.verb.map { "shouldertap \($0) --help" } ?? "shouldertap --help"
        return "shouldertap: \(self.message)\nsee '\(help)'\n"
    }
}
