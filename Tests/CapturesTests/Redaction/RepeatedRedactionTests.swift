import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

/// Redaction done again changes nothing, and neither does it change what has no secrets.
@Suite("Redaction again")
struct RepeatedRedactionTests {
    private static func redactor(_ paths: [String]) throws -> Redactor {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 9, count: 16)))
        return Redactor(key: key, paths: try paths.map { try #require(SecretPath($0)) })
    }

    @Test("A redacted capture is recorded and redacted as the same bytes", arguments: [[], ["aps"], ["*"]])
    func again(_ paths: [String]) throws {
        let redactor = try Self.redactor(paths)
        let payloads = Corpus.all
        let faults = payloads.compactMap { payload -> String? in
            let entry = CaptureEntry(
                device: .token("00fc13adff785122b4ad28809a3420982341241421348097"),
                headers: [":path": "/3/device/ab?c=d", "authorization": "bearer abcdefgh"], payload: payload,
                answer: .init(status: 400, body: payload))
            let line = CaptureWriter.line(of: redactor.redacted(entry).entry)
            let read = Reading([0x7B] + #""shouldertapCapture":1}"#.utf8 + [0x0A] + line).entries.first
            guard let read else { return "not read: \(escapedForShell(Array(payload.prefix(300))))" }
            let again = CaptureWriter.line(of: redactor.redacted(read).entry)
            return again == line ? nil : escapedForShell(Array(payload.prefix(300)))
        }
        #expect(faults.count == 0, "\(Complaints(faults, of: payloads.count))")
    }

    @Test("A capture without secrets stays unchanged")
    func untouched() throws {
        let redactor = try Self.redactor([])
        let sound = Corpus.all.filter { (try? JSONDocument($0, limit: 1 << 20)) != nil }
        let changed = sound.filter { payload in
            redactor.redacted(CaptureEntry(device: .named("phone"), payload: payload)).entry.payload != payload
        }
        #expect(sound.count > 100)
        let names = ["token", "secret", "password", "bearer"]
        for payload in changed {
            let text = String(decoding: payload, as: UTF8.self).lowercased()
            #expect(names.contains { text.contains($0) }, "\(text.prefix(300))")
        }
    }
}
