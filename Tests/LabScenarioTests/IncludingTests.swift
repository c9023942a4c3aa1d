import PushLab
import TestSupport
import Testing

@testable import LabScenario

@Suite("Scenarios that include files")
struct IncludingTests {
    /// A scenario that needs nothing else, without its version.
    static let rest = "users: {alice: {phone: ios}}\nsteps: [{crash: phone}]\n"

    struct Case: CustomTestStringConvertible {
        let about: String
        /// What main.yaml says beside its version.
        let main: String
        /// What a.yaml and b.yaml say beside theirs.
        let parts: [String]
        /// What one file would say to mean the same.
        let same: String

        var testDescription: String { self.about }
    }

    static let cases = [
        Case(
            about: "a part has everything", main: "include: a.yaml\n", parts: [rest + "about: x\nhost: a.example\n"],
            same: rest + "about: x\nhost: a.example\n"),
        Case(
            about: "the file itself stands over what it includes", main: "include: a.yaml\nabout: mine\nseed: 7\n",
            parts: [rest + "about: x\nweight: heavy\n"], same: rest + "about: mine\nseed: 7\nweight: heavy\n"),
        Case(
            about: "a later file stands over an earlier one", main: "include: [a.yaml, b.yaml]\n" + rest,
            parts: ["about: a\nhost: a.example\n", "about: b\n"], same: rest + "about: b\nhost: a.example\n"),
        Case(
            about: "users have the devices of both files, the included ones first",
            main: "include: a.yaml\nusers: {bob: {desk: windows}, alice: {tablet: ios, phone: android}}\n",
            parts: ["users: {carol: {phone: ios}, alice: {phone: ios, account: work}}\nsteps: [{crash: tablet}]\n"],
            same: "users: {carol: {phone: ios}, alice: {account: work, phone: android, tablet: ios}, "
                + "bob: {desk: windows}}\nsteps: [{crash: tablet}]\n"),
        Case(
            about: "a crowd is counted anew", main: "include: a.yaml\nusers: {count: 3}\n",
            parts: ["users: {count: 2, devices: {ios: 1, android: 1}}\nsteps: [{crash: u2.d1}]\n"],
            same: "users: {count: 3, devices: {ios: 1, android: 1}}\nsteps: [{crash: u2.d1}]\n"),
        Case(
            about: "the network is joined key by key, however deep",
            main: "include: a.yaml\nnetwork: {signal: {loss: 5%}, send: {latency: 1ms}}\n" + rest,
            parts: ["network: {signal: {loss: 30%, dup: 10%}, fetch: {loss: 1%}}\n"],
            same: rest + "network: {signal: {loss: 5%, dup: 10%}, fetch: {loss: 1%}, send: {latency: 1ms}}\n"),
        Case(
            about: "faults and thresholds too, where the nearer list stands",
            main: "include: a.yaml\nfaults: {kill: {every: 1h}}\nthresholds: {wakes: [max<=3]}\n" + rest,
            parts: [
                "faults: {swarm: true, kill: {every: 2h, for: 1s}}\nthresholds: {bytes: max<9, wakes: [avg<1, min<1]}\n"
            ],
            same: rest + "faults: {swarm: true, kill: {every: 1h, for: 1s}}\n"
                + "thresholds: {bytes: max<9, wakes: max<=3}\n"),
        Case(
            about: "a file closes the front door that it includes",
            main: "include: a.yaml\npush: {admission: false}\n" + rest,
            parts: ["push: {wakes: 3/h, admission: true, refuse: {503: 10%}}\n"], same: rest + "push: {wakes: 3/h}\n"),
        Case(
            about: "steps, expectations and traps are put one behind the other",
            main: "include: [a.yaml, b.yaml]\nusers: {alice: {phone: ios}}\n"
                + "steps: [{after: 1s, dismiss: {device: phone, n: n1}}]\nexpect: [{agree: all}]\ntraps: [S1]\n",
            parts: [
                "steps: [{at: 1s, publish: {as: n1}}]\nexpect: [{hold: P7}]\ntraps: [T4]\n",
                "steps: [{at: 2s, crash: phone}]\nexpect:\n",
            ],
            same: "users: {alice: {phone: ios}}\ntraps: [T4, S1]\nexpect: [{hold: P7}, {agree: all}]\nsteps: "
                + "[{at: 1s, publish: {as: n1}}, {at: 2s, crash: phone}, {at: 3s, dismiss: {device: phone, n: n1}}]\n"),
        Case(
            about: "a file that is included twice is there twice",
            main: "include: [a.yaml, ./a.yaml]\nusers: {alice: {phone: ios}}\n", parts: ["steps: [{crash: phone}]\n"],
            same: "users: {alice: {phone: ios}}\nsteps: [{crash: phone}, {crash: phone}]\n"),
        Case(
            about: "parts include parts, and stand over them", main: "include: a.yaml\nabout: main\n",
            parts: ["include: b.yaml\nhost: a.example\nsteps: [quiesce: {}]\n", "host: b.example\nabout: b\n" + rest],
            same: "users: {alice: {phone: ios}}\nabout: main\nhost: a.example\nsteps: [{crash: phone}, quiesce: {}]\n"
        ),
    ]

