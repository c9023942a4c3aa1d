import Captures
import TestSupport
import Testing

@Suite("Reading captures")
struct CaptureReaderTests {
    static let header = #"{"shouldertapCapture":1}"#
    static let entry = #"{"channel":"apns","payload":"{}"}"#

    @Test("Chunks may end anywhere", arguments: [1, 2, 3, 7, 64, 1000])
    func chunks(_ size: Int) {
        let wrong = #"{"channel":"é","payload":""}"#
        let text = "\(Self.header)\r\n\n  \n\(Self.entry)\r\n\(wrong)\n\(Self.entry)"
        #expect(Reading(Array(text.utf8), chunk: size) == Reading(text))
        #expect(Reading(text).words == ["1 header", "4 2 bytes", "5:12 wrongValue", "6 2 bytes"])
    }

    @Test("A torn last line is reported, and nothing before it is lost", arguments: 1..<entry.utf8.count)
    func torn(_ length: Int) {
        let text = "\(Self.header)\n\(Self.entry)\n" + Self.entry.prefix(length)
        #expect(Reading(text).words == ["1 header", "2 2 bytes", "3 torn"])
    }

    @Test("Text that is appended after a torn line is read")
    func appended() {
        let text = "\(Self.header)\n\(Self.entry.dropLast(4))\n\(Self.header)\n\(Self.entry)\n"
        #expect(Reading(text).words == ["1 header", "2 torn", "3 header", "4 2 bytes"])
        #expect(Reading(text).findings[0].reason == "the line is cut off in the middle of an entry")
    }

    @Test(
        "A header that was appended to a torn line counts, wherever the line is torn", arguments: 1...entry.utf8.count)
    func joinedHeader(_ length: Int) {
        let text = "\(Self.header)\n\(Self.entry.prefix(length))\(Self.header)\n\(Self.entry)\n"
        let torn = length == Self.entry.utf8.count ? "2 2 bytes" : "2 torn"
        #expect(Reading(text).words == ["1 header", torn, "2 header", "3 2 bytes"])
    }

    @Test("A header of a later version also counts after a torn line")
    func joinedLater() {
        let later = #"{"channel":{"shouldertapCapture":2}"#
        let lines = [Self.header, later, Self.entry, later + "}", Self.header, later + "}", Self.entry]
        let words = ["1 header", "2 torn", "2:1 unknownVersion", "5 header", "6 missingKey", "7 2 bytes"]
        #expect(Reading(lines.joined(separator: "\n")).words == words)
    }

    @Test("A torn header is reported, and the next header counts")
    func tornHeader() {
        let text = "\(Self.header.dropLast(4))\n\(Self.header)\n\(Self.entry)\n"
        #expect(Reading(text).words == ["1 torn", "2 header", "3 2 bytes"])
    }

    @Test("All parts of a joined capture are read")
    func joined() {
        let text = "\(Self.header)\n\(Self.entry)\n"
        #expect(Reading(text + text).words == ["1 header", "2 2 bytes", "3 header", "4 2 bytes"])
    }

    @Test("A file that is not a capture is reported once", arguments: ["", "\n\n", "{}\n{}\n", "a\nb\n", "[]"])
    func foreign(_ text: String) {
        #expect(Reading(text).findings.map(\.code) == [.noHeader])
        #expect(Reading(text).entries == [])
    }

    @Test("Without a header nothing is read until the next header")
    func headerless() {
        let text = "\(Self.entry)\n\(Self.entry)\n\(Self.header)\n\(Self.entry)\n"
        #expect(Reading(text).findings.map(\.code) == [.noHeader])
        #expect(Reading(text).entries.count == 1)
    }

    @Test("Lines of a later version are skipped up to the next header of this version")
    func laterVersion() {
        let later = #"{"shouldertapCapture":2,"new":true}"#
        let text = "\(later)\n\(Self.entry)\nnonsense\n\(Self.header)\n\(Self.entry)\n"
        #expect(Reading(text).words == ["1:1 unknownVersion", "4 header", "5 2 bytes"])
        #expect(Reading(text).findings[0].reason == "the capture has version 2, but this tool reads only version 1")
    }

    @Test("A line over the limit is refused with one sentence, and the next line is read")
    func tooLong() {
        var reader = CaptureReader()
        var items: [CaptureReader.Item] = []
        func feed(_ bytes: [UInt8]) {
            bytes.withUnsafeBufferPointer { buffer in reader.read(buffer) { item, _ in items.append(item) } }
        }
        feed(Array("\(Self.header)\n".utf8))
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        for _ in 0..<(CaptureReader.mostLineBytes / chunk.count + 8) { feed(chunk) }
        feed(Array("\n\(Self.entry)\n".utf8))
        reader.finish { item, _ in items.append(item) }
        let finding = CaptureFinding(.tooLong, line: 2, "the line is longer than the limit of 8388608 bytes")
        #expect(items.count == 3 && items[1] == .finding(finding))
    }

