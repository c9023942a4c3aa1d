import Basics
import Captures
import Testing

@Suite("Payloads in lines and files")
struct PlainImporterTests {
    @Test("Each line is a payload, valid or not", arguments: [1, 4, .max])
    func lines(_ chunk: Int) {
        let found = Imported(lines: "{}\r\n\n nonsense \n{\"aps\":", chunk: chunk)
        #expect(found.payloads == ["{}", " nonsense ", "{\"aps\":"])
        #expect(found.entries.map(\.source) == ["a.jsonl:1", "a.jsonl:3", "a.jsonl:4"])
        #expect(found.entries.allSatisfy { $0.channel == .fcm })
    }

    @Test("A capture is copied unchanged")
    func capture() {
        let entry = CaptureEntry(time: 5, channel: .wns, device: .named("a"), payload: [0xFF])
        let bytes = CaptureWriter.line(of: CaptureHeader()) + CaptureWriter.line(of: entry)
        let found = Imported(lines: String(decoding: bytes, as: UTF8.self) + "{}\n")
        #expect(found.entries == [entry])
        #expect(found.findings == ["3 the line needs payload or payloadBase64"])
    }

    @Test("A capture without its header, or after a byte-order mark, is reported and not read as payloads")
    func spoiled() {
        let text = String(decoding: CaptureWriter.line(of: CaptureEntry(payload: [0x7B, 0x7D])), as: UTF8.self)
        for spoiled in [text + text, "\u{FEFF}{\"shouldertapCapture\":1}\n" + text] {
            let found = Imported(lines: spoiled)
            #expect(found.entries == [] && found.findings.count == 1)
            #expect(found.findings.first?.contains("the file is not a capture") == true, "\(found.findings)")
        }
    }

    @Test("A file with only empty lines is reported", arguments: ["", "\n \n\r\n"])
    func empty(_ text: String) {
        #expect(Imported(lines: text).findings == ["1 the file has no payload: every line is empty"])
    }

    @Test("A file is one payload, byte for byte")
    func file() throws {
        var importer = PayloadImporter(channel: .apns)
        for part in [[0x7B], [0x7D, 0x0A]] as [[UInt8]] { part.withUnsafeBufferPointer { importer.read($0) } }
        let entry = try importer.entry(from: "a.apns")
        #expect(entry == CaptureEntry(source: "a.apns", payload: [0x7B, 0x7D, 0x0A]))
    }

    @Test("A file without bytes, or with too many, is not a payload")
    func refuses() {
        #expect(throws: CaptureFinding(.empty, "the file is empty")) {
            try PayloadImporter(channel: .apns).entry(from: "a")
        }
        var importer = PayloadImporter(channel: .apns)
        let chunk = [UInt8](repeating: 0x20, count: CaptureReader.mostPayloadBytes)
        for part in [chunk, [0x20]] { part.withUnsafeBufferPointer { importer.read($0) } }
        #expect(throws: CaptureFinding(.tooLong, "the payload is longer than the limit of 1048576 bytes")) {
            try importer.entry(from: "a")
        }
    }

    static let exported: [(entry: CaptureEntry, bundle: String?, file: String)] = [
        (CaptureEntry(payload: Array(#"{"aps":{}}"#.utf8)), nil, #"{"aps":{}}"#),
        (
            CaptureEntry(payload: Array(#"{"aps":{}}"#.utf8)), "com.a",
            #"{"Simulator Target Bundle":"com.a","aps":{}}"#
        ),
        (
            CaptureEntry(headers: ["APNS-Topic": "com.b"], payload: Array(" {\n\"aps\":{}}\n".utf8)), nil,
            " {\"Simulator Target Bundle\":\"com.b\",\n\"aps\":{}}\n"
        ),
        (
            CaptureEntry(payload: Array(#"{"Simulator Target Bundle":"com.c","aps":1}"#.utf8)), "com.a",
            #"{"Simulator Target Bundle":"com.c","aps":1}"#
        ),
    ]

    @Test("A payload becomes a file for the Simulator", arguments: exported)
    func exports(_ entry: CaptureEntry, _ bundle: String?, _ file: String) throws {
        #expect(String(decoding: try SimulatorFile.bytes(of: entry, bundle: bundle), as: UTF8.self) == file)
    }

    @Test("A payload that a Simulator refuses is reported")
    func refusesExport() {
        #expect(throws: CaptureFinding(.notPayload, "it is not a JSON object, but a Simulator accepts nothing else")) {
            try SimulatorFile.bytes(of: CaptureEntry(payload: [0xFF]))
        }
        let long = #"{"aps":{},"a":"\#(String(repeating: "a", count: 4_080))"}"#
        let refused: [(payload: String, type: String, code: CaptureFinding.Code, reason: String)] = [
            ("{}", "alert", .notPayload, "it has no aps, which a Simulator requires"),
            (#"{"aps":{}}"#, "voip", .notPayload, "a Simulator does not accept pushes of type voip"),
            (
                #"{"aps":{},"Simulator Target Bundle":5}"#, "alert", .notPayload,
                #"its "Simulator Target Bundle" must be a string"#
            ),
            (long, "alert", .tooLong, "its file has 4131 bytes, but a Simulator accepts at most 4096"),
        ]
        for (payload, type, code, reason) in refused {
            let entry = CaptureEntry(headers: ["apns-push-type": type], payload: Array(payload.utf8))
            #expect(throws: CaptureFinding(code, reason)) { try SimulatorFile.bytes(of: entry, bundle: "com.a") }
        }
        #expect(throws: CaptureFinding(.notPayload, "it was sent over fcm, but a Simulator accepts only apns")) {
            try SimulatorFile.bytes(of: CaptureEntry(channel: .fcm, payload: Array("{}".utf8)))
        }
    }
}
