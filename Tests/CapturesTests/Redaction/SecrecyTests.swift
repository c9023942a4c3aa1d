import Basics
import Captures
import ShoulderTap
import TestSupport
import Testing

/// No secret of the input is in the output, and every payload is what it was.
///
/// `SHOULDERTAP_MUTATIONS` says how many mutants, `SHOULDERTAP_MUTATION_SEED` which. A mask takes many looks at a
/// payload, so that only one in eight is masked.
@Suite("Secrets and verdicts")
struct SecrecyTests {
    private static let count = (Environment.number("SHOULDERTAP_MUTATIONS") ?? 6_400) / 8
    private static let seed = UInt64(Environment.number("SHOULDERTAP_MUTATION_SEED") ?? 1)
    private static let lanes = 4

    /// A word that no payload has by itself.
    private static let secret = "Zq7Secret9vW"
    private static let token = "fedcba98fedcba98fedcba98fedcba98"

    private static func redactor(_ paths: [String]) throws -> Redactor {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 9, count: 16)))
        return Redactor(key: key, paths: try paths.map { try #require(SecretPath($0)) })
    }

    /// What is wrong with the mask of a payload; nil when nothing is.
    private static func fault(of payload: [UInt8], _ redactor: Redactor) -> String? {
        let entry = CaptureEntry(
            channel: .apns, device: .token(Self.token), headers: ["authorization": Self.secret, "x": Self.token],
            payload: payload, answer: .init(status: 200, body: payload))
        let redacted = redactor.redacted(entry)
        let line = CaptureWriter.line(of: redacted.entry)
        if Self.contains(line, Self.secret) || Self.contains(line, Self.token) { return "the secret is still there" }
        let masked = redacted.entry.payload
        guard masked.count == payload.count else { return "another length" }
        for strictness in [Strictness.strict, .lenient] {
            let (before, after) = (
                PushPayload.inspect(payload, strictness: strictness),
                PushPayload.inspect(masked, strictness: strictness)
            )
            if before.kind != after.kind { return "\(before.kind) became \(after.kind)" }
            if before.isTap != after.isTap { return "no longer a tap, or now one" }
            guard before.root != nil else { continue }
            let remarks = [before, after].map { Self.remarks($0, payload, masked) }
            if remarks[0] != remarks[1] { return "\(remarks[0]) became \(remarks[1])" }
        }
        return nil
    }

    /// The findings but for those about what was masked.
    private static func remarks(_ inspection: Inspection, _ payload: [UInt8], _ masked: [UInt8]) -> [String] {
        let values = inspection.root.map(Self.scalars) ?? [:]
        return inspection.diagnostics.compactMap { finding in
            let isMasked = values[finding.offset].map { payload[$0] != masked[$0] } ?? false
            return isMasked ? nil : "\(finding.code) \(finding.offset) \(finding.path)"
        }
    }

    /// Where each text and number stands, by its first byte.
    private static func scalars(in element: PayloadElement) -> [Int: Range<Int>] {
        let inner = (element.members ?? []).map(\.value) + (element.elements ?? [])
        let start = inner.isEmpty ? [element.offset: element.rawBytes.indices] : [:]
        return inner.map(Self.scalars).reduce(start) { $0.merging($1) { first, _ in first } }
    }

    private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(word)
    }

    @Test("Every known payload keeps its verdict", arguments: [[], ["aps.alert"], ["*.email", "aps"], ["*"]])
    func known(_ paths: [String]) throws {
        let redactor = try Self.redactor(paths)
        let faults = Corpus.all.compactMap { payload in
            Self.fault(of: payload, redactor).map { "\($0): \(escapedForShell(Array(payload.prefix(300))))" }
        }
        #expect(faults.count == 0, "\(Complaints(faults, of: Corpus.all.count))")
    }

    /// Payloads with the secret under a key that is to be masked.
    private static let planted: [[UInt8]] = [
        #"{"aps":{"alert":"\#(secret)","badge":1},"user":{"email":"\#(secret)"}}"#,
        #"{"aps":{"alert":{"title":"a \#(secret)","loc-args":["\#(secret)"]},"content-available":1}}"#,
        #"{"aps":{"content-available":1},"list":[{"email":"\#(secret)"}],"token":"\#(secret)","n":1}"#,
        #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
            + #""host":"a.com","subscription":"s","head":"1","email":"\#(secret)"}}"#,
    ].map { Array($0.utf8) }

    @Test("No mutant of a payload shows its secret, wherever the quotes are", arguments: 0..<lanes)
    func planted(_ lane: Int) throws {
        // A mutation may put the secret under a key that nobody named, so every key is named.
        let redactor = try Self.redactor(["*"])
        let mutator = Mutator(corpus: Self.planted, seed: Self.seed)
        let range = Self.count * lane / Self.lanes..<Self.count * (lane + 1) / Self.lanes
        var faults: [String] = []
        for iteration in range where faults.count < 3 {
            let payload = mutator.mutant(iteration)
            // A key is no value: what was made one by the mutation stays.
            if Self.isKey(in: payload) { continue }
            if let fault = Self.fault(of: payload, redactor) {
                faults.append("\(fault): \(escapedForShell(payload))")
            }
        }
        #expect(faults.count == 0, "\(Complaints(faults, of: range.count))")
    }

    private static func isKey(in payload: [UInt8]) -> Bool {
        guard let root = PushPayload.inspect(payload, strictness: .lenient).root else { return false }
        func holds(_ element: PayloadElement) -> Bool {
            (element.members ?? []).contains { $0.key.contains(self.secret) || holds($0.value) }
                || (element.elements ?? []).contains(where: holds)
        }
        return holds(root)
    }

    @Test("Mutants of all payloads keep their verdicts", arguments: 0..<lanes)
    func mutants(_ lane: Int) throws {
        let redactor = try Self.redactor(["aps.alert", "*.email", "shoulderTap", "*.id"])
        let mutator = Mutator(corpus: Corpus.small, seed: Self.seed &+ 1)
        let range = Self.count * lane / Self.lanes..<Self.count * (lane + 1) / Self.lanes
        var faults: [String] = []
        for iteration in range where faults.count < 3 {
            let payload = mutator.mutant(iteration)
            if let fault = Self.fault(of: payload, redactor) {
                faults.append("\(fault): \(escapedForShell(payload))")
            }
        }
        #expect(faults.count == 0, "\(Complaints(faults, of: range.count))")
    }
}
