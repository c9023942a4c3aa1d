import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

/// The quick way to read a line says what the full reader says.
///
/// `SHOULDERTAP_MUTATIONS` says how many mutants, `SHOULDERTAP_MUTATION_SEED` which.
@Suite("Lines as our own writer writes them")
struct FamiliarReaderTests {
    private static let count = Environment.number("SHOULDERTAP_MUTATIONS") ?? 4_000
    private static let seed = UInt64(Environment.number("SHOULDERTAP_MUTATION_SEED") ?? 1)
    private static let lanes = 4

    /// What a reader says, line by line.
    private static func items(_ bytes: [UInt8], chunk: Int, isThorough: Bool) -> [Reading.Line] {
        Reading(bytes, chunk: chunk, CaptureReader(isThorough: isThorough)).lines
    }

    /// The kinds of all payloads, asked for in the quick way, and how many were answered so.
    private static func kinds(_ bytes: [UInt8], chunk: Int) -> (kinds: [PayloadKind], quick: Int) {
        var (reader, kinds, quick) = (CaptureReader(), [PayloadKind](), 0)
        var rest = bytes[...]
        func take(_ item: CaptureReader.Item, _: Int) {
            if case .entry(let entry) = item { kinds.append(ChannelVerdict(of: entry).kind) }
        }
        while !rest.isEmpty {
            let part = Array(rest.prefix(chunk))
            rest = rest.dropFirst(part.count)
            part.withUnsafeBufferPointer { buffer in
                reader.read(
                    buffer,
                    kinds: { kind in
                        // Some are looked at twice, as a replay does with what must not be there.
                        guard kind != .alert else { return false }
                        kinds.append(kind)
                        quick += 1
                        return true
                    }, take)
            }
        }
        reader.finish(take)
        return (kinds, quick)
    }

    /// What differs between the two ways; nil when nothing does.
    private static func difference(_ bytes: [UInt8], chunk: Int) -> String? {
        let full = Self.items(bytes, chunk: chunk, isThorough: true)
        guard Self.items(bytes, chunk: chunk, isThorough: false) == full else { return "another entry or finding" }
        let entries = full.compactMap { line in if case .entry(let entry) = line.item { entry } else { nil } }
        let kinds = entries.map { ChannelVerdict(of: $0).kind }
        return Self.kinds(bytes, chunk: chunk).kinds == kinds ? nil : "another kind"
    }

    private static let header = Array("{\"shouldertapCapture\":1}\n".utf8)

    static let lines = [
        #"{"channel":"apns","payload":"{}"}"#,
        #"{"time":0,"channel":"apns","payload":"{\"aps\":{\"content-available\":1}}"}"#,
        #"{"time":00,"channel":"apns","payload":"{}"}"#, #"{"time":-1,"channel":"apns","payload":"{}"}"#,
        #"{"time":1.0,"channel":"apns","payload":"{}"}"#, #"{"time":,"channel":"apns","payload":"{}"}"#,
        #"{"time":999999999999999999,"channel":"apns","payload":"{}"}"#,
        #"{"time":9999999999999999999,"channel":"apns","payload":"{}"}"#,
        #"{"channel":"fcm","payload":"{}"}"#, #"{"channel":"wns","payload":"{}"}"#,
        #"{"channel":"rest","payload":""}"#, #"{"channel":"sms","payload":"{}"}"#,
        #"{"channel":"apns","device":"phone","payload":"{}"}"#, #"{"channel":"apns","token":"00ff","payload":"{}"}"#,
        #"{"channel":"apns","device":"","token":"00ff","payload":"{}"}"#,
        #"{"channel":"apns","device":"é","payload":"{}"}"#, #"{"channel":"apns","device":"a\"b","payload":"{}"}"#,
        #"{"channel":"apns","source":"a.log:1","payload":"{}"}"#,
        #"{"channel":"apns","source":"a","device":"b","payload":"{}"}"#,
        #"{"channel":"apns","headers":[],"payload":"{}"}"#,
        #"{"channel":"apns","headers":[{"name":"a","value":"b"}],"payload":"{}"}"#,
        #"{"channel":"apns","headers":[{"name":"a","value":"b"},{"name":"a","value":"c"}],"payload":"{}"}"#,
        #"{"channel":"apns","headers":[{"name":"a","value":"b"},],"payload":"{}"}"#,
        #"{"channel":"apns","headers":[{"name":"a","value":"b"},{"name":"a"}],"payload":"{}"}"#,
        #"{"channel":"apns","payload":"{}","answer":{"status":200}}"#,
        #"{"channel":"apns","payload":"{}","answer":{"status":99}}"#,
        #"{"channel":"apns","payload":"{}","answer":{"status":1000}}"#,
        #"{"channel":"apns","payload":"{}","answer":{"status":200,"body":"{}"}}"#,
        #"{"channel":"apns","payload":"\"\\\/\b\f\n\r\t"}"#, #"{"channel":"apns","payload":"\u0041"}"#,
        #"{"channel":"apns","payload":"\x"}"#, #"{"channel":"apns","payload":"\"#,
        #"{"channel":"apns","payload":"Über — 漢字 🔔 are text"}"#,
        "{\"channel\":\"apns\",\"payload\":\"a\u{1}bcdefgh\"}",
        "{\"channel\":\"apns\",\"payload\":\"a\tbcdefgh\"}", "{\"channel\":\"apns\",\"payload\":\"a\u{7F}bcdefgh\"}",
        #"{"channel":"apns","payload":"{}"} "#, #" {"channel":"apns","payload":"{}"}"#,
        #"{"channel":"apns","payload":"{}","payload":"{}"}"#, #"{"channel":"apns","payloadBase64":"e30="}"#,
        #"{"channel":"apns","payload":"{}"}}"#, "{\"channel\":\"apns\",\"payload\":\"{}\"}\r", "", "{", "\u{0}",
        #"{"shouldertapCapture":2}"#, #"{"shouldertapCapture":1,"started":"2026-03-01T09:00:00Z"}"#,
    ]

