extension VerbTable {
    static let replay = Verb(
        name: "replay",
        summary: "say what captured pushes are, and what they set going",
        details: [],
        operands: .files,
        options: [
            Verb.Option("--flow", nil, "drive each payload through a lab device to its app"),
            Verb.Option(
                "--speed", .init(placeholder: "S", meaning: ReplaySpeed.meaning),
                "of a flow: max (unless given), recorded, or 10x"),
            Verb.Option(
                "--seed", .init(placeholder: "N", meaning: LabWords.seedMeaning), "of a flow: the seed of all chance"),
            Verb.Option(
                "--taps", .init(placeholder: "HAZARDS", meaning: TapHazards.meaning),
                "of a flow: lost=10,doubled=5 of a hundred taps"),
            Verb.Option(
                "--app", .init(placeholder: "APP", meaning: "the name of an app that is compiled in, or a command"),
                "of a flow: the app, 'reference' or a command"),
            Verb.Option(
                "--to-scenario", .init(placeholder: "OUT", meaning: "the file to write"),
                "write a scenario that does what the captures show"),
            Verb.Option("--json", nil, "write one JSON object a payload"),
            Verb.Option("--quiet", nil, "write only what is not as it should be"),
            Verb.Option(
                "--expect", .init(placeholder: "GOLDEN", meaning: "a file that --update wrote"),
                "exit 1 unless all is as it is in GOLDEN"),
            Verb.Option("--update", nil, "write GOLDEN anew"),
            Verb.Option(
                "--fail-on",
                .init(placeholder: "KINDS", meaning: "kinds with commas between, or 'headers' for wrong headers"),
                "exit 1 on these: alert,malformed,headers"),
            Verb.Option(
                "--foreign", .init(placeholder: "HOW", choices: ["ignore", "fail"]),
                "JSON that is no push: ignore (unless given) or fail"),
            Verb.Option("--junit", .init(placeholder: "OUT", meaning: "the file to write"), "write a report for CI"),
            Verb.Option("--github", nil, "annotate what is not as expected for GitHub"),
        ],
        conflicts: [
            Verb.Conflict("--json", "--quiet"), Verb.Conflict("--json", "--github"),
            Verb.Conflict("--expect", "--fail-on"), Verb.Conflict("--expect", "--foreign"),
            Verb.Conflict("--to-scenario", "--flow"), Verb.Conflict("--to-scenario", "--expect"),
            Verb.Conflict("--to-scenario", "--fail-on"), Verb.Conflict("--to-scenario", "--foreign"),
            Verb.Conflict("--to-scenario", "--json"),
        ],
        notes: ["exit status: 0; 1 not as expected; 65 no entry; 70 APP is out; 64, 66, 74"],
        example: "shouldertap replay field.jsonl --expect golden.jsonl --junit replay.xml"
    )
}
