import Basics
import FeedContract
import TestSupport
import Testing

@Suite("Messages between client and service, as JSON")
struct ContractJSONTests {
    private static let seeds: ClosedRange<UInt64> = {
        if let seed = Environment.number("SHOULDERTAP_CONTRACT_SEED") { return UInt64(seed)...UInt64(seed) }
        return 1...UInt64(max(1, Environment.number("SHOULDERTAP_CONTRACT_SAMPLES") ?? 1_000))
    }()

    /// Equal as bytes too: two texts that look alike are not the same id.
    private func isSame(_ left: some Any, _ right: some Any) -> Bool {
        String(reflecting: left).utf8.elementsEqual(String(reflecting: right).utf8)
    }

    @Test("a message that was written is read as the same value")
    func roundTrips() throws {
        for seed in Self.seeds {
            var samples = ContractSamples(dice: SeededDice(seed: seed))
            let (request, answer) = (samples.request(), samples.answer())
            let hint = "repeat with: SHOULDERTAP_CONTRACT_SEED=\(seed) swift test --filter ContractJSONTests"
            let (read, heard) = (try FeedRequest(json: request.json), try FeedAnswer(json: answer.json))
            guard read == request, heard == answer, self.isSame(read, request), self.isSame(heard, answer) else {
                Issue.record("seed \(seed): \(request) or \(answer)\n\(hint)")
                return
            }
        }
    }

