import ShoulderTap

/// The verbs of the tool, in the order of the help.
enum VerbTable {
    static let all: [Verb] = [
        demo, run, explore, merge, shrink, list, explain, new, schema, parse, capture, replay, serve, with, push,
        completions, help,
    ]

    /// The verbs and their subcommands, which are named with both words.
    static let complete: [Verb] = all + captureVerbs

    static func verb(named name: String) -> Verb? { self.complete.first { $0.name == name } }

    /// The options that replace a verb.
    static let ownOptions = [
        Verb.Option("--help", nil, "show this help"),
        Verb.Option("--version", nil, "show the version"), Topic.option,
    ]

    private static let demo = Verb(
        name: "demo",
        summary: "show a service, push services and devices at work",
        details: [
            "Publishes notifications for a user with a phone, a tablet and a laptop, and",
            "prints what happens: taps, fetches, callbacks, a lost tap, dismissal, deletion",
            "and expiry. The same seed gives the same run.",
        ],
        operands: .nothing,
        options: [
            Verb.Option(
                "--seed", .init(placeholder: "N", meaning: LabWords.seedMeaning),
                "the seed of all randomness, in digits or 0x hex; 1 by default"),
            Verb.Option(
                "--devices", .init(placeholder: "N", meaning: "a number from 1 to 100"),
                "the number of devices, 1 to 100; 3 by default"),
            LabWords.app, LabWords.backend, LabWords.secure,
            Verb.Option("--json", nil, "write the history as JSON lines, and nothing else"),
            Verb.Option("--mermaid", nil, "write a Mermaid sequence diagram"),
            Verb.Option("--trace", nil, "write every event of the history, one per line"),
            Verb.Option("--fingerprint", nil, "write only the fingerprint of the history"),
        ],
        conflicts: [
            Verb.Conflict("--json", "--mermaid"), Verb.Conflict("--json", "--trace"),
            Verb.Conflict("--json", "--fingerprint"), Verb.Conflict("--mermaid", "--trace"),
            Verb.Conflict("--mermaid", "--fingerprint"), Verb.Conflict("--trace", "--fingerprint"),
        ],
        notes: ["exit status: 0; 1 a wrong result; 70 CMD does not follow the protocol; 64, 74"],
        example: "shouldertap demo --seed 7 --devices 5"
    )

    private static let parse = Verb(
        name: "parse",
        summary: "check push payloads: report their kinds and all findings",
        details: [
            "Reports the kind of push payloads. A FILE is one payload; if its name ends in",
            ".jsonl or .ndjson, each line is one. A directory is searched for .json, .apns,",
            ".jsonl and .ndjson files that are not hidden; '-' is standard input.",
        ],
        operands: .files,
        options: [
            Verb.Option("--json", nil, "write one JSON object per payload"),
            Verb.Option("--explain", nil, "show each payload with a caret under each finding"),
            Verb.Option("--why", nil, "list other reasons why a valid push wakes no app"),
            Verb.Option("--lenient", nil, "accept comments, trailing commas, a BOM, \"1\" and true"),
            Verb.Option("--lines", nil, "read every FILE as one payload per line"),
            Verb.Option("--quiet", nil, "write no verdicts, only set the exit status"),
            Verb.Option(
                "--expect",
                .init(placeholder: "WHAT", choices: ["tap", "recorded"] + PayloadKind.all.map(\.description)),
                "exit 1 unless each payload is WHAT: tap, recorded (as FILE.verdict says) or "
                    + PayloadKind.all.map(\.description).joined(separator: ", ")),
            Verb.Option(
                "--fail-on", .init(placeholder: "BAR", choices: ParseOptions.Bar.allCases.map(\.rawValue)),
                "exit 1 on a warning, on an error (as --expect WHAT does), or never"),
            Verb.Option("--record", nil, "write each verdict to FILE.verdict, even for a malformed FILE"),
        ],
        conflicts: [
            Verb.Conflict("--json", "--explain"), Verb.Conflict("--quiet", "--explain"),
            Verb.Conflict("--json", "--why"), Verb.Conflict("--quiet", "--why"),
            Verb.Conflict("--record", "--expect"), Verb.Conflict("--record", "--lines"),
            Verb.Conflict("--record", "--fail-on"),
        ],
        notes: [
            "exit status: 0; 1 malformed or not as expected; 64, 65, 66, 74 as in sysexits",
            "Without --expect and --fail-on, any kind but malformed exits with 0.",
        ],
        example: "shouldertap parse --explain payload.json"
    )

    private static let completions = Verb(
        name: "completions",
        summary: "write a completion script for a shell",
        details: ["Writes a script with which a shell completes the words of shouldertap."],
        operands: .oneOf(placeholder: "SHELL", choices: Shell.allCases.map(\.rawValue)),
        options: [],
        conflicts: [],
        notes: [
            "bash: eval \"$(shouldertap completions bash)\"  in ~/.bashrc",
            "zsh:  shouldertap completions zsh > a folder of $fpath, as _shouldertap",
            "fish: shouldertap completions fish > ~/.config/fish/completions/shouldertap.fish",
        ],
        example: "shouldertap completions bash"
    )

    static let help = Verb(
        name: "help",
        summary: "show the help of a verb",
        details: ["Shows all verbs of the tool, or the options of one verb."],
        operands: .verb,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap help parse"
    )
}
