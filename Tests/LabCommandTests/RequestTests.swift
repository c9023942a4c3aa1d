import PushLab
import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Command lines")
struct RequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let request: Request

        init(_ words: String, _ request: Request) {
            self.words = words.split(separator: " ").map(String.init)
            self.request = request
        }

        var testDescription: String { self.words.joined(separator: " ") }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String
        let verb: String?

        init(_ words: String, _ message: String, verb: String? = nil) {
            self.words = words.split(separator: " ").map(String.init)
            self.message = message
            self.verb = verb
        }

        var testDescription: String { self.words.joined(separator: " ") }
    }

    static func parse(_ inputs: RawText..., change: (inout ParseOptions) -> Void = { _ in }) -> Request {
        var options = ParseOptions(inputs: inputs)
        change(&options)
        return .parse(options)
    }

    static func demo(_ change: (inout DemoOptions) -> Void = { _ in }) -> Request {
        var options = DemoOptions()
        change(&options)
        return .demo(options)
    }

    static func list(_ change: (inout ListOptions) -> Void = { _ in }) -> Request {
        var options = ListOptions()
        change(&options)
        return .list(options)
    }

    static let understood = [
        Case("", .nothing),
        Case("--help", .help(verb: nil)),
        Case("-h", .help(verb: nil)),
        Case("--help parse", .help(verb: "parse")),
        Case("-h completions", .help(verb: "completions")),
        Case("help", .help(verb: nil)),
        Case("help parse", .help(verb: "parse")),
        Case("help help", .help(verb: "help")),
        Case("help --help", .help(verb: "help")),
        Case("parse --help", .help(verb: "parse")),
        Case("parse x.json -h --nonsense", .help(verb: "parse")),
        Case("--version", .version),
        Case("schema", .schema),
        Case("explain P15", .explain(.promise(.p15))),
        Case("explain p7", .explain(.promise(.p7))),
        Case("explain t4", .explain(.trap(.t4))),
        Case("--explain S6", .explain(.trap(.s6))),
        Case("--explain=P1", .explain(.promise(.p1))),
        Case("run --explain P40", .explain(.promise(.p40))),
        Case("run a.yaml --seed 7 --explain=P40", .explain(.promise(.p40))),
        Case("explore --explain P40", .explain(.promise(.p40))),
        Case("list a --explain T14", .explain(.trap(.t14))),
        Case("list", list()),
        Case("list a b.yaml -", list { $0.inputs = ["a", "b.yaml", "-"] }),
        Case("list --json .", list { ($0.inputs, $0.json) = (["."], true) }),
        Case("list --promises", list { $0.subject = .promises }),
        Case("list --traps --json", list { ($0.subject, $0.json) = (.traps, true) }),
        Case("list -- --explain", list { $0.inputs = ["--explain"] }),
        Case("completions bash", .completions(.bash)),
        Case("completions zsh", .completions(.zsh)),
        Case("completions fish", .completions(.fish)),
        Case("demo", demo()),
        Case("demo --help", .help(verb: "demo")),
        Case("demo --seed 7", demo { $0.lab.seed = 7 }),
        Case("demo --seed=0xC0ffee", demo { $0.lab.seed = 0xC0FFEE }),
        Case("demo --seed 18446744073709551615", demo { $0.lab.seed = .max }),
        Case("demo --seed 0", demo { $0.lab.seed = 0 }),
        Case("demo --devices 1", demo { $0.devices = 1 }),
        Case("demo --devices=100 --json", demo { ($0.devices, $0.form) = (100, .json) }),
        Case("demo --mermaid", demo { $0.form = .mermaid }),
        Case("demo --trace", demo { $0.form = .trace }),
        Case("demo --fingerprint", demo { $0.form = .fingerprint }),
        Case("demo --app reference", demo { $0.lab.isAppNamed = true }),
        Case("demo --app mine", demo { $0.lab.name(.program("mine")) }),
        Case("demo --app ./referense", demo { $0.lab.name(.program("./referense")) }),
        Case(
            "demo --app=a=b --backend c",
            demo {
                $0.lab.name(.program("a=b"))
                $0.lab.backend = "c"
            }),
        Case("demo --secure", demo { $0.lab.isSecure = true }),
        Case("parse x.json", parse("x.json")),
        Case("parse a - b", parse("a", "-", "b")),
        Case("parse -- --json -", parse("--json", "-")),
        Case("parse a -- --", parse("a", "--")),
        Case("parse --json a --lines b", parse("a", "b") { ($0.json, $0.lines) = (true, true) }),
        Case("parse a --explain --lenient", parse("a") { ($0.explain, $0.strictness) = (true, .lenient) }),
        Case("parse --json --json a", parse("a") { $0.json = true }),
        Case("parse --quiet --json a", parse("a") { ($0.quiet, $0.json) = (true, true) }),
        Case("parse --record a", parse("a") { $0.record = true }),
        Case("parse --expect tap a", parse("a") { $0.expectation = .tap }),
        Case("parse --expect=recorded a", parse("a") { $0.expectation = .recorded }),
        Case("parse --expect alertWithWake a", parse("a") { $0.expectation = .kind(.alertWithWake) }),
        Case("parse a --expect=malformed", parse("a") { $0.expectation = .kind(.malformed) }),
    ]

    @Test("Accepted command lines", arguments: understood)
    func understands(_ item: Case) throws {
        #expect(try Request(words: item.words.map { RawText($0) }) == item.request)
    }

    static let refusals = [
        Refusal("explain", "explain needs an ID: " + Topic.meaning, verb: "explain"),
        Refusal("explain P46", "unknown ID 'P46': use " + Topic.meaning, verb: "explain"),
        Refusal("explain expect", "unknown ID 'expect': use " + Topic.meaning, verb: "explain"),
        Refusal("explain P1 P2", "unexpected word 'P2'", verb: "explain"),
        Refusal("run --explain", "--explain needs an ID: " + Topic.meaning),
        Refusal("--explain T15", "unknown ID 'T15': use " + Topic.meaning),
        Refusal("--explane P15", "unknown option '--explane': did you mean '--explain'?"),
        Refusal("--explained", "unknown option '--explained': did you mean '--explain'?"),
        Refusal("schema x", "unexpected word 'x'", verb: "schema"),
        Refusal("list --traps a", "'--traps' takes no file; remove 'a'", verb: "list"),
        Refusal("list --json --traps a", "'--traps' takes no file; remove 'a'", verb: "list"),
        Refusal("list --traps --promises", "'--promises' cannot be used with '--traps'; remove one", verb: "list"),
        Refusal("list --promise", "unknown option '--promise': did you mean '--promises'?", verb: "list"),
        Refusal("prase x", "unknown verb 'prase': did you mean 'parse'?"),
        Refusal("completion bash", "unknown verb 'completion': did you mean 'completions'?"),
        Refusal("payload.json", "unknown verb 'payload.json'"),
        Refusal("version", "unknown verb 'version': did you mean '--version'?"),
        Refusal("--hlep", "unknown option '--hlep': did you mean '--help'?"),
        Refusal("--json", "unknown option '--json'"),
        Refusal("help pasre", "unknown verb 'pasre': did you mean 'parse'?"),
        Refusal("--version foo", "unexpected word 'foo'"),
        Refusal("--version --help", "unexpected word '--help'"),
        Refusal("--version \u{1B}", "unexpected word '\\x1B'"),
        Refusal("--help pasre", "unknown verb 'pasre': did you mean 'parse'?"),
        Refusal("--help parse x.json", "unexpected word 'x.json'", verb: "help"),
        Refusal("--help --version", "unknown option '--version'", verb: "help"),
        Refusal("help parse parse", "unexpected word 'parse'", verb: "help"),
        Refusal("parse --jsno x", "unknown option '--jsno': did you mean '--json'?", verb: "parse"),
        Refusal("parse --explan=1 x", "unknown option '--explan': did you mean '--explain'?", verb: "parse"),
        Refusal("parse -x y", "unknown option '-x'", verb: "parse"),
        Refusal("parse --frobnicate y", "unknown option '--frobnicate'", verb: "parse"),
        Refusal("parse --\u{1B}[2J", "unknown option '--\\x1B[2J'", verb: "parse"),
        Refusal("parse --json=yes x", "option '--json' takes no value; remove it", verb: "parse"),
        Refusal("parse --help=yes x", "option '--help' takes no value; remove it", verb: "parse"),
        Refusal("parse x --expect", "option '--expect' needs a value: \(expectWords)", verb: "parse"),
        Refusal(
            "parse --expect backgrond x", "unknown value 'backgrond' of '--expect': did you mean 'background'?",
            verb: "parse"),
        Refusal(
            "parse --expect silent x", "unknown value 'silent' of '--expect': use \(expectWords)", verb: "parse"),
        Refusal("parse --expect= x", "unknown value '' of '--expect': use \(expectWords)", verb: "parse"),
        Refusal("parse --expect tap --expect alert x", "option '--expect' is given twice; give it once", verb: "parse"),
        Refusal("parse --json --explain x", "'--json' cannot be used with '--explain'; remove one", verb: "parse"),
        Refusal("parse --explain --quiet x", "'--quiet' cannot be used with '--explain'; remove one", verb: "parse"),
        Refusal(
            "parse --record --expect tap x", "'--record' cannot be used with '--expect'; remove one", verb: "parse"),
        Refusal("parse --record --lines x", "'--record' cannot be used with '--lines'; remove one", verb: "parse"),
        Refusal("parse --record -", "'--record' needs files; it cannot read standard input", verb: "parse"),
        Refusal(
            "parse --expect recorded --lines x", "'--expect recorded' cannot be used with '--lines'", verb: "parse"),
        Refusal(
            "parse --expect recorded -", "'--expect recorded' needs files; it cannot read standard input", verb: "parse"
        ),
        Refusal(
            "parse --expect recorded a.jsonl",
            "'--expect recorded' needs files with one payload; 'a.jsonl' has one payload per line",
            verb: "parse"),
        Refusal("parse", "parse needs a FILE, or '-' for standard input", verb: "parse"),
        Refusal("parse - x -", "standard input ('-') is given twice; give it once", verb: "parse"),
        Refusal("demo x", "unexpected word 'x'", verb: "demo"),
        Refusal("dmo", "unknown verb 'dmo': did you mean 'demo'?"),
        Refusal("demo --sed 1", "unknown option '--sed': did you mean '--seed'?", verb: "demo"),
        Refusal("demo --seed", "option '--seed' needs a value: \(seedWords)", verb: "demo"),
        Refusal("demo --seed x", "value 'x' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed=", "value '' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed -1", "value '-1' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed +1", "value '+1' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed 0x", "value '0x' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed 0x+1", "value '0x+1' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal("demo --seed ff", "value 'ff' of '--seed' is not \(seedWords)", verb: "demo"),
        Refusal(
            "demo --seed 18446744073709551616", "value '18446744073709551616' of '--seed' is not \(seedWords)",
            verb: "demo"),
        Refusal("demo --seed 1 --seed 2", "option '--seed' is given twice; give it once", verb: "demo"),
        Refusal("demo --devices 0", "value '0' of '--devices' is not a number from 1 to 100", verb: "demo"),
        Refusal("demo --devices 101", "value '101' of '--devices' is not a number from 1 to 100", verb: "demo"),
        Refusal("demo --devices three", "value 'three' of '--devices' is not a number from 1 to 100", verb: "demo"),
        Refusal("demo --json --mermaid", "'--json' cannot be used with '--mermaid'; remove one", verb: "demo"),
        Refusal(
            "demo --fingerprint --trace", "'--trace' cannot be used with '--fingerprint'; remove one", verb: "demo"),
        Refusal("demo --app referense", "unknown app 'referense': did you mean 'reference'?", verb: "demo"),
        Refusal("demo --app=", "value '' of '--app' is not \(appWords)", verb: "demo"),
        Refusal("demo --backend=", "value '' of '--backend' is not a command", verb: "demo"),
        Refusal("demo --backend", "option '--backend' needs a value: a command", verb: "demo"),
        Refusal("demo --backend a --backend b", "option '--backend' is given twice; give it once", verb: "demo"),
        Refusal("demo --secure=yes", "option '--secure' takes no value; remove it", verb: "demo"),
        Refusal("completions", "completions needs a SHELL: bash, zsh, fish", verb: "completions"),
        Refusal("completions fihs", "unknown SHELL 'fihs': did you mean 'fish'?", verb: "completions"),
        Refusal("completions tcshell", "unknown SHELL 'tcshell': use bash, zsh or fish", verb: "completions"),
        Refusal("completions bash zsh", "unexpected word 'zsh'", verb: "completions"),
    ]

    static let appWords = "the name of an app that is compiled in, or a command"
    static let seedWords = "a number below 2^64, in decimal or as 0x and hex digits"

    static func demo(_ words: String, apps: [String]) throws -> Request {
        try Request(words: words.split(separator: " ").map { RawText(String($0)) }, apps: apps)
    }

    @Test("The only compiled-in app is the default, and --app chooses one of several")
    func choosesApp() throws {
        #expect(try Self.demo("demo", apps: ["mine"]) == Self.demo { $0.lab.app = .compiledIn("mine") })
        #expect(
            try Self.demo("demo --app mine", apps: ["mine", "other"]) == Self.demo { $0.lab.name(.compiledIn("mine")) })
        let named = try Self.demo("demo --app reference", apps: ["mine"])
        #expect(named == Self.demo { ($0.lab.isReferenceNamed, $0.lab.isAppNamed) = (true, true) })
        let reference = try Self.demo("demo --app reference", apps: ["reference"])
        #expect(reference == Self.demo { $0.lab.name(.compiledIn("reference")) })
    }

    @Test(
        "A typo in the name of an app is refused, and so is a missing choice",
        arguments: [
            ("demo --app mien", "unknown app 'mien': did you mean 'mine'?"),
            ("demo", "there are several apps; give --app with mine, other or reference"),
        ])
    func refusesApp(_ words: String, _ message: String) {
        #expect(throws: UsageError(message, verb: "demo")) { try Self.demo(words, apps: ["mine", "other"]) }
    }

    @Test("A trap requires the reference app, and no other app may be named or compiled in alone")
    func refusesTraps() throws {
        let words = "run s.yaml --trap S1"
        let other = UsageError("'--trap' works only with the reference app; add '--app reference'", verb: "run")
        #expect(throws: other) { try Self.demo(words, apps: ["mine"]) }
        #expect(throws: other) { try Self.demo("\(words) --app cat", apps: []) }
        for (apps, app) in [([], ""), (["mine"], " --app reference")] {
            guard case .run(let options) = try Self.demo(words + app, apps: apps) else {
                Issue.record("\(words + app) is no run")
                continue
            }
            #expect(options.traps == [.s1])
        }
    }

    static let expectWords =
        "tap, recorded, shoulderTap, background, alert, alertWithWake, mdm, fileProvider, cloudKit, voip, "
        + "liveActivity, widgets, foreign or malformed"

    @Test("Refused command lines, with their messages", arguments: refusals)
    func refuses(_ item: Refusal) {
        #expect(throws: UsageError(item.message, verb: item.verb)) {
            try Request(words: item.words.map { RawText($0) })
        }
    }

    @Test("A usage error points to the help")
    func hints() {
        #expect(UsageError("a", verb: "parse").text == "shouldertap: a\nsee 'shouldertap parse --help'\n")
        #expect(UsageError("a").text == "shouldertap: a\nsee 'shouldertap --help'\n")
    }

    @Test("A name that is not UTF-8 stays unchanged")
    func keepsBytes() throws {
        let name = RawText(bytes: [0xFF, 0x2E, 0x6A])
        #expect(try Request(words: ["parse", name]) == Self.parse(name))
    }

    @Test("The value of an option is UTF-8, otherwise a file would get another name")
    func refusesBytes() {
        let stray: [UInt8] = [0xFF, 0x2E, 0x6A]
        for (words, shown) in [
            (["--junit", RawText(bytes: stray)], "\\xFF.j"),
            ([RawText(bytes: Array("--junit=".utf8) + stray)], "--junit=\\xFF.j"),
        ] as [([RawText], String)] {
            let message = "option '--junit' needs a value in UTF-8; '\(shown)' is not UTF-8"
            #expect(throws: UsageError(message, verb: "merge")) { try Request(words: ["merge", "a"] + words) }
        }
    }

    @Test("Every verb of the table is accepted, with each of its options")
    func tableIsReachable() throws {
        for verb in VerbTable.all {
            #expect(try Request(words: ["help", RawText(verb.name)]) == .help(verb: verb.name))
        }
        for verb in VerbTable.complete {
            for option in verb.options {
                let word = option.value.map { "\(option.name)=\($0.choices.first ?? "1")" } ?? option.name
                #expect(try VerbWords([RawText(word)], of: verb).has(option.name))
            }
            for conflict in verb.conflicts {
                let names = verb.options.map(\.name)
                #expect(names.contains(conflict.one) && names.contains(conflict.other))
            }
        }
    }
}

extension LabWords {
    /// Takes the app that `--app` names.
    fileprivate mutating func name(_ app: TestedApp) { (self.app, self.isAppNamed) = (app, true) }
}
