import TestSupport
import Testing

@Suite("The demo with programs under test, and over real TLS", .serialized)
struct DemoProgramTests {
    static let app = "--app 'exec python3 \(ProjectFiles.fixtures("Apps"))/list_app.py'"
    static let backend = "--backend 'exec python3 \(ProjectFiles.fixtures("Apps"))/backend.py'"

    static func run(_ words: String) throws -> Tool.Outcome { try DemoTests.run("shouldertap", words) }

    @Test(
        "An app and a server in Python run through the whole story",
        arguments: [app, backend, app + " " + backend])
    func programs(_ words: String) throws {
        let outcome = try Self.run(words)
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(outcome.output.contains("\n3 devices agree. "))
        #expect(outcome.output.contains("tablet   has caught up: it also got report, whose tap was lost\n"))
        #expect(try Self.run(words) == outcome)
    }

    @Test("Over real TLS the history is the same, and the handshakes are counted")
    func secure() throws {
        #expect(try Self.run("--secure --json") == Self.run("--json"))
        #expect(try Self.run("--secure").output.contains(" of virtual time, 3 TLS handshakes, seed 1, "))
        #expect(try Self.run("--secure --devices 1").output.contains(" 1 TLS handshake, "))
        #expect(try !Self.run("").output.contains("TLS"))
        #expect(try Self.run("--secure \(Self.app) \(Self.backend)").status == 0)
    }

    @Test(
        "A program that does not follow the protocol is reported, and the status is that of a bug",
        arguments: [
            ("--app 'exit 3'", "the app 'exit 3' ended with exit status 3 while it started"),
            (
                "--app nosuchprogram",
                "the app 'nosuchprogram' ended with exit status 127 while it started; the command does not exist"
            ),
            ("--app /etc/passwd", "ended with exit status 126 while it started; the file is not executable"),
            ("--backend 'exec true'", "the server 'exec true' ended with exit status 0 while it started"),
        ])
    func absent(_ words: String, _ complaint: String) throws {
        for form in ["", "--json", "--fingerprint"] {
            let outcome = try Self.run("\(words) \(form)")
            #expect(outcome.status == 70)
            #expect(outcome.errors.contains("shouldertap: ") && outcome.errors.contains(complaint))
            #expect(outcome.output.contains("The lab cannot continue. ") == (form == ""))
        }
    }

    @Test("A program is read to its end even if the parent process ignored SIGCHLD")
    func deaf() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try tool.shell(#"trap '' CHLD; exec "$0" demo --app 'exit 3'"#)
        #expect(outcome.status == 70 && outcome.errors.contains("ended with exit status 3"), "\(outcome)")
    }

    @Test("An app that does not send its user's actions is found, even if all devices agree")
    func lost() throws {
        let apps = ProjectFiles.fixtures("Apps")
        let source = #""$(sed s/on_user/off_user/ \#(apps)/list_app.py)""#
        let app = "exec env PYTHONPATH=\(apps) python3 -c \(source)"
        let outcome = try Self.run("--app '\(app)'")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("lunch was dismissed on a device, but the service did not receive that"))
        #expect(outcome.output.contains("the report was deleted on a device, but the service still has it"))
        #expect(outcome.output.contains("\nThe devices agree, but some expected events did not happen. "))
    }

    @Test("A program that dies later is a violation, reported with the differences of the devices")
    func dies() throws {
        let outcome = try Self.run("--app 'head -n 1'")
        #expect(outcome.status == 1 && outcome.output.contains("P36: the app 'head -n 1' ended with exit status 0"))
        #expect(outcome.output.contains("\nThe devices do not agree. "))
    }
}
