import Basics
import Captures
import Testing

@Suite("Texts for people, and traces of persons")
struct PersonalTraceTests {
    private static func traces(_ payload: String) -> [String] {
        PersonalTrace.all(in: Array(payload.utf8)).map { "\($0.kind.rawValue) at \($0.path)" }
    }

    private static func redacted(_ payload: String, _ channel: CaptureEntry.Channel = .apns) throws -> String {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 7, count: 16)))
        let entry = CaptureEntry(channel: channel, payload: Array(payload.utf8))
        return String(decoding: Redactor(key: key, masksTexts: true).redacted(entry).entry.payload, as: UTF8.self)
    }

    @Test("Mail addresses, phone numbers and names are found")
    func finds() {
        #expect(Self.traces(#"{"aps":{"alert":"write to anna@example.com"}}"#) == ["an email address at aps.alert"])
        #expect(Self.traces(#"{"a":["<anna@example.com>"]}"#) == ["an email address at a"])
        #expect(Self.traces(#"{"aps":{"alert":{"body":"+49 170 123-4567"}}}"#) == ["a phone number at aps.alert.body"])
        #expect(Self.traces(#"{"b":"call 0170/123 4567 8 now"}"#) == ["a phone number at b"])
        #expect(Self.traces(#"{"Display_Name":"Anna"}"#) == ["a name at Display_Name"])
    }

    @Test("Names in displayed texts, phone numbers without quotes, and keys with an address are found")
    func findsMore() {
        #expect(Self.traces(#"{"aps":{"alert":{"title":"Anna Berg wrote"}}}"#) == ["a name at aps.alert.title"])
        #expect(Self.traces(#"{"aps":{"alert":"From Zoë Åberg"}}"#) == ["a name at aps.alert"])
        #expect(Self.traces(#"{"title":"Anna Berg"}"#).isEmpty)
        #expect(Self.traces(#"{"aps":{"alert":"New message from Anna"}}"#).isEmpty)
        #expect(Self.traces(#"{"user":{"Phone":491701234567}}"#) == ["a phone number at user.Phone"])
        #expect(Self.traces(#"{"tel":"1701234567"}"#) == ["a phone number at tel"])
        #expect(Self.traces(#"{"order":491701234567,"phone":1111111111,"mobile":12}"#).isEmpty)
        let traces = PersonalTrace.all(in: Array(#"{"to":{"anna@example.com":1}}"#.utf8))
        #expect(traces.map(\.path) == [#"to.anna@example\.com"#])
        #expect(traces.map(\.isKey) == [true])
    }

    @Test(
        "Masks, dates, amounts and other texts are not found",
        arguments: [
            #"{"sender":"xxxx"}"#, #"{"m":"xxxx@xxxxxxx.xxx"}"#, #"{"p":"+11 111 1111111"}"#, #"{"d":"01.03.2026"}"#,
            #"{"d":"2026-03-01 09:00"}"#, #"{"v":"1.0.3"}"#, #"{"u":"@anna"}"#, #"{"u":"a@b"}"#, "[]", "no JSON",
        ])
    func passesOver(_ payload: String) { #expect(Self.traces(payload).isEmpty) }

    @Test("Texts for people and unknown texts are masked, and nothing that decides the kind of a push")
    func masksTexts() throws {
        #expect(
            try Self.redacted(#"{"aps":{"alert":{"title":"Anna","body":"hi"},"sound":"s.caf"},"chat":"c7","n":4}"#)
                == #"{"aps":{"alert":{"title":"xxxx","body":"xx"},"sound":"s.caf"},"chat":"xx","n":4}"#)
        let tap =
            #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
            + #""host":"a.com","subscription":"s1","head":"4","activities":[{"id":"n1"}]}}"#
        #expect(try Self.redacted(tap) == tap)
    }

    @Test("Each channel has its own positions for texts")
    func channels() throws {
        #expect(
            try Self.redacted(#"{"message":{"token":"t","notification":{"title":"a"},"data":{"k":"v"}}}"#, .fcm)
                .contains(#""notification":{"title":"x"},"data":{"k":"x"}"#))
        #expect(
            try Self.redacted(#"{"targetHostName":"a.com","payload":{"rawContent":"hi"}}"#, .rest)
                == #"{"targetHostName":"a.com","payload":{"rawContent":"xx"}}"#)
    }
}
