import Basics
import Captures
import ShoulderTap
import Testing

@Suite("The verdict on an entry, by the rules of its channel")
struct ChannelVerdictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let channel: CaptureEntry.Channel
        let payload: String
        var type: String?
        let kind: PayloadKind
        var isTap = false

        var testDescription: String { "\(self.channel) \(self.payload.prefix(60))" }
    }

    private static let envelope =
        #"{\"v\":1,\"scenario\":\"userNotifications\",\"host\":\"a.com\",\"subscription\":\"s1\",\"#
        + #""head\":\"4\",\"activities\":[{\"id\":\"n1\"}]}"#
    private static let bare = Self.envelope.filter { $0 != "\\" }

    static let cases: [Case] = [
        Case(channel: .apns, payload: #"{"aps":{"alert":"a"}}"#, kind: .alert),
        Case(channel: .apns, payload: #"{"message":{"data":{"a":"b"}}}"#, kind: .foreign),
        // FCM: the body of the v1 API, of the API before, and the data alone.
        Case(
            channel: .fcm, payload: #"{"message":{"token":"t","data":{"shoulderTap":"\#(envelope)"}}}"#,
            kind: .shoulderTap, isTap: true),
        Case(
            channel: .fcm, payload: #"{"to":"t","data":{"shoulderTap":"\#(envelope)"}}"#, kind: .shoulderTap,
            isTap: true),
        Case(channel: .fcm, payload: #"{"shoulderTap":"\#(envelope)"}"#, kind: .shoulderTap, isTap: true),
        Case(channel: .fcm, payload: #"{"message":{"data":{"since":"19"}}}"#, kind: .background),
        Case(channel: .fcm, payload: #"{"since":"19"}"#, kind: .background),
        Case(channel: .fcm, payload: #"{"message":{"notification":{"title":"a"}}}"#, kind: .alert),
        Case(channel: .fcm, payload: #"{"message":{"android":{"notification":{}},"data":{"a":"b"}}}"#, kind: .alert),
        Case(channel: .fcm, payload: #"{"notification":{"title":"a"},"data":{"a":"b"}}"#, kind: .alert),
        Case(channel: .fcm, payload: #"{"message":{"data":{"a":1}}}"#, kind: .foreign),
        Case(channel: .fcm, payload: #"{"message":{}}"#, kind: .foreign),
        Case(channel: .fcm, payload: "[1]", kind: .foreign),
        Case(channel: .fcm, payload: #"{"aps":{"content-available":1}}"#, kind: .foreign),
        Case(channel: .fcm, payload: #"{"data":"#, kind: .malformed),
        // Whoever reads the first of two and whoever reads the last would not agree.
        Case(channel: .fcm, payload: #"{"data":{"shoulderTap":"a","shoulderTap":"\#(envelope)"}}"#, kind: .malformed),
        Case(channel: .fcm, payload: #"{"shoulderTap":"\#(envelope)","shoulderTap":"a"}"#, kind: .malformed),
        Case(channel: .fcm, payload: #"{"data":{"shoulderTap":"\#(envelope)"},"data":{}}"#, kind: .malformed),
        Case(channel: .fcm, payload: #"{"message":{"data":{},"notification":{},"notification":1}}"#, kind: .malformed),
        Case(
            channel: .fcm, payload: #"{"data":{"a":"1","a":"2","shoulderTap":"\#(envelope)"}}"#, kind: .shoulderTap,
            isTap: true),
        // WNS: raw is whatever the sender likes, and all else is XML that the system shows.
        Case(channel: .wns, payload: bare, kind: .shoulderTap, isTap: true),
        Case(channel: .wns, payload: #"{"activities":[{"id":"n1"}]}"#, kind: .shoulderTap, isTap: true),
        Case(channel: .wns, payload: "changed 17", kind: .background),
        Case(channel: .wns, payload: "", kind: .background),
        Case(channel: .wns, payload: "<toast><visual/></toast>", kind: .alert),
        Case(channel: .wns, payload: "<mine/>", type: "wns/raw", kind: .background),
        Case(channel: .wns, payload: "anything", type: "wns/badge", kind: .alert),
        Case(channel: .wns, payload: bare, type: "WNS/RAW", kind: .shoulderTap, isTap: true),
        // A request is no push, whatever it says.
        Case(channel: .rest, payload: "", kind: .foreign),
        Case(channel: .rest, payload: "grant_type=client_credentials", kind: .foreign),
        Case(channel: .rest, payload: #"{"aps":{"content-available":1}}"#, kind: .foreign),
    ]

    @Test("Each channel has its own shapes", arguments: cases)
    func kinds(_ sample: Case) {
        var entry = CaptureEntry(channel: sample.channel, payload: Array(sample.payload.utf8))
        if let type = sample.type { entry.headers = ["X-WNS-Type": type] }
        let verdict = ChannelVerdict(of: entry)
        #expect(verdict.kind == sample.kind)
        #expect((verdict.tap != nil) == sample.isTap)
        let isToldWhy = !verdict.diagnostics.isEmpty || sample.kind == .malformed && verdict.reason != nil
        #expect(isToldWhy == (sample.kind == .malformed) || sample.channel == .apns)
        if sample.isTap { #expect(verdict.tap?.activities == ["n1"] && verdict.reason == nil) }
        if sample.channel != .apns, !sample.isTap, sample.kind != .malformed { #expect(verdict.reason != nil) }
    }

    @Test("The app gets the envelope of a data message")
    func handed() {
        let payload = Array(#"{"message":{"data":{"shoulderTap":"\#(Self.envelope)"}}}"#.utf8)
        let verdict = ChannelVerdict(of: CaptureEntry(channel: .fcm, payload: payload))
        #expect(verdict.handed == Array(Self.bare.utf8))
    }

    @Test("A payload of APNs gets the library's verdict")
    func apple() {
        for payload in ["{}", "", #"{"aps":{"content-available":"1"}}"#, #"{"aps":{},"aps":{}}"#, "\u{FEFF}{}"] {
            let bytes = Array(payload.utf8)
            let (verdict, inspection) = (ChannelVerdict(bytes, over: .apns), PushPayload.inspect(bytes))
            #expect(verdict.kind == inspection.kind && verdict.tap == inspection.tap)
            #expect(verdict.diagnostics.map(\.code) == inspection.diagnostics.map(\.code))
        }
    }
}
