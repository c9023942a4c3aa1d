import Basics
import FeedContract
import NotificationFeed
import Testing

@Suite("Every property of a published notification")
struct PublishPropertyTests {
    @Test("Absent or null, it is missing only if it is required", arguments: PublishedProperty.all)
    func absent(_ property: PublishedProperty) throws {
        for json in [nil, "null"] as [String?] {
            let body = property.base.with(property.path, json)
            guard property.isRequired else {
                _ = try PublishProbe.accepted(body)
                continue
            }
            let refusal = try PublishProbe.refused(body)
            #expect(refusal.error == .missingProperty && refusal.status == 400)
            #expect(refusal.message == "\(property.path) is missing; it is required.")
        }
    }

    @Test("Every valid value is accepted, up to the limit", arguments: PublishedProperty.all)
    func right(_ property: PublishedProperty) throws {
        _ = try PublishProbe.accepted(property.base)
        for json in property.right { _ = try PublishProbe.accepted(property.base.with(property.path, json)) }
    }

    @Test("A wrong type is reported with the right one", arguments: PublishedProperty.all)
    func wrongTypes(_ property: PublishedProperty) throws {
        for (json, words) in property.wrongTypes {
            let refusal = try PublishProbe.refused(property.base.with(property.path, json))
            #expect(refusal.error == .wrongType && refusal.status == 400)
            #expect(refusal.message == "\(property.path) is \(words); it must be \(property.type).")
        }
    }

    @Test("A wrong value is refused in one exact sentence", arguments: PublishedProperty.all)
    func wrong(_ property: PublishedProperty) throws {
        for (json, code, sentence) in property.wrong {
            let refusal = try PublishProbe.refused(property.base.with(property.path, json))
            #expect(refusal.code == code && refusal.status == 400, "\(json)")
            #expect(refusal.message == sentence, "\(json)")
        }
    }

    @Test("If repeated, in any spelling, it is refused with both positions", arguments: PublishedProperty.all)
    func duplicates(_ property: PublishedProperty) throws {
        let first = property.name.unicodeScalars.first?.value ?? 0
        let escaped = "\\u00\(String(first, radix: 16))" + property.name.dropFirst()
        for spelling in [property.name, escaped] {
            let refusal = try PublishProbe.refused(property.base.twice(property.path, spelt: spelling))
            #expect(refusal.error == .duplicateProperty && refusal.status == 400)
            #expect(refusal.message.hasPrefix("\(property.path) is there twice (at 1:"))
            #expect(refusal.message.hasSuffix("); write it once."))
        }
    }

    @Test("Unknown properties may be anything, even repeated")
    func openType() throws {
        let body = PublishBody.full.with("@odata.type", "\"#microsoft.graph.notification\"").with("x", "[1e999,{}]")
            .twice("x", spelt: "x").with("payload.more", "null").with("TargetHostName", "7")
        #expect(try PublishProbe.accepted(body) == PublishProbe.accepted(.full))
    }

    @Test("All properties arrive")
    func full() throws {
        let notification = try PublishProbe.accepted(.full)
        #expect(notification.host == "contoso.com")
        #expect(notification.appNotificationId == "n1" && notification.groupName == "g1")
        #expect(notification.raw == "lunch?" && notification.visual == nil)
        #expect(notification.expiration == Instant(microseconds: 1_566_604_800_000_000))
        #expect(notification.displayTimeToLive == 60 && notification.priority == .high)
        #expect(notification.targets == PlatformSet([PlatformSet(.windows), PlatformSet(.iOS)]))
        #expect(notification.fallback?.delay == .seconds(90))
        #expect(notification.fallback?.visual == .init(title: "News", body: "Open the app"))
    }

    @Test("The minimum goes to all platforms, lives as long as the service allows and has no priority")
    func defaults() throws {
        let notification = try PublishProbe.accepted(.raw)
        #expect(notification.targets == .all && notification.priority == .none)
        #expect(notification.effectivePriority == .none)
        #expect(notification.expiration == nil)
        #expect(notification.appNotificationId == nil && notification.groupName == nil && notification.fallback == nil)
        #expect(notification.displayTimeToLive == nil)
        let visual = try PublishProbe.accepted(.visual.with("priority", #""Low""#))
        #expect(visual.visual == .init(title: "Hello", body: "World") && visual.raw == nil)
        #expect(visual.effectivePriority == .high, "what the system shows goes out high")
    }

    @Test("By the rules of 2019 no lifetime is longer than a week")
    func legacyLifetime() throws {
        var rules = PublishRules()
        rules.expiresWithinAWeek = true
        let late = PublishBody.raw.with("expirationDateTime", #""2019-09-20T00:00:00Z""#)
        #expect(try PublishProbe.accepted(late, rules: rules).expiration == PublishProbe.now + .days(7))
        #expect(try PublishProbe.accepted(.full, rules: rules).expiration == PublishProbe.accepted(.full).expiration)
    }

    @Test("A payload needs raw or visual content")
    func emptyPayload() throws {
        for json in ["{}", #"{"rawContent":null,"visualContent":null}"#, #"{"other":1}"#] {
            let refusal = try PublishProbe.refused(.raw.with("payload", json))
            #expect(refusal.error == .missingProperty)
            #expect(refusal.message == "payload has neither rawContent nor visualContent; give it at least one.")
        }
    }

    @Test("All problems of a body are reported at once, and the first one gives the code")
    func allAtOnce() throws {
        let body = PublishBody.full.with("targetHostName", nil).with("priority", "3").with("displayTimeToLive", "-1")
            .with("payload.rawContent", "[]").with("fallbackPolicy.endpointFallback.fallbackDelayInSeconds", "59")
        let refusal = try PublishProbe.refused(body)
        #expect(refusal.error == .missingProperty)
        #expect(
            refusal.message == """
                targetHostName is missing; it is required. \
                displayTimeToLive is not a whole number from 0 to 2147483647. \
                priority is a number; it must be a string. \
                payload.rawContent is an array; it must be a string. \
                fallbackPolicy.endpointFallback.fallbackDelayInSeconds is not a whole number from 60 to 600.
                """)
    }
}
