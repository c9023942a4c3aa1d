/// A command line that says nothing sensible, in the user's words.
struct UsageError: Error, Equatable {
    let message: String
    /// The verb whose help tells more; nil for the help of the tool.
    let verb: String?

    init(_ message: String, verb: String? = nil) {
        self.message = message
        self.verb = verb
    }

    /// Both lines for standard error.
    var text: String {
        let help = self.verb.map { "shouldertap \($0) --help" } ?? "shouldertap --help"
        return "shouldertap: \(self.message)\nsee '\(help)'\n"
    }
}
