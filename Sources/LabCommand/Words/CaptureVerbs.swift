import ShoulderTap

/// The verbs for captures.
extension VerbTable {
    static let capture = Verb(
        name: "capture",
        summary: "make, check, redact and inspect captured pushes",
        details: [
            "Works with captures: files with one push per line, exactly as it was sent."
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
        "write FILE, completely or not at all (also -o); '-' is standard output")

    private static let key = Verb.Option(
        "--key", .init(placeholder: "FILE", meaning: "a file with 16 bytes, or 32 hex digits"),
        "use this key for pseudonyms, so that they stay the same; random by default")

    private static let captureImport = Verb(
        name: "capture import",
        summary: "make a capture from payloads, .apns files, lines or logs",
        details: [
            "Makes a capture. A FILE that ends in .json or .apns is one payload. A FILE that",
            "ends in .jsonl or .ndjson is a capture, or has one payload per line. Other files",
            "are logs that contain payloads. Directories are searched. Payloads do not",
            "change; device tokens become pseudonyms, and authorization is masked.",
        ],
        operands: .files,
        options: [
            Self.output,
            Verb.Option("--append", nil, "append to FILE instead of replacing it"),
            Verb.Option(
                "--as", .init(placeholder: "FORM", choices: ["payload", "lines", "log"]),
                "read every FILE as one payload, payload lines, or a log"),
            Verb.Option(
                "--channel", .init(placeholder: "NAME", choices: ["apns", "fcm", "wns", "rest"]),
                "the push service: apns (the default), fcm, wns or rest"),
            Verb.Option("--keep-secrets", nil, "do not mask tokens and authorization"),
            Self.key,
        ],
        conflicts: [Verb.Conflict("--keep-secrets", "--key")],
        notes: ["exit status: 0; 65 something could not be used; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture import device.log Fixtures/Payloads -o field.jsonl"
    )

    private static let captureCheck = Verb(
        name: "capture check",
        summary: "check whether captures are valid",
        details: ["Reads captures, and reports each invalid line."],
        operands: .files,
        options: [],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is invalid; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture check field.jsonl"
    )

    private static let captureExport = Verb(
        name: "capture export",
        summary: "write entries as .apns files for an iOS Simulator",
        details: [
            "Writes each payload to a separate file, which you can drop on an iOS Simulator.",
            "Its name is NAME-LINE.apns, after the capture and the line. If another file has",
            "this name, that file stays, and the new file is NAME-LINE-2.apns.",
        ],
        operands: .files,
        options: [
            Verb.Option(
                "--output", .init(placeholder: "DIR", meaning: "the folder to write to"),
                "the folder to write to (also -o); created if it is missing"),
            Verb.Option(
                "--line", .init(placeholder: "N", meaning: "the number of a line"), "only the entry of this line"),
            Verb.Option(
                "--bundle", .init(placeholder: "ID", meaning: "the bundle id of an app"),
                "the app, if neither payload nor apns-topic names it"),
        ],
        conflicts: [],
        notes: ["exit status: 0; 65 a Simulator refuses an entry; 64, 66, 74"],
        example: "shouldertap capture export field.jsonl -o cases --line 7"
    )

    private static let captureStats = Verb(
        name: "capture stats",
        summary: "count kinds, properties of pushes, duplicates, bursts",
        details: [
            "Counts kinds of payloads, properties of pushes, duplicates, bursts, and entries",
            "out of order. Compares the taps of each device and hour with the wake budget.",
        ],
        operands: .files,
        options: [Verb.Option("--json", nil, "write one JSON object")],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is invalid; 64, 66, 74 as in sysexits"],
        example: "shouldertap capture stats field.jsonl"
    )

    private static let captureRedact = Verb(
        name: "capture redact",
        summary: "mask tokens, authorization and other secrets",
        details: [
            "Writes a capture in which x and 1 replace the characters of secrets, so that",
            "every payload keeps its size and its verdict. Device tokens become pseudonyms.",
        ],
        operands: .files,
        options: [
            Self.output,
            Verb.Option(
                "--redact", .init(placeholder: "PATH", meaning: "keys with dots between, such as aps.alert"),
                "also mask this, such as aps.alert or '*.email', where * is any path; may be given several times",
                repeats: true),
            Verb.Option("--redact-texts", nil, "also mask alert texts, and texts under unknown keys"),
            Self.key,
        ],
        conflicts: [],
        notes: ["exit status: 0; 65 a line is invalid, or could not be masked; 64, 66, 74"],
        example: "shouldertap capture redact field.jsonl -o safe.jsonl --redact aps.alert"
    )

    private static let captureSchema = Verb(
        name: "capture schema",
        summary: "write the JSON Schema of a line of a capture",
        details: ["Writes the JSON Schema for the lines of a capture."],
        operands: .nothing,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap capture schema"
    )
}