    @Test("Every kind of line, alone and between others, in chunks of any size", arguments: lines)
    func kindsOfLines(_ line: String) {
        let headers = #""headers":[{"name":"a","value":"b"}]"#
        let usual = #"{"time":5,"channel":"apns",\#(headers),"payload":"{\"a\":\"bc\"}"}"# + "\n"
        for text in [line, line + "\n", usual + line + "\n" + usual, usual + usual + line] {
            let bytes = Self.header + Array(text.utf8)
            for chunk in [1, 7, 64, bytes.count] {
                #expect(Self.difference(bytes, chunk: chunk) == nil, "\(text) by \(chunk)")
            }
        }
    }

    @Test("Bytes that are not UTF-8 are refused as usual")
    func notText() {
        for byte in [0x80, 0xC0, 0xE9, 0xFF] as [UInt8] {
            let text = Array(#"{"channel":"apns","payload":"abc"#.utf8) + [byte] + Array(#"defghijk"}"#.utf8) + [0x0A]
            #expect(Self.difference(Self.header + text, chunk: .max) == nil)
        }
    }

    @Test("The output of our own writer is read by the fast reader")
    func isQuick() {
        let payloads = Corpus.small.filter { String(validating: $0, as: UTF8.self) != nil }
        let entries = payloads.enumerated().map { number, payload in
            CaptureEntry(
                time: Int64(number), device: .named("d"), headers: ["apns-topic": "a"], payload: payload,
                answer: .init(status: 200))
        }
        let bytes = capture(entries)
        let (kinds, quick) = Self.kinds(bytes, chunk: .max)
        #expect(kinds == payloads.map { PushPayload.classify($0.span) })
        let alerts = kinds.count { $0 == .alert }
        // Escapes with four digits, and the last line without room behind it, are left to the full reader.
        #expect(quick >= (entries.count - alerts) * 9 / 10)
    }

    @Test("Mutants of captures", arguments: 0..<lanes)
    func mutants(_ lane: Int) {
        var corpus = Self.lines.map { Self.header + Array(($0 + "\n" + $0 + "\n").utf8) }
        corpus += Corpus.small.prefix(100).map { payload in
            let entry = CaptureEntry(time: 7, device: .token("00ff"), headers: ["a": "b"], payload: payload)
            return capture([entry, entry])
        }
        let mutator = Mutator(corpus: corpus, seed: Self.seed)
        let range = Self.count * lane / Self.lanes..<Self.count * (lane + 1) / Self.lanes
        var complaints: [String] = []
        for iteration in range where complaints.count < 3 {
            // Behind a header, or nearly every mutant would be no capture.
            let bytes = Self.header + mutator.mutant(iteration)
            if let difference = Self.difference(bytes, chunk: 1 + iteration % 97) {
                complaints.append("\(difference): \(escapedForShell(bytes))")
            }
        }
        #expect(complaints.count == 0, "\(Complaints(complaints, of: range.count))")
    }
}
