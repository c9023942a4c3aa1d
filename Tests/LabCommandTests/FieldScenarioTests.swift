import Basics
import Captures
import LabScenario
import PushLab
import Testing

@testable import LabCommand

@Suite("The scenario of a capture")
struct FieldScenarioTests {
    /// An entry in short: `0 phone 41 n1` is a tap, `0 phone delete n1` a deed, `0 - publish n1` a publication.
    static func entry(_ line: String) -> CaptureEntry {
        let words = line.split(separator: " ").map(String.init)
        let device: CaptureEntry.Device? = words[1] == "-" ? nil : .named(words[1])
        let time = Int64(words[0]).map { $0 * 1_000_000 }
        func request(_ text: String) -> CaptureEntry {
            CaptureEntry(time: time, channel: .rest, device: device, payload: Array(text.utf8))
        }
        switch words[2] {
        case "publish":
            return request(#"{"appNotificationId":"\#(words[3])","payload":{"rawContent":"of the field"}}"#)
        case "delete": return request(#"{"delete":{"host":"b.c","id":"\#(words[3])"}}"#)
        case "dismiss": return request(#"{"save":{"host":"b.c","id":"\#(words[3])","userActionState":"dismissed"}}"#)
        default:
            let ids = words.dropFirst(3).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
            let envelope =
                #"{"v":1,"scenario":"userNotifications","host":"b.c","subscription":"s","head":"\#(words[2])","#
                + #""activities":[\#(ids)]}"#
            return CaptureEntry(
                time: time, device: device,
                payload: Array(#"{"aps":{"content-available":1},"shoulderTap":\#(envelope)}"#.utf8))
        }
    }

    static func finished(_ lines: [String]) -> FieldScenario.Draft {
        var draft = FieldScenario(about: "")
        for line in lines {
            let entry = Self.entry(line)
            draft.note(entry, ChannelVerdict(of: entry))
        }
        return draft.finished()
    }

    static func steps(_ lines: String...) -> [String] {
        let text = Self.finished(lines).scenario.yaml.split(separator: "\n").map(String.init)
        return text.filter { $0.hasPrefix("  - {at: ") }.map { String($0.dropFirst(5).dropLast()) }
    }

    @Test("A tap implies a publication")
    func publication() {
        #expect(Self.steps("0 phone 1 n1") == ["at: 5s, publish: {as: n1}", "at: 10s, quiesce: {}"])
        #expect(
            Self.steps("0 - publish n1", "100 phone 1 n1")
                == ["at: 5s, publish: {as: n1, content: \"of the field\"}", "at: 10100ms, quiesce: {}"])
    }

    @Test("Late, duplicate and missing taps become faults before the changes that they announce")
    func faults() {
        #expect(
            Self.steps("0 a 1 n1", "100 b 1 n1", "5000 a 2 n2", "5100 a 2 n2", "25000 c 1 n1")
                == [
                    "at: 5s, delay_tap: {device: c, by: 25s}", "at: 5s, publish: {as: n1}",
                    "at: 10s, double_taps: a", "at: 10s, lose_taps: b", "at: 10s, lose_taps: c",
                    "at: 10s, publish: {as: n2}", "at: 35s, quiesce: {}",
                ])
    }

    @Test("An action is performed on its device, whose user gets no tap for it")
    func deeds() {
        #expect(
            Self.steps("0 a 1 n1", "0 b 1 n1", "3000 a dismiss n1", "3200 b 2 n1", "9000 b delete n1", "9100 a 3 n1")
                == [
                    "at: 5s, publish: {as: n1}", "at: 8s, dismiss: {device: a, n: n1}",
                    "at: 14s, delete: {device: b, n: n1}", "at: 19100ms, quiesce: {}",
                ])
        let scenario = Self.finished(["0 a 1 n1", "3000 a delete n1"]).scenario
        #expect(
            scenario.expectations
                == [.agreement, .everywhere("n1", .init(state: .gone, banner: Scenario.Banner.none))])
    }

    @Test("The place in the feed decides which change a tap is about, not its time")
    func places() {
        #expect(
            Self.steps("0 a 9 n1", "1000 a delete n1", "1500 b 10 n1", "30000 b 9 n1")
                == [
                    "at: 5s, delay_tap: {device: b, by: 30s}", "at: 5s, publish: {as: n1}",
                    "at: 6s, delete: {device: a, n: n1}", "at: 40s, quiesce: {}",
                ])
    }

    @Test("A tap that comes again much later does so in the scenario, too")
    func repeated() {
        #expect(
            Self.steps("0 a 1 n1", "0 b 1 n1", "10000 a delete n1", "10100 b 2 n1", "50000 b 1 n1")
                == [
                    "at: 5s, repeat_tap: {device: b, after: 50s}", "at: 5s, publish: {as: n1}",
                    "at: 15s, delete: {device: a, n: n1}", "at: 1m, quiesce: {}",
                ])
    }

    @Test("Changes that are known only from taps are counted")
    func unexplained() {
        let finished = Self.finished(["0 a 1 n1", "2000 a 2 n1", "4000 a 3 n1"])
        #expect(finished.unexplained == 2)
        #expect(finished.scenario.steps.count == 2)
    }

    @Test(
        "Captures whose times lie further apart than any scenario lasts are refused where they do",
        arguments: [
            (1, "'at' is longer than the limit of ten years", "c:2"),
            (600, "'after' is longer than the limit of ten years", "c:1"),
        ])
    func farApart(_ parts: Int, _ reason: String, _ place: String) throws {
        var draft = FieldScenario(about: "")
        let far = Int64.max / 1_000_000
        let lines = ["\(-far) phone 1 n1", "\(far) phone 2 n2"]
        for part in 0..<parts {
            draft.begin()
            for (place, line) in lines.enumerated() {
                let entry = Self.entry(line)
                draft.note(
                    entry, ChannelVerdict(of: entry), at: CapturePlace(source: "c", line: 2 * part + place + 1))
            }
        }
        let finished = draft.finished()
        guard case .faults(let faults) = ScenarioReading(Array(finished.scenario.yaml.utf8)) else {
            return #expect(Bool(false), "it is read")
        }
        let first = try #require(faults.first)
        #expect(first.message == reason && finished.place(ofLine: first.place.line)?.text == place)
    }

    @Test("Every scenario of a capture can be read, and reads as the same scenario")
    func sound() {
        let scenario = Self.finished([
            "0 phone 1 n1", "10 x9 1 n1", "10 0123456789abcdef0123456789abcdef 1 n1", "20 UPPER 2 n2",
            "30 phone 3 n:'#", "40 account 3 n1", "50 null 4 n1", "50 null 4 n1",
        ]).scenario
        guard case .scenario(let read) = ScenarioReading(Array(scenario.yaml.utf8)) else {
            return #expect(Bool(false), "\(scenario.yaml)")
        }
        #expect(read == scenario)
        #expect(scenario.people.first?.devices.map(\.name) == ["phone", "x9", "d3", "d4", "d5", "null"])
    }

    @Test("Devices that share neither subscription nor notification belong to different users")
    func users() {
        var cast = FieldCast()
        var other = Self.entry("0 b 1 n2")
        other.payload = Array(String(decoding: other.payload, as: UTF8.self).replacing("\"s\"", with: "\"t\"").utf8)
        for entry in [Self.entry("0 a 1 n1"), other, Self.entry("0 c 1 n9")] {
            _ = cast.member(entry.device, entry.channel, tapped: ChannelVerdict(of: entry).tap)
        }
        #expect(cast.members.map(\.user) == [0, 1, 0])
        #expect(cast.userCount == 2)
    }
}
