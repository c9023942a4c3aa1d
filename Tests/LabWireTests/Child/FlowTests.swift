import Basics
import Foundation
@testable import LabWire
import PushLab
import LabTestSupport
import TestSupport
import Testing

/// The worked examples in Python.
enum Examples {
    static let folder = ProjectFiles.fixtures("Apps")
    static let app = "exec python3 '\(folder)/list_app.py'"
    static let backend = "exec python3 '\(folder)/backend.py'"

    /// The app with a fault: it dies when its user snoozes.
    static let fragileApp = """
        exec python3 -c '
        import sys
        sys.path.insert(0, "\(folder)")
        source = open("\(folder)/list_app.py").read()
        acting = "def on_user(self, act, id, **_):"
        exec(source.replace(acting, acting + "\\n        if act == \\"snooze\\": sys.exit(3)"))'
        """

    private static let hasPython = {
        let child = try? ChildProcess("exec python3 -c 'import datetime, json, sys' >/dev/null 2>&1")
        return child?.end(patience: 120_000) == .status(0)
    }()

    /// Node is not needed for the tests of a fresh machine.
    static let hasNode = {
        let child = try? ChildProcess("exec node --version >/dev/null 2>&1")
        return child?.end(patience: 120_000) == .status(0)
    }()

    /// There is no skipping: without the interpreter these tests fail.
    static func requirePython() throws {
        try #require(Self.hasPython, "python3 with its standard library is needed here: apt-get install -y python3")
    }

    static func program() -> AppProgram { AppProgram(Self.app, answerTime: .seconds(120)) }
    static func server() -> BackendProgram { BackendProgram(Self.backend, answerTime: .seconds(120)) }
}

@Suite("Worked examples in another language")
struct FlowTests {
    init() throws { try Examples.requirePython() }

    @Test("the app in Python shows at each step what the reference app shows")
    func app() throws {
        let lab = Lab(seed: 11, app: Examples.program().inNewWorld())
        let sights = try ListFlow.sights(in: lab)
        #expect(sights == (try ListFlow.sights(in: Lab(seed: 11))))
        #expect(lab.violations == [] && sights[2][1].list == ["n1", "n2", "n3"])
    }

    @Test("the server in Python publishes for the reference app and for the app in Python", arguments: [false, true])
    func server(isPythonApp: Bool) throws {
        let app = isPythonApp ? Examples.program().inNewWorld() : nil
        let lab = Lab(seed: 11, app: app, backend: Examples.server().inNewWorld())
        #expect(try ListFlow.sights(in: lab) == ListFlow.sights(in: Lab(seed: 11)))
        #expect(lab.violations == [])
        #expect(lab.trace.filter { $0.contains("is told 201") }.count == 5)
    }

    @Test("one process serves lab after lab, and the same seed has the same history")
    func repeats() throws {
        let (program, server) = (Examples.program(), Examples.server())
        let prints = try [11, 12, 11].map { seed in
            let lab = Lab(seed: UInt64(seed), app: program.inNewWorld(), backend: server.inNewWorld())
            _ = try ListFlow.sights(in: lab)
            return lab.fingerprint
        }
        #expect(prints[0] == prints[2] && prints[0] != prints[1])
    }

