import Foundation
import Testing

@testable import LabCommand

@Suite("The verb with", .serialized)
struct WithToolTests {
    /// A push by curl to the device of this number, with the headers of a background push and others.
    static func push(_ device: Int = 7, _ headers: String = "") -> String {
        let token = String(repeating: "0", count: 62) + (device < 10 ? "0\(device)" : "\(device)")
        return #"curl -s -o answer --http2 --cacert "$SHOULDERTAP_CA" -H 'apns-topic: com.contoso.app' "#
            + #"-H 'apns-push-type: background' -H 'apns-priority: 5' \#(headers) "#
            + #"-d '{"aps":{"content-available":1}}' "#
            + #""https://$SHOULDERTAP_APNS/3/device/\#(token)""#
    }

    @Test("the status is that of the command, or 128 and its signal; 127 and 126 for what cannot be run")
    func statuses() throws {
        for (words, status) in [("sh -c 'exit 3'", 3), ("sh -c 'kill -9 $$'", 137), ("./none", 127), ("/", 126)] {
            let outcome = try Tool.once("with -- \(words)")
            #expect(outcome.status == Int32(status) && outcome.output == "")
        }
        let missing = try Tool.once("with -- ./none")
        #expect(
            missing.errors.hasSuffix("shouldertap: cannot find the command './none'; check its spelling and PATH\n"))
    }

    @Test("standard output has only the output of the command, and a run without a push ends with 2")
    func output() throws {
        let outcome = try Tool.once("with -- sh -c 'echo one; echo two >&2'")
        #expect(outcome.status == 2 && outcome.output == "one\n")
        #expect(outcome.errors.contains("two\n") && outcome.errors.contains("inconclusive: no push was sent"))
    }

    @Test("the environment has the addresses, a key and the roots, and the folder is removed")
    func environment() throws {
        let script = #"test -s "$SHOULDERTAP_KEY_FILE" && cat "$SSL_CERT_FILE" >/dev/null && env && echo "$PPID" "#
        let outcome = try Tool.once("with -- sh -c '\(script)'")
        for name in ["APNS", "HTTP", "CA", "KEY_ID", "TEAM_ID", "KEY_FILE", "CONTROL_TOKEN"] {
            #expect(outcome.output.contains("SHOULDERTAP_\(name)="))
        }
        let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("SHOULDERTAP_CA=") })
        let file = String(line.dropFirst("SHOULDERTAP_CA=".count))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: String(file.dropLast("/ca.pem".count))))
    }

    @Test("a signal is passed on, and background processes of the command are ended")
    func signals() throws {
        let tool = try Tool()
        defer { tool.remove() }
        // The parent of the command is its guardian, and the parent of that is the tool.
        try tool.write(
            """
            trap 'exit 9' TERM
            kill -TERM $(ps -o ppid= -p $PPID)
            sleep 600 & wait
            """, to: "command")
        #expect(try tool.shell("\"$0\" with -- sh command").status == 9)
        let left = try tool.shell("\"$0\" with -- sh -c 'setsid sleep 600 & echo $!' 2>/dev/null")
        let process = try #require(Int32(left.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1)
    }

    @Test("invalid command lines are refused")
    func refusals() throws {
        for words in ["", "--seeds 0 -- true", "--faults 404@1 -- true", "--seeds 1 --faults none -- true"] {
            #expect(try Tool.once("with \(words)").status == 64)
        }
        #expect(try Tool.once("with --scenario none.yaml -- true").status == 66)
    }

    @Test("--proxy serves Apple's own name to a client that knows no other, and --offline names what it refuses")
    func proxy() throws {
        let tool = try Tool()
        defer { tool.remove() }
        // The system's curl, so that the proxy comes from the environment alone.
        let push = Self.push(7, "-H 'apns-priority: 10'").replacing("-H 'apns-priority: 5' ", with: "")
        let script =
            push.replacing("$SHOULDERTAP_APNS", with: "api.push.apple.com") + """
                 || exit 9
                curl -s https://example.com:7 -o none; test $? = 56 || exit 8
                curl -s "$SHOULDERTAP_HTTP/healthz" -o none || exit 7
                echo "$HTTPS_PROXY $https_proxy $NO_PROXY $no_proxy"
                """
        try tool.write(script, to: "push")
        let outcome = try tool.shell("\"$0\" with --proxy --offline -- sh push")
        let line = /(http:\/\/127\.0\.0\.1:[0-9]+) \1 localhost,127\.0\.0\.1,::1 localhost,127\.0\.0\.1,::1\n/
        #expect(try line.wholeMatch(in: outcome.output) != nil, "\(outcome.output)")
        let finding = "B8 background pushes have the right headers"
        #expect(outcome.status == 1 && outcome.errors.contains(finding), "\(outcome.errors)")
        let sentence = "shouldertap: proxy: example.com:7 is not one of the simulated push services, and --offline "
        #expect(outcome.errors.contains(sentence))
        #expect(outcome.errors.contains("with --seed 1 --faults none --proxy --offline -- sh push"))
    }

    @Test("without --proxy the environment has none, and --offline needs it")
    func noProxy() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let bare = "env -u HTTPS_PROXY -u https_proxy \"$0\" with -- sh -c 'echo \"$HTTPS_PROXY$https_proxy\"'"
        #expect(try tool.shell(bare).output == "\n")
        for verb in ["with --offline -- true", "serve --offline --http 127.0.0.1:0"] {
            let outcome = try Tool.once(verb)
            #expect(outcome.status == 64 && outcome.errors.contains("'--offline' works only with a proxy; add"))
        }
        #expect(try Tool.once("with --proxy --intercept -- true").status == 64)
    }

    @Test("options of the command are its own, with and without '--'")
    func ownOptions() throws {
        #expect(try Tool.once("with -- echo --seeds -- --help").output == "--seeds -- --help\n")
        #expect(try Tool.once("with echo --seeds -- --help").output == "--seeds -- --help\n")
    }

    @Test("a silent push with the headers of an alert breaks B8, in each form of report")
    func violation() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let push = Self.push(7, "-H 'apns-priority: 10'").replacing("-H 'apns-priority: 5' ", with: "")
        try tool.write(push + "\n", to: "push")
        let outcome = try tool.shell("\"$0\" with --json -o r.json --junit r.xml --html r.html -- sh push")
        #expect(outcome.status == 1 && outcome.output == "")
        let json = try tool.read("r.json")
        #expect(json.hasPrefix(#"{"verdict":"fail","seeds":0,"failures":[{"seed":1,"property":"B8","witness":""#))
        #expect(json.contains(#""faults":[],"repeat":"shouldertap with --seed 1 --faults none -- sh push""#))
        let failure = /name="B8 background pushes have the right headers">\s*<failure/
        #expect(try tool.read("r.xml").contains(failure))
        #expect(try tool.read("r.html").contains("B8 background pushes have the right headers"))
    }

    @Test("a backend that stops at 503 is found by its seeds, and the list is shortened to one fault")
    func seeds() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write((1...4).map { Self.push($0) + "\n" }.joined(), to: "push")
        let outcome = try tool.shell("\"$0\" with --seeds 6 --json -o r.json -- sh push")
        let json = try tool.read("r.json")
        #expect(outcome.status == 1 && json.contains(#""property":"B2""#) && json.contains(#""seeds":6"#))
        let faults = try #require(json.firstMatch(of: /"property":"B2".*?"faults":\["([^"]*)"\]/))
        #expect(!faults.1.contains(","))
    }
}
