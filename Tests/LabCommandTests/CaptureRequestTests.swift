import Captures
import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Words about captures")
struct CaptureRequestTests {
    static func request(_ words: String) throws -> Request {
        try Request(words: words.split(separator: " ").map { RawText(String($0)) })
    }

    static let refusals: [(words: String, message: String, verb: String)] = [
        ("capture", "capture needs a verb: import, check, export, stats, redact or schema", "capture"),
        ("capture --all", "unknown option '--all'", "capture"),
        ("capture chek a", "unknown verb 'capture chek': did you mean 'check'?", "capture"),
        (
            "capture nonsense", "unknown verb 'capture nonsense': use import, check, export, stats, redact or schema",
            "capture"
        ),
        ("capture import a", "capture import needs -o FILE", "capture import"),
        ("capture import -o b", "capture import needs a FILE, or '-' for standard input", "capture import"),
        (
            "capture import a -o", "option '--output' needs a value: the file to write, or - for standard output",
            "capture import"
        ),
        ("capture import a -o b -o c", "option '--output' is given twice; give it once", "capture import"),
        ("capture import a -o b --as logs", "unknown value 'logs' of '--as': did you mean 'log'?", "capture import"),
        ("capture import a --apend -o b", "unknown option '--apend': did you mean '--append'?", "capture import"),
        (
            "capture import a -o b --key k --keep-secrets", "'--keep-secrets' cannot be used with '--key'; remove one",
            "capture import"
        ),
        ("capture check", "capture check needs a FILE, or '-' for standard input", "capture check"),
        ("capture check - -", "standard input ('-') is given twice; give it once", "capture check"),
        ("capture export a", "capture export needs -o DIR", "capture export"),
        ("capture export a -o -", "capture export writes a folder; '-' is not a folder", "capture export"),
        ("capture export a -o b --line 0", "value '0' of '--line' is not a line number", "capture export"),
        ("capture export a -o b --line +1", "value '+1' of '--line' is not a line number", "capture export"),
        (
            "capture redact a -o b --redact a..b", "'a..b' of '--redact' is not a path such as aps.alert or *.email",
            "capture redact"
        ),
        (
            "capture redact a -o b --redact --key k",
            "option '--redact' needs a value: keys with dots between, such as aps.alert", "capture redact"
        ),
        (
            "capture redact a -o b --key --redact=c",
            "option '--key' needs a value: a file with 16 bytes, or 32 hex digits", "capture redact"
        ),
        (
            "capture import a -o --append",
            "option '--output' needs a value: the file to write, or - for standard output",
            "capture import"
        ),
        ("replay a --expect --update", "option '--expect' needs a value: a file that --update wrote", "replay"),
        ("replay a --expect -- b", "option '--expect' needs a value: a file that --update wrote", "replay"),
        ("capture schema a", "unexpected word 'a'", "capture schema"),
        ("help capture imprt", "unknown verb 'capture imprt': did you mean 'import'?", "capture"),
        ("help capture import x", "unexpected word 'x'", "help"),
        ("replay", "replay needs a FILE, or '-' for standard input", "replay"),
        ("replay a --update", "'--update' needs the file to write; add '--expect GOLDEN'", "replay"),
        ("replay a --junit -", "'--junit -' would mix with the rows on standard output; write it to a file", "replay"),
        ("replay a --expect b --fail-on alert", "'--expect' cannot be used with '--fail-on'; remove one", "replay"),
        (
            "replay a --fail-on alert,malfromed", "unknown kind 'malfromed' of '--fail-on': did you mean 'malformed'?",
            "replay"
        ),
    ]

    @Test("Refused command lines, with their messages", arguments: refusals)
    func refuses(_ words: String, _ message: String, _ verb: String) {
        #expect(throws: UsageError(message, verb: verb)) { try Self.request(words) }
    }

    @Test("Help of a verb, after the verb", arguments: VerbTable.captureVerbs.map(\.name))
    func help(_ name: String) throws {
        #expect(try Self.request("\(name) --help") == .help(verb: name))
        #expect(try Self.request("help \(name)") == .help(verb: name))
        #expect(try Self.request("capture --help") == .help(verb: "capture"))
        #expect(try Self.request("help capture") == .help(verb: "capture"))
    }

    @Test("Accepted command lines")
    func understands() throws {
        guard case .capture(.makeCapture(let made)) = try Self.request("capture import a -o b --append --channel fcm")
        else { return #expect(Bool(false), "no import") }
        #expect(made.inputs == ["a"] && made.output == "b" && made.append && made.channel == .fcm && made.form == nil)
        guard
            case .capture(.redact(let hidden)) = try Self.request("capture redact a --output=b --redact c --redact *.d")
        else { return #expect(Bool(false), "no redaction") }
        #expect(hidden.paths == ["c", "*.d"].compactMap { SecretPath($0) })
        guard case .replay(let options) = try Self.request("replay a --fail-on alert --foreign fail --json") else {
            return #expect(Bool(false), "no replay")
        }
        #expect(options.failOn == [.alert, .foreign] && options.json)
    }

    @Test(
        "File names decide the form",
        arguments: [
            ("a.json", "payload"), ("a.apns", "payload"), ("a.jsonl", "lines"), ("a.ndjson", "lines"), ("-", "lines"),
            ("a.log", "log"), ("a", "log"),
        ])
    func forms(_ name: String, _ form: String) {
        #expect(ImportOptions.Form(of: RawText(name)).rawValue == form)
    }
}
