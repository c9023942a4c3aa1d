import ShoulderTap

/// The verbs for captures.
extension VerbTable {
    static let capture = Verb(
        name: "capture",
        summary: "gather, check, tidy and look at captured pushes",
        details: [
            "Works with captures: files of pushes as they crossed the wire, one a line."
        ],
        operands: .verbs,
        options: [],
        conflicts: [],
        notes: [
            "exit status: 0; 64 usage; 65 something could not be used; 66, 74 as in sysexits"
        ],
        example: "shouldertap capture import payload.json device.log -o field.jsonl"
    )

    static let captureVerbs = [
        captureImport, captureCheck, captureExport, captureStats, captureRedact, captureSchema,
    ]

    private static let output = Verb.Option(
        "--output", .init(placeholder: "FILE", meaning: "the file to write, or - for standard output"),
        "write FILE (also -o), whole or not at all; '-' is standard output")

    private static let key = Verb.Option(
        "--key", .init(placeholder: "FILE", meaning: "a file with 16 bytes, or 32 hex digits"),
        "make pseudonyms with this key, so that they stay the same; random unless given")

    private static let captureImport = Verb(
        name: "capture import",
        summary: "make a capture of payloads, .apns files, lines and logs",
        details: [
            "Makes a capture. A FILE ending in .json or .apns is one payload, in .jsonl or",
            ".ndjson one a line (or a capture), anything else a log in which payloads are",
            "printed. A directory is walked; what cannot be used is named. Payloads stay as",
            "they are; device tokens become pseudonyms, and authorization is masked.",
        ],
        operands: .files,
        options: [
            Self.output,
            Verb.Option("--append", nil, "append to FILE"),
            Verb.Option(
                "--as", .init(placeholder: "FORM", choices: ["payload", "lines", "log"]),
                "read every FILE as one payload, payload lines, or a log"),
            Verb.Option(
                "--channel", .init(placeholder: "NAME", choices: ["apns", "fcm", "wns", "rest"]),
                "whose payloads they are: apns (unless given), fcm, wns or rest"),
            Verb.Option("--keep-secrets", nil, "keep tokens and authorization as they are"),
            Self.key,
        ],
        conflicts: [Verb.Conflict("--keep-secrets", "--key")],
        notes: ["exit status: 0; 65 something could not be used; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture import device.log Fixtures/Payloads -o field.jsonl"
    )

    private static let captureCheck = Verb(
        name: "capture check",
        summary: "say whether captures are sound",
        details: ["Reads captures, and reports each line that is not an entry."],
        operands: .files,
        options: [],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is no entry; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture check field.jsonl"
    )

    private static let captureExport = Verb(
        name: "capture export",
        summary: "write entries as .apns files for an iOS Simulator",
        details: [
            "Writes each payload to a file of its own, NAME-LINE.apns after the capture and",
            "its line, which can be dropped on an iOS Simulator. What stands there under that",
            "name stays, and the new file is called NAME-LINE-2.apns.",
        ],
        operands: .files,
        options: [
            Verb.Option(
                "--output", .init(placeholder: "DIR", meaning: "the folder to write to"),
                "the folder to write to (also -o); made if it is not there"),
            Verb.Option(
                "--line", .init(placeholder: "N", meaning: "the number of a line"), "only the entry of this line"),
            Verb.Option(
                "--bundle", .init(placeholder: "ID", meaning: "the bundle id of an app"),
                "the app, where neither payload nor apns-topic name one"),
        ],
        conflicts: [],
        notes: ["exit status: 0; 65 an entry is nothing for a Simulator; 64, 66, 74"],
        example: "shouldertap capture export field.jsonl -o cases --line 7"
    )

    private static let captureStats = Verb(
        name: "capture stats",
        summary: "count kinds, habits of senders, bursts, doubles, budgets",
        details: [
            "Counts kinds of payloads, habits of senders, taps for each device in each hour",
            "against the budget for background pushes, doubles, bursts, and disorder.",
        ],
        operands: .files,
        options: [Verb.Option("--json", nil, "write one JSON object")],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is no entry; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture stats field.jsonl"
    )

    private static let captureRedact = Verb(
        name: "capture redact",
        summary: "mask tokens, authorization, and what else is secret",
        details: [
            "Writes a capture in which secrets are masked by x and 1 of the same length, so",
            "that every payload keeps its verdict. Device tokens become pseudonyms.",
        ],
        operands: .files,
        options: [
            Self.output,
            Verb.Option(
                "--redact", .init(placeholder: "PATH", meaning: "keys with dots between, such as aps.alert"),
                "mask this too, such as aps.alert or '*.email', where * is any path; may be given several times",
                repeats: true),
            Verb.Option("--redact-texts", nil, "mask alert texts and custom texts that we do not know"),
            Self.key,
        ],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is no entry, or could not be masked; 64, 66, 74"],
        example: "shouldertap capture redact field.jsonl -o safe.jsonl --redact aps.alert"
    )

    private static let captureSchema = Verb(
        name: "capture schema",
        summary: "write the JSON Schema of a line of a capture",
        details: ["Writes the JSON Schema that each line of a capture fits."],
        operands: .nothing,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap capture schema"
    )
}
