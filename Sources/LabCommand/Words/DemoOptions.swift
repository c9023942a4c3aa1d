/// The options of `demo`.
struct DemoOptions: Equatable, Sendable {
    /// The form of the output.
    enum Form: Equatable, Sendable {
        /// The history as a readable story.
        case story
        case json
        case mermaid
        case trace
        case fingerprint
    }

    static let deviceCounts = 1...100

    var lab = LabWords()
    var devices = 3
    var form = Form.story

    var seed: UInt64 { self.lab.seed ?? 1 }

    init() {}

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        self.lab = try LabWords(words, of: verb, apps: apps)
        if let word = words.value(of: "--devices") {
            guard word.allSatisfy({ "0"..."9" ~= $0 }), let count = Int(word), Self.deviceCounts.contains(count) else {
                throw words.refusal(of: word, "--devices", verb)
            }
            self.devices = count
        }
        let forms = [
            ("--json", Form.json), ("--mermaid", .mermaid), ("--trace", .trace), ("--fingerprint", .fingerprint),
        ]
        self.form = forms.first { words.has($0.0) }?.1 ?? .story
    }
}
