import Basics
import Foundation
import ShoulderTap
import Testing

@testable import LabCommand
@testable import LabWire
@testable import PushLab

@Suite("Small parts")
struct SmallPartsTests {
    @Test("Progress is shown after a second, then five times a second")
    func progress() {
        var meter = ProgressMeter(start: 5000, totalBytes: 400)
        let steps: [(Int, Int, Int, String?)] = [
            (5000, 0, 0, nil), (5999, 7, 100, nil), (6000, 8, 100, "8 payloads, 25 %"), (6199, 9, 120, nil),
            (6200, 1, 200, "1 payload, 50 %"), (9000, 20, 500, "20 payloads, 100 %"),
        ]
        for (now, payloads, bytes, line) in steps {
            let shown = meter.line(at: now, payloads: payloads, bytes: bytes)
            #expect(shown == line)
        }
        var unknown = ProgressMeter(start: 0, totalBytes: nil)
        let shown = unknown.line(at: 1000, payloads: 2, bytes: 9)
        #expect(shown == "2 payloads")
    }

    @Test("Progress takes one row of a terminal, however narrow it is")
    func narrow() {
        let rows: [(Int?, String)] = [(nil, "abcd"), (80, "abcd"), (5, "abcd"), (4, "abc"), (1, "")]
        for (columns, row) in rows { #expect(Console.fitting("abcd", columns: columns) == row) }
    }

    @Test(
        "Progress is shown if there are no rows for payloads",
        arguments: [
            ("a", true, false), ("a", false, true), ("--quiet a", true, true), ("--json a", true, false),
            ("--record a", true, false), ("--expect tap a", true, true), ("--expect tap --json a", true, false),
            ("--expect tap --json a", false, true), ("--expect tap --quiet --json a", true, true),
        ])
    func showsProgress(_ words: String, _ outputIsTerminal: Bool, _ expected: Bool) throws {
        let request = try Request(words: ["parse"] + words.split(separator: " ").map { RawText(String($0)) })
        guard case .parse(let options) = request else { preconditionFailure("parse is no request to parse") }
        #expect(ProgressMeter.isWanted(options, outputIsTerminal: outputIsTerminal) == expected)
    }

    @Test(
        "On a terminal, rows and errors replace the status line; rows in a file do not",
        arguments: [(true, "\r\u{1B}[K"), (false, "")])
    func clearsStatus(_ outputIsTerminal: Bool, _ cleared: String) throws {
        let screen = Pipe()
        let descriptor = screen.fileHandleForWriting.fileDescriptor
        var console = Console(output: descriptor, errors: descriptor, outputIsTerminal: outputIsTerminal)
        console.show(status: "1 payload")
        try console.write("one\n")
        try console.flush()
        try console.flush()
        console.show(status: "2 payloads")
        try console.complain("odd")
        try screen.fileHandleForWriting.close()
        let shown = String(decoding: screen.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let clear = "\r\u{1B}[K"
        #expect(shown == "\(clear)1 payload\(cleared)one\n\(clear)2 payloads\(clear)shouldertap: odd\n")
    }

    @Test(
        "The first key that makes a push visible, and its position",
        arguments: [
            (#"{"aps":{"alert":1}}"#, "alert", 8), (#"{"aps":{"sound":"a","badge":1}}"#, "badge", 20),
            (#"{"x":[{"aps":{"alert":1}}],"aps":{"a":{},"sound":1}}"#, "sound", 41), (#"{"aps":{}}"#, nil, nil),
            (#"{"alert":1}"#, nil, nil), (#"{"aps":[]}"#, nil, nil), (#"{"aps":{"alert""#, nil, nil), ("", nil, nil),
        ] as [(String, String?, Int?)])
    func visibleKeys(_ payload: String, _ name: String?, _ offset: Int?) {
        let key = PayloadReport.VisibleKey(in: PushPayload.inspect(Array(payload.utf8)))
        #expect(key?.name == name)
        #expect(key?.offset == offset)
    }

    @Test("A payload is stored up to a limit and counted to its end")
    func keepsTo() {
        var text = PayloadText()
        for _ in 0..<3 { [1, 2, 3].withUnsafeBufferPointer { text.append($0, keeping: 5) } }
        #expect(text.kept == [1, 2, 3, 1, 2])
        #expect(text.byteCount == 9)
    }

    @Test(
        "File names that contain payloads, and those with one payload per line",
        arguments: [
            ("a.json", true, false), ("a.apns", true, false), ("a.jsonl", true, true), ("a.ndjson", true, true),
            ("a.verdict", false, false), ("json", false, false), ("a.json.verdict", false, false),
            ("a.JSON", false, false),
        ])
    func names(_ name: String, _ isPayload: Bool, _ holdsLines: Bool) {
        #expect(PayloadFiles.isPayload(RawText(name)) == isPayload)
        #expect(PayloadFiles.holdsLines(RawText(name)) == holdsLines)
    }

    @Test(
        "Directory and name of a path",
        arguments: [("a", ".", "a"), ("a/b", "a/", "b"), ("/a", "/", "a"), ("a/", "a/", "")])
    func splits(_ path: String, _ directory: String, _ name: String) {
        let (one, other) = RawText(path).split()
        #expect(one.text == directory && other.text == name)
    }

    @Test("Only a process that judged a plan can refute it")
    func repeats() {
        let violation = Violation(.p7, "lost", "phone does not show n1", at: .zero)
        let same = #"{"violations":[{"property":"P7","kind":"lost"}]}"#
        let rows: [(Int32, String, Bool?)] = [
            (1, same, true), (2, same, true), (0, #"{"violations":[]}"#, false),
            (1, #"{"violations":[{"property":"P7","kind":"stale"}]}"#, false), (70, same, nil), (70, "", nil),
            (143, "", nil),
        ]
        for (status, output, isSeen) in rows {
            let outcome = Errand.Outcome(status: status, output: Array(output.utf8))
            #expect(Repetition.isSeen(of: violation, in: outcome) == isSeen, "\(status) \(output)")
        }
    }
}
