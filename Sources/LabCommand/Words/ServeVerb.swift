import LabServer

extension VerbTable {
    private static let address = Verb.Option.Value(
        placeholder: "HOST:PORT", meaning: "an address and a port, such as 127.0.0.1:0")
    private static let file = Verb.Option.Value(placeholder: "FILE", meaning: "the path of a file")

    private static let proxy = "run a proxy; with --offline only for push services"

    static let serve = Verb(
        name: "serve",
        summary: "run a local push service with simulated devices",
        details: [
            "Serves Apple's push API, and a control API for tests at /lab. Devices wake up,",
            "fetch and show. By default, listens for --apns on 2197 and for --http on 8080.",
        ],
        operands: .nothing,
        options: ListenerKind.allCases.map { kind in
            Verb.Option("--\(kind.rawValue)", Self.address, kind == .proxy ? Self.proxy : "listen there")
        } + [
            Verb.Option("--offline", nil, "let the proxy serve push services only"),
            Verb.Option("--ready-file", Self.file, "write addresses, CA and process when all is ready"),
            Verb.Option(
                "--key", .init(placeholder: "KEYID:TEAMID:FILE", meaning: "KEYID:TEAMID:FILE, with a PEM file"),
                "accept senders with this key (private or public)", repeats: true),
            Verb.Option("--any-key", nil, "accept tokens of unknown keys unchecked"),
            Verb.Option(
                "--topic", .init(placeholder: "BUNDLE", meaning: "a bundle id"), "refuse other topics", repeats: true),
            Verb.Option("--any-device", nil, "accept unknown device tokens"),
            Verb.Option("--strict", nil, "refuse requests that are only tolerated"),
            Verb.Option("--scenario", Self.file, "begin with its users and devices"),
            Verb.Option(
                "--app", .init(placeholder: "APP", meaning: "'reference', 'none', a name or a command"),
                "run this app; 'none' records pushes"),
            Verb.Option(
                "--clock", .init(placeholder: "CLOCK", choices: WorldClockKind.allCases.map(\.rawValue)),
                "real, or virtual: tests move it"),
            Verb.Option("--capture", Self.file, "append every push to a capture"),
            Verb.Option("--log", Self.file, "append a JSON line for each request"),
            Verb.Option("--ca-out", Self.file, "write the CA to FILE"),
            Verb.Option("--cert", Self.file, "use this certificate"),
            Verb.Option("--cert-key", Self.file, "its key"),
            Verb.Option("--client-ca", Self.file, "trust certificates of this authority", repeats: true),
            Verb.Option(
                "--limit", .init(placeholder: "NAME=N", meaning: "one of \(ServeLimit.names), '=' and a value"),
                "change a limit", repeats: true),
        ],
        conflicts: [],
        notes: ["exit status: 0 after SIGTERM; 65 bad key; 66 no such file; 69 port in use; 74"],
        example: "shouldertap serve --http 127.0.0.1:8080 --any-key",
        terse: [
            "--apns", "--https", "--http", "--h2c", "--offline", "--ca-out", "--cert", "--cert-key", "--client-ca",
            "--limit",
        ]
    )
}
