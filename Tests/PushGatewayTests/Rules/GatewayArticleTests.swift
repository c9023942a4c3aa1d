import Basics
import PushGateway
import ReferenceModels
import TestSupport
import Testing

@Suite("The article and the rules over rows say the same")
struct GatewayArticleTests {
    /// One of each, in the order of the table.
    private static let events: [GatewayEvent] = {
        let (phone, app, push, token) = (DeviceNumber(1), AppNumber(2), PushNumber(3), DeliveryBench.token)
        let fate = Fate(groupingWindow: .minutes(1))
        return [
            .take(.tap(), as: push, fate), .accept(.tap(), as: push, fate), .ring(push),
            .finished(app, push, .newData), .ended(app), .state(app, .foreground), .switches(app, .all),
            .uninstall(app, answerLag: .zero), .addDevice(phone), .install("app", on: phone, as: app, .all),
            .link(phone, .online, redelivery: .ideal, copies: push), .power(phone, .lowPower), .lock(phone, .locked),
            .restart(phone), .register(app, token, as: TokenNumber(4)),
            .rotate(token, to: DeviceToken("0b"), as: TokenNumber(4), .none),
        ]
    }()

    @Test("Each event needs the rows of its line")
    func needs() throws {
        let rows = try #require(Article("WhatThePushServiceAnswers", of: "PushGateway")).rows(
            under: "## The push service in rows")
        #expect(rows == Self.events.map { Self.row($0, GatewayRules().needs($0)) })
    }

    @Test("Without a window no burst is read, and a device that goes offline reads only its row")
    func less() {
        let push = GatewayRules().needs(.accept(.tap(), as: PushNumber(1), .ideal))
        #expect(push == GatewayNeeds(tokens: [DeliveryBench.token], pushes: true))
        let down = GatewayEvent.link(DeviceNumber(1), .offline, redelivery: .ideal, copies: PushNumber(1))
        #expect(GatewayRules().needs(down) == GatewayNeeds(device: DeviceNumber(1)))
    }

    private static func row(_ event: GatewayEvent, _ needs: GatewayNeeds) -> [String] {
        let name = "\(event)".prefix { $0 != "(" }
        var entries: [String] = []
        if needs.push != nil { entries.append("push") }
        if needs.device != nil { entries.append("device") }
        if needs.app != nil { entries.append("app") }
        if !needs.tokens.isEmpty { entries.append(needs.tokens.count == 1 ? "token" : "tokens") }
        let isEntered = !entries.isEmpty
        let apps = needs.apps ? "all apps of the device" : isEntered ? "the app" : "none"
        let hasToken = needs.push != nil || !needs.tokens.isEmpty
        let token = needs.tokens.count > 1 ? "the tokens" : "the token"
        let others = isEntered ? "the tokens of these pushes" : "none"
        let tokens = needs.registrations ? "all tokens of the app" : hasToken ? token : others
        let burst = needs.group == .never ? "" : "; with a grouping window, also the burst"
        let pushes = needs.pushes ? "the pushes of the app\(needs.apps ? "s" : "")\(burst)" : "none"
        return ["`\(name)`", isEntered ? entries.joined(separator: " and ") : "nothing", apps, pushes, tokens]
    }
}
