/// An invalid command line, described in the user's words.
struct UsageError: Error, Equatable {
    let message: String
    /// The verb whose help has more details. Nil refers to the help of the tool.
    let verb: String?

    init(_ message: String, verb: String? = nil) {
        self.message = message
        self.verb = verb
    }

    /// Refuses two options that would both replace the result on standard output.
    static func refuseTwoOnOutput(_ options: [(name: String, isGiven: Bool)], of verb: Verb) throws(UsageError) {
        let given = options.filter(\.isGiven).map(\.name)
        guard given.count > 1 else { return }
        throw UsageError(
            "'\(given[0])' and '\(given[1])' both write to standard output; write one of them to a file",
            verb: verb.name)
    }

    /// The two lines for standard error.
    var text: String {
        let help = self.verb.map { "shouldertap \($0) --help" } ?? "shouldertap --help"
        return "shouldertap: \(self.message)\nsee '\(help)'\n"
    }
}
