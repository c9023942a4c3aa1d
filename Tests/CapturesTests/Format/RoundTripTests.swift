import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

/// What was recorded is replayed and recorded again as the same bytes.
///
/// `SHOULDERTAP_MUTATIONS` says how many mutants, `SHOULDERTAP_MUTATION_SEED` which.
@Suite("Record, replay, record")
struct RoundTripTests {
    private static let lanes = 4
    private static let count = Environment.number("SHOULDERTAP_MUTATIONS") ?? 4_000
    private static let seed = UInt64(Environment.number("SHOULDERTAP_MUTATION_SEED") ?? 1)

    /// What went wrong with a payload; nil when nothing did.
    private static func loss(of payload: [UInt8], _ dice: inout SeededDice) -> String? {
        let entry = Self.entry(payload, &dice)
        let bytes = capture([entry])
        let reading = Reading(bytes, chunk: 1 + dice.below(bytes.count))
        guard reading.entries == [entry], reading.findings.isEmpty else { return "another entry" }
        guard reading.entries[0].payload == payload else { return "another payload" }
        guard reading.written == bytes else { return "another line" }
        // The verdict that replay gives to what was written down twice, beside that on the bytes as they came.
        let again = Reading(reading.written).entries.first.map { ChannelVerdict(of: $0) }
        let direct = ChannelVerdict(payload, over: entry.channel)
        guard let again, again.kind == direct.kind else { return "another kind than \(direct.kind)" }
        return again.tap == direct.tap && again.diagnostics == direct.diagnostics ? nil : "another verdict"
    }

    /// An entry of which any part may be missing.
    private static func entry(_ payload: [UInt8], _ dice: inout SeededDice) -> CaptureEntry {
        var entry = CaptureEntry(channel: dice.pick(CaptureEntry.Channel.allCases), payload: payload)
        if dice.coin() { entry.time = Int64(bitPattern: dice.next()) }
        if dice.coin() { entry.device = dice.coin() ? .named("phone") : .token("a\"\\\u{7F}é") }
        if dice.coin() { entry.source = "a file.log:17" }
        if dice.coin() { entry.headers = [":path": "/3/device/00", "apns-topic": "a.\u{1}", "a": "", "A": "2"] }
        if dice.coin() { entry.answer = .init(status: 100 + dice.below(900)) }
        if dice.coin() { entry.answer?.headers = ["apns-id": "1"] }
        if dice.coin() { entry.answer?.body = payload }
        return entry
    }

    @Test("Every known payload, including invalid ones", arguments: [1, 2, 3] as [UInt64])
    func known(_ seed: UInt64) {
        var dice = SeededDice(seed: seed)
        let losses = Corpus.all.compactMap { Self.loss(of: $0, &dice) }
        #expect(losses.count == 0, "\(Complaints(losses, of: Corpus.all.count))")
        #expect(Corpus.all.count > 300)
    }

    @Test("Mutants of known payloads", arguments: 0..<lanes)
    func mutants(_ lane: Int) {
        let mutator = Mutator(corpus: Corpus.small, seed: Self.seed)
        var dice = SeededDice(seed: Self.seed &+ UInt64(lane))
        var losses: [String] = []
        let range = Self.count * lane / Self.lanes..<Self.count * (lane + 1) / Self.lanes
        for iteration in range where losses.count < 3 {
            let payload = mutator.mutant(iteration)
            if let loss = Self.loss(of: payload, &dice) { losses.append("\(loss): \(escapedForShell(payload))") }
        }
        #expect(losses.count == 0, "\(Complaints(losses, of: range.count))")
    }

    @Test("UTF-8 stays text, and other bytes become base64")
    func spelling() {
        let lines = [[0x7B, 0x7D], [0xFF, 0xFE, 0xFD], []].map { CaptureWriter.line(of: CaptureEntry(payload: $0)) }
        #expect(
            lines.map { String(decoding: $0, as: UTF8.self) } == [
                "{\"channel\":\"apns\",\"payload\":\"{}\"}\n", "{\"channel\":\"apns\",\"payloadBase64\":\"//79\"}\n",
                "{\"channel\":\"apns\",\"payload\":\"\"}\n",
            ])
    }

    @Test("Every part of an entry is kept")
    func whole() {
        let entry = CaptureEntry(
            time: 1_500_000_000, channel: .apns, device: .token("ab12"), source: "a.apns",
            headers: ["apns-priority": "5"], payload: Array(#"{"aps":{}}"#.utf8),
            answer: .init(status: 410, headers: ["apns-id": "1"], body: [0x80]))
        let text = """
            {"shouldertapCapture":1,"started":"2026-03-01T09:00:00.25Z"}
            {"time":1500000000,"channel":"apns","token":"ab12","source":"a.apns",\
            "headers":[{"name":"apns-priority","value":"5"}],"payload":"{\\"aps\\":{}}",\
            "answer":{"status":410,"headers":[{"name":"apns-id","value":"1"}],"bodyBase64":"gA=="}}

            """
        let header = CaptureHeader(started: Instant(microseconds: 1_772_355_600_250_000))
        let written = CaptureWriter.line(of: header) + CaptureWriter.line(of: entry)
        #expect(String(decoding: written, as: UTF8.self) == text)
        #expect(Reading(text).lines.map(\.item) == [.header(header), .entry(entry)])
    }
}
