/// What `demo` is asked to do.
struct DemoOptions: Equatable, Sendable {
    /// What is written.
    enum Form: Equatable, Sendable {
        /// The history retold for people.
        case story
        case json
        case mermaid
        case trace
        case fingerprint
    }

    static let deviceCounts = 1...100

    var seed: UInt64 = 1
    var devices = 3
    var form = Form.story
    var app = TestedApp.reference
    /// The server under test, as a line for the shell; nil has the lab publish by itself.
    var backend: String?
    /// Whether devices reach the service over real TLS.
    var isSecure = false

    init() {}

    /// `apps` are the names of the apps that are compiled in.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        if let word = words.value(of: "--seed") {
            guard let seed = Self.seed(word) else { throw Self.refusal(of: word, "--seed", verb) }
            self.seed = seed
        }
        if let word = words.value(of: "--devices") {
            guard let count = Self.number(word), Self.deviceCounts.contains(count) else {
                throw Self.refusal(of: word, "--devices", verb)
            }
            self.devices = count
        }
        let forms = [
            ("--json", Form.json), ("--mermaid", .mermaid), ("--trace", .trace), ("--fingerprint", .fingerprint),
        ]
        self.form = forms.first { words.has($0.0) }?.1 ?? .story
        for name in ["--app", "--backend"] {
            if let word = words.value(of: name), word.allSatisfy(\.isWhitespace) {
                throw Self.refusal(of: word, name, verb)
            }
        }
        self.app = try TestedApp(words.value(of: "--app"), among: apps, verb)
        self.backend = words.value(of: "--backend")
        self.isSecure = words.has("--secure")
    }

    private static func refusal(of word: String, _ option: String, _ verb: Verb) -> UsageError {
        let meaning = verb.options.first { $0.name == option }?.value?.meaning ?? ""
        return UsageError("value '\(TerminalText.escaped(word))' of '\(option)' is not \(meaning)", verb: verb.name)
    }

    /// Digits alone, or `0x` and hex digits.
    private static func seed(_ word: String) -> UInt64? {
        let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
        let digits = isHex ? word.dropFirst(2) : word[...]
        // A sign is no digit, though the library takes one.
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt64(digits, radix: isHex ? 16 : 10)
    }

    private static func number(_ word: String) -> Int? {
        word.allSatisfy { "0"..."9" ~= $0 } ? Int(word) : nil
    }
}