    static func files(_ parts: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: zip(["a.yaml", "b.yaml"], parts.map { "version: 1\n" + $0 }))
    }

    @Test("Several files mean the same as one joined file", arguments: cases)
    func joins(_ given: Case) throws {
        let scenario = try Texts.read("version: 1\n" + given.main, beside: Self.files(given.parts))
        #expect(try scenario == Texts.read("version: 1\n" + given.same))
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test("A path is relative to the folder of its file, and JSON includes too")
    func folders() throws {
        let files = [
            "in/a.yaml": "version: 1\ninclude: deep/b.json\n",
            "in/deep/b.json": #"{"version": 1, "include": ["c.yaml"], "about": "b"}"#,
            "in/deep/c.yaml": "version: 1\n" + Self.rest,
        ]
        #expect(try Texts.read("version: 1\ninclude: in/./a.yaml\n", beside: files).about == "b")
    }

    // MARK: Refusals

    static func faults(_ text: String, _ files: [String: String]) -> [String] {
        do { _ = try Texts.read(text, beside: files) } catch { return (error as? Texts.Refused)?.faults ?? ["?"] }
        return []
    }

    /// What stands behind `include:`, and the message.
    static let paths = [
        ("/etc/passwd", "'/etc/passwd' is outside the folder of this file; include files in it or below it"),
        ("../a.yaml", "'../a.yaml' is outside the folder of this file; include files in it or below it"),
        ("in/../a.yaml", "'in/../a.yaml' is outside the folder of this file; include files in it or below it"),
        ("..", "'..' is outside the folder of this file; include files in it or below it"),
        ("\"\"", "'include' is empty; name a file"),
        ("\"a.yaml\\0.png\"", "the file name contains a NUL character; remove it"),
        ("in/", "'in/' is not a file path; write it like parts/people.yaml"),
        ("in//a.yaml", "'in//a.yaml' is not a file path; write it like parts/people.yaml"),
        (".", "'.' is not a file path; write it like parts/people.yaml"),
        ("b.yaml", "cannot find the file 'b.yaml': did you mean 'a.yaml'?"),
        ("nowhere/else.yaml", "cannot find the file 'nowhere/else.yaml'"),
        ("in/aa.yaml", "cannot find the file 'in/aa.yaml': did you mean 'in/a.yaml'?"),
        ("", "'include' must be a file such as parts/people.yaml, or a list of files"),
        ("{a: b}", "'include' must be a file such as parts/people.yaml, or a list of files"),
        ("[]", "'include' must be a file such as parts/people.yaml, or a list of files"),
    ]

    @Test("A path to nothing or to another folder is refused at its position", arguments: paths)
    func path(_ text: String, _ message: String) {
        let faults = Self.faults("version: 1\ninclude: \(text)\n", ["a.yaml": "version: 1\n" + Self.rest])
        #expect(faults.map { $0.drop { $0 != " " }.dropFirst() + "" } == [message])
        #expect(faults.allSatisfy { $0.hasPrefix("main.yaml:2:\(text == "" ? 9 : 10): ") })
    }

    @Test("The schema refuses an invalid path, and accepts a path to a missing file", arguments: paths)
    func schema(_ text: String, _ message: String) throws {
        let isPath = message.hasPrefix("cannot find the file")
        #expect(try (SchemaTests.fault("version: 1\ninclude: \(text)\n") == nil) == isPath)
    }

    @Test("The kind of the included entry is reported")
    func contents() {
        let table: [(PartContent, String)] = [
            (.folder, "'x' is a folder; name a file in it"),
            (.link, "'x' is or contains a symbolic link; name the file itself"),
            (.noFile, "'x' is not a regular file; name a scenario file"),
            (.tooLarge, "'x' is larger than the limit of 1048576 bytes; split it"),
            (.unreadable("no"), "'x' cannot be read: no"),
        ]
        for (content, message) in table {
            let reading = ScenarioReading(Array("version: 1\ninclude: [x]\n".utf8)) { _ in content }
            #expect(reading == .faults([ScenarioFault(message, at: Place(line: 2, column: 11))]))
        }
    }

    @Test("All errors of all files are reported at once, and those of a file that is included twice once")
    func everything() {
        let files = [
            "a.yaml": "about: [x]\nseed: 3\nstepz: []\nusers: {alice: {phone: ioz}}\n",
            "b.yaml": "version: 2\nsteps: {}\nexpect: [{agree: some}]\n",
        ]
        let main = "version: 1\ninclude: [a.yaml, b.yaml, a.yaml]\nsteps: [{at: 5}, {crash: fone}]\nhosd: x\n"
        #expect(
            Self.faults(main, files) == [
                "main.yaml:3:9: this step has no action; add one, such as publish, dismiss or offline",
                "main.yaml:3:14: 'at': a duration needs a unit; use us, ms, s, m, h or d",
                "main.yaml:4:1: unknown key 'hosd' in a scenario: did you mean 'host'?",
                "a.yaml:1:1: 'version' is missing; start the file with 'version: 1'",
                "a.yaml:1:8: 'about' must be text; it is a list",
                "a.yaml:2:1: an included file cannot set 'seed'; move it to the scenario",
                "a.yaml:3:1: unknown key 'stepz' in an included file: did you mean 'steps'?",
                "a.yaml:4:24: unknown platform 'ioz': did you mean 'ios'?",
                "b.yaml:1:10: this version is not supported; write 'version: 1'",
                "b.yaml:2:8: 'steps' must be a list; it is a map",
                "b.yaml:3:18: unknown value 'some'; use all",
            ])
    }

    @Test("A duplicate key in a file hides nothing, there or in other files")
    func duplicates() {
        let files = ["a.yaml": "version: 1\nhost: A\nhost: b\nusers: {alice: {phone: ioz}}\n"]
        #expect(
            Self.faults("version: 1\ninclude: [a.yaml, a.yaml]\nsteps: [{at: 5}]\nsteps: [quiesce: {}]\n", files) == [
                "main.yaml:3:9: this step has no action; add one, such as publish, dismiss or offline",
                "main.yaml:3:14: 'at': a duration needs a unit; use us, ms, s, m, h or d",
                "main.yaml:4:1: the key 'steps' occurs twice, first on line 3; remove one",
                "a.yaml:2:7: 'host' must be a name such as contoso.com, in lowercase letters, digits, '-' and '.'",
                "a.yaml:3:1: the key 'host' occurs twice, first on line 2; remove one",
                "a.yaml:4:24: unknown platform 'ioz': did you mean 'ios'?",
            ])
    }

    @Test("Without a file the rest is not judged, but the other files are")
    func incomplete() {
        let files = ["a.yaml": "version: 1\nusers: [\n", "b.yaml": "- x\n", "c.yaml": "# nothing\n"]
        #expect(
            Self.faults("version: 1\ninclude: [nobody.txt, a.yaml, b.yaml, c.yaml]\nsteps: [{crash: x}]\n", files) == [
                "main.yaml:2:11: cannot find the file 'nobody.txt'",
                "a.yaml:3:1: expected a value here; add one, or remove this character",
                "b.yaml:1:1: an included file must be a map; it is a list",
                "c.yaml:1:1: the file is empty; start it with 'version: 1'",
            ])
    }

    @Test("A cycle is reported, wherever it begins")
    func circles() {
        let part = "version: 1\ninclude: "
        #expect(
            Self.faults(part + "main.yaml", [:]) == [
                "main.yaml:2:10: these files include each other: main.yaml, main.yaml; remove one 'include'"
            ])
        let files = [
            "a.yaml": part + "in/b.yaml", "in/b.yaml": part + "[c.yaml, d.yaml]", "in/c.yaml": part + "b.yaml",
            "in/d.yaml": part + "./d.yaml",
        ]
        #expect(
            Self.faults(part + "a.yaml", files) == [
                "in/c.yaml:2:10: these files include each other: in/b.yaml, in/c.yaml, in/b.yaml; remove one 'include'",
                "in/d.yaml:2:10: these files include each other: in/d.yaml, in/d.yaml; remove one 'include'",
            ])
    }

    @Test("The limits of files and depth", arguments: [0, 1])
    func limits(_ more: Int) {
        let part = "version: 1\n"
        let many = Array(repeating: "a.yaml", count: Inclusion.mostFiles + more).joined(separator: ", ")
        let wide = Self.faults("version: 1\ninclude: [\(many)]\n" + Self.rest, ["a.yaml": part])
        #expect(wide == (more == 0 ? [] : ["main.yaml:2:139: more than 16 files are included; join some of them"]))
        let chain = (1..<Inclusion.mostDepth + more).map { ("\($0).yaml", part + "include: \($0 + 1).yaml\n") }
        let last = [("\(Inclusion.mostDepth + more).yaml", part + Self.rest)]
        let deep = Self.faults(part + "include: 1.yaml\n", Dictionary(uniqueKeysWithValues: chain + last))
        #expect(deep == (more == 0 ? [] : ["4.yaml:2:10: included files are nested more than 4 deep; remove a level"]))
    }

    @Test("A text without a folder includes nothing")
    func noFolder() {
        let faults = RefusalTests.faults(Array("version: 1\ninclude: a.yaml\n".utf8))
        #expect(faults == ["2:1: a scenario on standard input cannot include files; save it as a file"])
    }
}
