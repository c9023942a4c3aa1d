import Basics
import Captures
import ShoulderTap
import Testing

@Suite("Contradictions between the headers of a push and its payload")
struct HeaderFindingTests {
    private static let silent = #"{"aps":{"content-available":1}}"#
    private static let visible = #"{"aps":{"alert":"a"}}"#

    private static func codes(_ payload: String, _ headers: [(String, String)]) -> [HeaderFinding.Code] {
        let entry = CaptureEntry(
            headers: HeaderList(headers.map { HeaderList.Field($0.0, $0.1) }), payload: Array(payload.utf8))
        return HeaderFinding.all(in: entry, ChannelVerdict(of: entry).kind).map(\.code)
    }

    @Test("A silent push with the required headers has no finding")
    func sound() {
        let headers = [
            ("apns-push-type", "background"), ("apns-priority", "5"), ("apns-topic", "com.example.app"),
            ("apns-expiration", "1700000000"),
        ]
        #expect(Self.codes(Self.silent, headers).isEmpty)
        #expect(Self.codes(Self.visible, [("apns-push-type", "alert"), ("apns-priority", "10")]).isEmpty)
    }

    @Test("An entry without headers has no finding about headers")
    func without() { #expect(Self.codes(Self.silent, []).isEmpty) }

    @Test("Each header that keeps a silent push from waking is found")
    func silentPush() {
        let sound = [("apns-push-type", "background"), ("apns-priority", "5")]
        let type = [("apns-push-type", "alert"), ("apns-priority", "5")]
        #expect(Self.codes(Self.silent, type) == [.pushTypeNotBackground])
        #expect(Self.codes(Self.silent, [sound[1]]) == [.pushTypeMissing])
        #expect(Self.codes(Self.silent, [sound[0], ("APNS-Priority", "10")]) == [.silentAtPriority10])
        #expect(Self.codes(Self.silent, [sound[0]]) == [.priorityMissing])
        #expect(Self.codes(Self.silent, [sound[0], ("apns-priority", "high")]) == [.priorityUnknown])
        #expect(Self.codes(Self.silent, sound + [("apns-topic", "com.a.voip")]) == [.topicForOtherType])
        #expect(Self.codes(Self.silent, sound + [("apns-topic", "com.voip.a")]).isEmpty)
        #expect(Self.codes(Self.silent, sound + [("apns-expiration", "0")]) == [.neverStored])
    }

    @Test("A visible push of type background, and one with the topic of another type")
    func visiblePush() {
        #expect(Self.codes(Self.visible, [("apns-push-type", "background")]) == [.pushTypeNotAlert])
        #expect(Self.codes(Self.visible, [("apns-topic", "com.a.push-type.liveactivity")]) == [.topicForOtherType])
    }

    @Test("Each code has a sentence, a remedy and a position")
    func words() {
        #expect(Set(HeaderFinding.Code.allCases.map(\.message)).count == HeaderFinding.Code.allCases.count)
        for code in HeaderFinding.Code.allCases {
            #expect(code.message.hasSuffix(".") && code.remedy.hasSuffix("."), "\(code)")
        }
    }

    @Test("Statistics count the findings by payload")
    func statistics() {
        var statistics = CaptureStatistics()
        let headers = HeaderList([HeaderList.Field("apns-push-type", "alert"), HeaderList.Field("apns-priority", "10")])
        for _ in 0..<3 { statistics.take(CaptureEntry(headers: headers, payload: Array(Self.silent.utf8))) }
        #expect(statistics.headerFindings == [.pushTypeNotBackground: 3, .silentAtPriority10: 3])
    }
}