    @Test("a server whose token expires after an hour requests another, and a date is correct")
    func tokenExpires() throws {
        let lab = Lab(seed: 3, backend: Examples.server().inNewWorld())
        let phone = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(3_700))
        try lab.publish(.raw("x", id: "n1", lifetime: .seconds(60)), to: lab.user("alice"))
        try lab.publish(.visual("title", id: "n2"), to: lab.user("alice"))
        try lab.settle()
        #expect(phone.list.sorted() == ["n1", "n2"])
        #expect(lab.trace.filter { $0.contains("is told 401") }.count == 2)
        try lab.advance(by: .seconds(60))
        try lab.settle()
        #expect(phone.list == ["n2"])
    }

    @Test("when the program dies, the apps of all devices die, and restart with what they stored")
    func crash() throws {
        let program = AppProgram(Examples.fragileApp, answerTime: .seconds(120))
        let lab = Lab(seed: 4, app: program.inNewWorld())
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        try phone.snooze("n1")
        let sentence = try #require(lab.violations.first).sentence
        let words = "ended with exit status 3 while it handled the user action snooze on n1 on alice.phone"
        #expect(sentence.hasSuffix(words))
        #expect(lab.trace.filter { $0.contains("app dies") }.count == 2)
        // A tap alone wakes what is left of them.
        try lab.publish(.raw("film?", id: "n2"), to: alice)
        try lab.advance(by: .seconds(10))
        for device in [phone, tablet] {
            #expect(device.list == ["n1", "n2"] && device.tray == ["n1", "n2"] && device.alertCount == 2)
        }
        try phone.dismiss("n1")
        try lab.settle()
        #expect(tablet.tray == ["n2"] && lab.violations.count == 1)
    }

    @Test("the server in Python restarts when planned, and loses nothing in the meantime", arguments: [406, 503])
    func throttled(status: Int) throws {
        try Examples.requirePython()
        let start = BackendStart(host: "contoso.com", accessToken: "t")
        var server = BackendProgram(Examples.backend, answerTime: .seconds(120)).inNewWorld()(start)
        var system = Talker.backendSystem
        func posts() -> [Int] {
            system.actions.compactMap { if case .post(let number, _, _, _) = $0 { number } else { nil } }
        }
        server.handle(.started(start), &system)
        server.handle(.subscribed(user: "alice", device: "phone", subscription: "s"), &system)
        server.handle(.publish(.raw("x", id: "n1"), user: "alice"), &system)
        #expect(posts().count == 1)
        let answer = BackendAnswer(status: status, headers: [.init("Retry-After", "30")], body: [])
        server.handle(.answer(try #require(posts().first), answer), &system)
        guard case .timer(let timer, let due, _) = try #require(system.actions.last) else {
            Issue.record("no timer: \(system.actions)")
            return
        }
        #expect(posts().count == 1 && due == Instant(microseconds: 31_005_000))
        server.handle(.timer(timer), &system)
        #expect(posts().count == 2)
    }

    @Test("the server in Python loses nothing and publishes nothing twice when it is killed", arguments: [true, false])
    func killed(isPosted: Bool) throws {
        try Examples.requirePython()
        let lab = Lab(seed: 11, backend: Examples.server().inNewWorld())
        let alice = lab.user("alice")
        let phone = isPosted ? alice.device("phone") : nil
        try lab.settle()
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        lab.killServer(for: .seconds(60))
        try lab.publish(.raw("tea?", id: "n2"), to: alice)
        let device = phone ?? alice.device("phone")
        try lab.settle()
        #expect(device.list.sorted() == ["n1", "n2"] && lab.violations == [])
        #expect(lab.trace.count { $0.contains("commits new n1") } == 1)
        #expect(lab.trace.contains { $0.contains("dies") })
    }

    @Test(
        "the examples and their helpers are short, and need nothing but the standard library",
        arguments: ["list_app", "backend", "shouldertap_app"], ["py", "mjs"])
    func short(name: String, language: String) throws {
        let path = "\(Examples.folder)/\(name).\(language)"
        let text = String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 300 && lines.allSatisfy { $0.count <= 120 })
        let imports = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("from ") }
        let modules = imports.compactMap { $0.split { " \";".contains($0) }.last { $0 != "lab" && $0 != "as" } }
        let known: Set<Substring> = [
            "datetime", "json", "sys", "shouldertap_app", "node:readline", "./shouldertap_app.mjs",
        ]
        #expect(Set(modules).isSubset(of: known) && modules.count == imports.count && !modules.isEmpty)
    }

    @Test(
        "the examples for Node show at each step what the reference app shows",
        .enabled(if: Examples.hasNode, "node is not installed"),
        arguments: [false, true])
    func node(isNodeApp: Bool) throws {
        let app = AppProgram("exec node '\(Examples.folder)/list_app.mjs'", answerTime: .seconds(120))
        let server = BackendProgram("exec node '\(Examples.folder)/backend.mjs'", answerTime: .seconds(120))
        let lab = Lab(seed: 11, app: isNodeApp ? app.inNewWorld() : nil, backend: server.inNewWorld())
        #expect(try ListFlow.sights(in: lab) == ListFlow.sights(in: Lab(seed: 11)))
        #expect(lab.violations == [])
        #expect(lab.trace.filter { $0.contains("is told 201") }.count == 5)
    }

    @Test(
        "both languages have the same app and the same server", .enabled(if: Examples.hasNode, "node is not installed"))
    func twins() throws {
        func fingerprint(_ ending: String, _ interpreter: String) throws -> String {
            func command(_ name: String) -> String { "exec \(interpreter) '\(Examples.folder)/\(name).\(ending)'" }
            let app = AppProgram(command("list_app"), answerTime: .seconds(120))
            let server = BackendProgram(command("backend"), answerTime: .seconds(120))
            let lab = Lab(seed: 5, app: app.inNewWorld(), backend: server.inNewWorld())
            let sights = try ListFlow.sights(in: lab)
            #expect(!sights.isEmpty && lab.violations == [])
            return "\(sights)"
        }
        #expect(try fingerprint("py", "python3") == fingerprint("mjs", "node"))
    }

    @Test("the example in Swift is short and imports only the lab")
    func swift() throws {
        let path = ProjectFiles.root + "/Tests/PushLabTests/Examples/ListApp.swift"
        let lines = String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 61 && lines.filter { $0.contains("import ") } == ["import PushLab"])
    }
}
