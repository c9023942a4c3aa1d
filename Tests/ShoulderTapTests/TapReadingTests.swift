import ShoulderTap
import TestSupport
import Testing

@Suite("Taps by initialiser")
struct TapReadingTests {
    @Test("An initialiser gives the tap of tryParse, and nil where it gives nil")
    func agreement() {
        for known in KnownPayload.all {
            let bytes = known.bytes
            #expect(Tap(apns: bytes) == Tap.tryParse(bytes), "\(known)")
            #expect(Tap(apns: bytes.span) == Tap.tryParse(bytes.span), "\(known)")
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(Tap(dataMap: ["shoulderTap": text]) == Tap.tryParse(dataMap: ["shoulderTap": text]), "\(known)")
            #expect(Tap(rawNotification: text) == Tap.tryParse(rawNotification: text), "\(known)")
        }
    }

    @Test("A tap is found in each form, up to the limit")
    func forms() throws {
        let tap = try Tap(host: "contoso.com", subscription: "6f1c", head: "42", activities: ["n1"])
        let payload = try #require(tap.payload)
        let map = try #require(tap.dataMap)
        let userInfo: [String: PayloadValue] = [
            "aps": ["content-available": 1],
            "shoulderTap": [
                "v": 1, "scenario": "userNotifications", "host": "contoso.com", "subscription": "6f1c", "head": "42",
                "activities": [["id": "n1"]],
            ],
        ]
        let envelope = tap.rawNotification
        #expect(Tap(apns: payload) == tap && Tap(apns: payload, limit: payload.count - 1) == nil)
        #expect(Tap(apns: payload.span) == tap && Tap(apns: payload.span, limit: payload.count - 1) == nil)
        #expect(Tap(userInfo: userInfo) == tap && Tap(userInfo: userInfo, limit: payload.count - 1) == nil)
        #expect(Tap(dataMap: map) == tap && Tap(dataMap: map, limit: envelope.utf8.count - 1) == nil)
        #expect(Tap(rawNotification: envelope) == tap)
        #expect(Tap(rawNotification: envelope, limit: envelope.utf8.count - 1) == nil)
        #expect(Tap(apns: []) == nil && Tap(userInfo: [:]) == nil && Tap(dataMap: [:]) == nil)
        #expect(Tap(rawNotification: "") == nil)
    }
}