    @Test("The longest line is read, with LF and with CRLF", arguments: ["\n", "\r\n", ""])
    func longest(_ end: String) {
        let limit = 40
        var cutter = LineCutter(limit: limit)
        var lines: [LineCutter.Line] = []
        for length in [limit, limit + 1] {
            Array((String(repeating: "x", count: length) + end).utf8).withUnsafeBufferPointer { buffer in
                cutter.feed(buffer) { lines.append($0) }
            }
            cutter.finish { lines.append($0) }
        }
        #expect(lines.map(\.isTooLong) == [false, true])
        #expect(lines.map(\.bytes.count) == [limit, 0])
    }

    @Test("The longest payload fits into a line, with any spelling", arguments: [0x01, 0x22, 0x41, 0xFF] as [UInt8])
    func longestPayload(_ byte: UInt8) {
        let payload = [UInt8](repeating: byte, count: CaptureReader.mostPayloadBytes)
        #expect(CaptureWriter.line(of: CaptureEntry(payload: payload)).count < CaptureReader.mostLineBytes)
    }

    static let faults: [(line: String, place: String, code: CaptureFinding.Code, reason: String)] = [
        ("nonsense", "2:1", .notJSON, "the line is not JSON: This word is neither true, false nor null"),
        ("[1]", "2:1", .notAnObject, "the line is not a JSON object"),
        (#"{"channel":"apns"}"#, "2", .missingKey, "the line needs payload or payloadBase64"),
        (#"{"payload":""}"#, "2", .missingKey, "the line needs a channel: apns, fcm, wns or rest"),
        (
            #"{"channel":"apns","payload":"","chanel":1}"#, "2:32", .unknownKey,
            "unknown key 'chanel': did you mean 'channel'?"
        ),
        (
            #"{"channel":"apns","payload":"","zz":1}"#, "2:32", .unknownKey,
            "unknown key 'zz': use time, channel, device, token, source, headers, payload, payloadBase64, answer"
        ),
        (
            #"{"channel":"apns","payload":"","payload":""}"#, "2:32", .duplicateKey,
            "the key 'payload' occurs twice; remove one"
        ),
        (#"{"channel":"sms","payload":""}"#, "2:12", .wrongValue, "channel must be apns, fcm, wns or rest"),
        (#"{"channel":"apns","payload":{}}"#, "2:29", .wrongValue, "payload must be a string"),
        (#"{"channel":"apns","payloadBase64":"a"}"#, "2:35", .wrongValue, "payloadBase64 must be base64"),
        (#"{"channel":"apns","payloadBase64":"YQ"}"#, "2:35", .wrongValue, "payloadBase64 must be base64"),
        (#"{"channel":"apns","payloadBase64":"__79"}"#, "2:35", .wrongValue, "payloadBase64 must be base64"),
        (
            #"{"channel":"apns","payload":"","payloadBase64":""}"#, "2:29", .wrongValue,
            "payload cannot be used with payloadBase64; remove one"
        ),
        (
            #"{"time":1.5,"channel":"apns","payload":""}"#, "2:9", .wrongValue,
            "time must be a whole number in its range"
        ),
        (
            #"{"channel":"apns","device":"a","token":"b","payload":""}"#, "2:40", .wrongValue,
            "token cannot be used with a device; remove one"
        ),
        (
            #"{"channel":"apns","payload":"","headers":{}}"#, "2:42", .wrongValue,
            #"headers must be an array of {"name":…,"value":…}"#
        ),
        (
            #"{"channel":"apns","payload":"","headers":[{"name":"a"}]}"#, "2:42", .missingKey,
            "headers has a header without a name or a value"
        ),
        (
            #"{"channel":"apns","payload":"","headers":[1]}"#, "2:42", .wrongValue,
            #"headers must contain only {"name":…,"value":…}"#
        ),
        (#"{"channel":"apns","payload":"","answer":{}}"#, "2", .missingKey, "the answer needs a status"),
        (
            #"{"channel":"apns","payload":"","answer":{"status":99}}"#, "2:51", .wrongValue,
            "status must be a whole number in its range"
        ),
        (#"{"channel":"apns","payload":"","answer":1}"#, "2:41", .wrongValue, "answer must be an object"),
        (
            #"{"shouldertapCapture":1,"started":"today"}"#, "2:35", .wrongValue,
            "started must be a date such as 2018-08-24T12:31:53Z"
        ),
        (
            #"{"shouldertapCapture":"1"}"#, "2:23", .wrongValue,
            "shouldertapCapture must be a whole number in its range"
        ),
    ]

    @Test("An error in a line is reported with its position", arguments: faults)
    func fault(_ line: String, _ place: String, _ code: CaptureFinding.Code, _ reason: String) {
        let findings = Reading("\(Self.header)\n\(line)\n\(Self.entry)\n").findings
        #expect(findings.map(\.code) == [code])
        #expect(findings.first?.place == place)
        #expect(findings.first?.reason == reason)
    }
}
