import NotificationFeed
import Testing

@Suite("Requirements of a fallback")
struct PublishFallbackTests {
    @Test(
        "A fallback that does not fit is refused with the remedy",
        arguments: [
            (
                ("targetPolicy.platformTypes", #"["windows"]"#),
                "fallbackPolicy needs iOS among targetPolicy.platformTypes; add it there."
            ),
            (
                ("payload", #"{"visualContent":{"title":"x"}}"#),
                "fallbackPolicy is for raw notifications; add payload.rawContent."
            ),
            (
                ("payload.visualContent.title", #""x""#),
                "fallbackPolicy is for raw notifications; payload.visualContent is shown at once, "
                    + "so remove either."
            ),
            (
                ("priority", #""Low""#),
                "fallbackPolicy needs the priority High; set priority, or leave the fallback out."
            ),
            (
                ("priority", nil),
                "fallbackPolicy needs the priority High; set priority, or leave the fallback out."
            ),
            (
                ("fallbackPolicy.endpointFallback.platformTypes", #"["iOS","android"]"#),
                "fallbackPolicy.endpointFallback.platformTypes has a platform without fallback; name iOS alone."
            ),
        ] as [((String, String?), String)])
    func misfits(_ change: (String, String?), _ sentence: String) throws {
        let refusal = try PublishProbe.refused(.full.with(change.0, change.1))
        #expect(refusal.error == .invalidFallback && refusal.status == 400)
        #expect(refusal.message == sentence)
    }

    @Test("Without a target policy iOS is among the targets")
    func allTargets() throws {
        let notification = try PublishProbe.accepted(.full.with("targetPolicy", nil))
        #expect(notification.targets == .all && notification.fallback != nil)
    }
}