    @Test("a damaged message is refused or read, and what is read can be written again")
    func mutations() {
        for seed in Self.seeds {
            var dice = SeededDice(seed: seed)
            var samples = ContractSamples(dice: dice.fork())
            var bytes = dice.coin() ? samples.request().json : samples.answer().json
            for _ in 0...dice.below(3) {
                guard !bytes.isEmpty else { break }
                let index = dice.below(bytes.count)
                switch dice.below(4) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: dice.next())
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(dice.pick(Tokens.marks), at: index)
                default: bytes.removeSubrange(index...)
                }
            }
            if let request = try? FeedRequest(json: bytes) {
                #expect((try? FeedRequest(json: request.json)) == request)
            }
            if let answer = try? FeedAnswer(json: bytes) { #expect((try? FeedAnswer(json: answer.json)) == answer) }
        }
    }

    private static let change = """
        {"kind":"new","id":"n1","serverId":"s1","generation":1,"version":2,"readState":"read",\
        "userActionState":"dismissed","content":{"raw":"r","visual":{"title":"t","body":"b"}},"groupName":"g",\
        "priority":"high","expiration":1600000000000000,"time":1500000000000000,"own":true}
        """

    @Test("a page looks like this")
    func pageSpelling() throws {
        let text = #"{"page":{"changes":[\#(Self.change)],"cursor":"c1","position":"1-42","full":true}}"#
        let change = Change(
            .new, id: "n1", serverId: "s1", generation: 1, version: 2, readState: .read, userActionState: .dismissed,
            content: Content(raw: "r", visual: .init(title: "t", body: "b")), groupName: "g", priority: .high,
            expiration: Instant(microseconds: 1_600_000_000_000_000),
            time: Instant(microseconds: 1_500_000_000_000_000),
            isOwn: true)
        let page = FeedPage(
            changes: [change], next: .done(Cursor("c1")), position: FeedPosition(epoch: 1, mark: 42), isFull: true)
        #expect(String(decoding: FeedAnswer.page(page).json, as: UTF8.self) == text)
        #expect(try FeedAnswer(json: Array(text.utf8)) == .page(page))
        #expect(change.sequence == 2 && change.content?.size == 3)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var text: String
        var fault: FeedFormatError.Fault
        var key = ""
        var testDescription: String { self.text }
    }

    static let requests: [Refusal] = [
        Refusal(text: "", fault: .notJSON), Refusal(text: "{", fault: .notJSON),
        Refusal(text: "[]", fault: .wrongType), Refusal(text: "1", fault: .wrongType),
        Refusal(text: "{}", fault: .missing), Refusal(text: #"{"dance":{}}"#, fault: .unknownValue, key: "dance"),
        Refusal(text: #"{"fetch":1}"#, fault: .wrongType, key: "fetch"),
        Refusal(text: #"{"fetch":{},"save":{}}"#, fault: .unknownValue, key: "save"),
        Refusal(text: #"{"fetch":{}}"#, fault: .missing, key: "host"),
        Refusal(text: #"{"fetch":{"host":null}}"#, fault: .missing, key: "host"),
        Refusal(text: #"{"fetch":{"host":1}}"#, fault: .wrongType, key: "host"),
        Refusal(text: #"{"fetch":{"host":"h","host":"i"}}"#, fault: .repeated, key: "host"),
        Refusal(text: #"{"fetch":{"host":"h","limit":"1"}}"#, fault: .wrongType, key: "limit"),
        Refusal(text: #"{"fetch":{"host":"h","limit":1.5}}"#, fault: .wrongType, key: "limit"),
        Refusal(text: #"{"fetch":{"host":"h","limit":99999999999999999999}}"#, fault: .wrongType, key: "limit"),
        Refusal(text: #"{"save":{"host":"h","id":"n1","readState":"maybe"}}"#, fault: .unknownValue, key: "readState"),
        Refusal(text: #"{"save":{"host":"h","id":"n1","generation":-1}}"#, fault: .wrongType, key: "generation"),
        Refusal(text: #"{"register":{"device":"d","type":"pigeon"}}"#, fault: .unknownValue, key: "type"),
        Refusal(text: #"{"register":{"device":"d"}}"#, fault: .missing, key: "type"),
        Refusal(text: #"{"register":{"device":"d","type":"apns"}}"#, fault: .missing, key: "token"),
    ]

    @Test("invalid requests are refused with the wrong member", arguments: requests)
    func badRequests(refusal: Refusal) {
        #expect { try FeedRequest(json: Array(refusal.text.utf8)) } throws: { error in
            guard let error = error as? FeedFormatError else { return false }
            return error.fault == refusal.fault && error.key == refusal.key
        }
    }

    static let answers: [Refusal] = [
        Refusal(text: #"{"dance":{}}"#, fault: .unknownValue, key: "dance"),
        Refusal(text: #"{"page":{"changes":[1],"cursor":"c","position":"1-1"}}"#, fault: .wrongType, key: "changes"),
        Refusal(text: #"{"page":{"changes":{},"cursor":"c","position":"1-1"}}"#, fault: .wrongType, key: "changes"),
        Refusal(text: #"{"page":{"changes":[],"position":"1-1"}}"#, fault: .missing, key: "cursor"),
        Refusal(
            text: #"{"page":{"changes":[],"cursor":"c","more":"c","position":"1-1"}}"#, fault: .unknownValue,
            key: "more"),
        Refusal(text: #"{"page":{"changes":[],"cursor":"c","position":"1"}}"#, fault: .unknownValue, key: "position"),
        Refusal(text: #"{"page":{"changes":[{"kind":"odd"}]}}"#, fault: .unknownValue, key: "kind"),
        Refusal(text: #"{"saved":{"id":"n1","succeeded":1}}"#, fault: .wrongType, key: "succeeded"),
        Refusal(text: #"{"refused":{"code":"tired","message":""}}"#, fault: .unknownValue, key: "code"),
    ]

    @Test("invalid answers are refused with the wrong member", arguments: answers)
    func badAnswers(refusal: Refusal) {
        #expect { try FeedAnswer(json: Array(refusal.text.utf8)) } throws: { error in
            guard let error = error as? FeedFormatError else { return false }
            return error.fault == refusal.fault && error.key == refusal.key
        }
    }

    @Test("unknown members are ignored")
    func unknownMembers() throws {
        let text = #"{"unregister":{"device":"d","mood":{"deep":[1]}}}"#
        #expect(try FeedRequest(json: Array(text.utf8)) == .unregister(UnregisterRequest(device: "d")))
    }

    @Test("a notification of the greatest length survives, with every character escaped")
    func longTexts() throws {
        let long = Change(
            .new, id: "n1", serverId: "s", generation: 1, version: 1,
            content: Content(raw: String(repeating: "\u{1}", count: 100 << 10)),
            expiration: Instant(microseconds: 0), time: Instant(microseconds: 0))
        let page = FeedPage(
            changes: [long, long], next: .more(Cursor("c")), position: FeedPosition(epoch: 0, mark: 0), isFull: false)
        #expect(try FeedAnswer(json: FeedAnswer.page(page).json) == .page(page))
    }

    @Test("a text over the limit is not read")
    func tooLong() {
        let text = [UInt8](repeating: 0x20, count: (16 << 20) + 1)
        #expect(throws: FeedFormatError.self) { try FeedAnswer(json: text) }
    }
}
