import ShoulderTap
import Testing

@Suite("Ranges of typed fields")
struct FieldRangeTests {
    /// A field of some dictionary, values inside its documented range, and values outside.
    struct Range: Sendable, CustomStringConvertible {
        let path: String
        let inside: [String]
        let outside: [String]
        /// The payload with a value in the field's place.
        let payload: @Sendable (String) -> String

        init(_ key: String, in place: Place, inside: [String], outside: [String]) {
            self.path = place.path + key
            self.inside = inside
            self.outside = outside
            self.payload = { place.before + "\"\(key)\":\($0)" + place.after }
        }

        var description: String { self.path }
    }

    /// A dictionary in a payload that is otherwise without a flaw.
    struct Place: Sendable {
        let path: String
        let before: String
        let after: String

        static let aps = Place(path: "aps.", before: #"{"aps":{"alert":"a","#, after: "}}")
        static let alert = Place(path: "aps.alert.", before: #"{"aps":{"alert":{"body":"b","#, after: "}}}")
        static let sound = Place(path: "aps.sound.", before: #"{"aps":{"sound":{"name":"s","#, after: "}}}")
        static let activity = Place(
            path: "aps.", before: #"{"aps":{"event":"update","timestamp":1,"content-state":{},"#, after: "}}")
    }

    private static let rows: [Range] = [
        Range(
            "badge", in: .aps,
            inside: [
                "0", "1", "-0", "0e400", "1.0", "1e1", "1.5e1", "0.1e1", "100e-2", "18446744073709551615",
                "1.8446744073709551615e19",
            ],
            outside: [
                "-1", "0.5", "1e-400", "-1e-400", "1e400", "15e-1", "1.00000000000000000001",
                "0.99999999999999999999", "18446744073709551616", "1.8446744073709551616e19", "1e20",
            ]),
        Range(
            "mutable-content", in: .aps, inside: ["0", "1", "-0", "0.00", "0e5", "10e-1"],
            outside: ["2", "-1", "0.5", "1e-400", "-1e-400", "1.00000000000000000001"]),
        Range(
            "interruption-level", in: .aps,
            inside: [#""passive""#, #""active""#, #""time-sensitive""#, #""critical""#],
            outside: [#""""#, #""Active""#, #""timeSensitive""#]),
        Range(
            "relevance-score", in: .aps,
            inside: [
                "0", "0.5", "1", "1.0", "1e-9", "1e-400", "0.99999999999999999999", "-0.0", "0e400", "1e0", "0.1e1",
            ],
            outside: [
                "1.1", "-0.1", "2", "1e400", "-1e-400", "1.00000000000000000001", "1e1", "11e-1",
                "1e99999999999999999999",
            ]),
        Range("relevance-score", in: .activity, inside: ["0", "-5", "100.5"], outside: []),
        Range(
            "event", in: .aps, inside: [#""start""#, #""update""#, #""end""#],
            outside: [#""""#, #""stop""#, #""End""#]),
        Range("timestamp", in: .aps, inside: ["0", "-0", "1700000000", "1.5"], outside: ["-1", "-1e-400"]),
        Range("stale-date", in: .activity, inside: ["0", "1700000000"], outside: ["-1"]),
        Range("dismissal-date", in: .activity, inside: ["0", "1700000000"], outside: ["-1"]),
        Range("input-push-token", in: .activity, inside: ["1"], outside: ["0", "2"]),
        Range("summary-arg-count", in: .alert, inside: ["0", "7"], outside: ["-1", "1.5"]),
        Range("critical", in: .sound, inside: ["0", "1"], outside: ["2", "-1", "1e-400"]),
        Range("volume", in: .sound, inside: ["0", "0.0", "0.8", "1"], outside: ["1.01", "-0.1"]),
    ]

    @Test("A value inside the range has no finding, and one outside has", arguments: rows)
    func ranges(_ row: Range) {
        for value in row.inside + row.outside {
            let found = PushPayload.inspect(Array(row.payload(value).utf8)).diagnostics
                .filter { $0.code.description == "fieldOutOfRange" || $0.code.description == "fieldWrongType" }
            let expected = row.outside.contains(value) ? ["fieldOutOfRange \(row.path)"] : []
            #expect(found.map { "\($0.code) \($0.path)" } == expected, "\(value)")
        }
    }

    @Test(
        "A misspelt bundle key is recognised by its words, and the right one and others are not reported",
        arguments: [
            ("Simulator Target Bundle", false), ("Simulation Target Bundle", true), ("simulator target bundle", true),
            ("SimulatorTargetBundle", true), ("Simulator Target Bundle ID", true), ("Simulator Target", false),
            ("acme.targetBundle", false),
            ("simulator_bundle", true), ("Target Bundle", false), ("Simulator", false), ("Bundle", false),
            ("WatchKit Simulator Actions", false), ("target", false),
        ])
    func bundleKeys(_ key: String, _ isMisspelt: Bool) {
        let found = PushPayload.inspect(Array(#"{"\#(key)":"com.example.app","aps":{"alert":"a"}}"#.utf8)).diagnostics
        #expect(found.map(\.code.description) == (isMisspelt ? ["simulatorBundleMisspelt"] : []))
    }
}
