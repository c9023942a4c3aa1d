extension VerbTable {
    static let replay = Verb(
        name: "replay",
        summary: "check captured pushes, and simulate what they trigger",
        details: [],
        operands: .files,
        options: [
            Verb.Option("--flow", nil, "send each payload to the app on a simulated device"),
            Verb.Option(
                "--speed", .init(placeholder: "S", meaning: ReplaySpeed.meaning),
                "with --flow: max (the default), recorded, or 10x"),
            Verb.Option(
                "--seed", .init(placeholder: "N", meaning: LabWords.seedMeaning),
                "with --flow: the seed of all randomness"),
            Verb.Option(
                "--taps", .init(placeholder: "HAZARDS", meaning: TapHazards.meaning),
                "with --flow: percent of taps: lost=10,doubled=5"),
            Verb.Option(
                "--app", .init(placeholder: "APP", meaning: "the name of an app that is compiled in, or a command"),
                "with --flow: the app, 'reference' or a command"),
            Verb.Option(
                "--to-scenario", .init(placeholder: "OUT", meaning: "the file to write"),
                "write a scenario with the events of the captures"),
            Verb.Option("--json", nil, "write one JSON object per payload"),
            Verb.Option("--quiet", nil, "write only unexpected results"),
            Verb.Option(
                "--expect", .init(placeholder: "GOLDEN", meaning: "a file that --update wrote"),
                "exit 1 unless the result equals GOLDEN"),
            Verb.Option("--update", nil, "write GOLDEN again"),
            Verb.Option(
                "--fail-on",
                .init(placeholder: "KINDS", meaning: "kinds with commas between, or 'headers' for wrong headers"),
                "exit 1 on these: alert,malformed,headers"),
            Verb.Option(
                "--foreign", .init(placeholder: "HOW", choices: ["ignore", "fail"]),
                "JSON that is not a push: ignore (the default) or fail"),
            Verb.Option("--junit", .init(placeholder: "OUT", meaning: "the file to write"), "write a report for CI"),
            Verb.Option("--github", nil, "annotate unexpected results for GitHub"),
        ],
        conflicts: [
            Verb.Conflict("--json", "--quiet"), Verb.Conflict("--json", "--github"),
            Verb.Conflict("--expect", "--fail-on"), Verb.Conflict("--expect", "--foreign"),
            Verb.Conflict("--to-scenario", "--flow"), Verb.Conflict("--to-scenario", "--expect"),
            Verb.Conflict("--to-scenario", "--fail-on"), Verb.Conflict("--to-scenario", "--foreign"),
            Verb.Conflict("--to-scenario", "--json"),
        ],
        notes: ["exit status: 0; 1 not as expected; 65 invalid line; 70 APP failed; 64, 66, 74"],
        example: "shouldertap replay field.jsonl --expect golden.jsonl --junit replay.xml"
    )
}
