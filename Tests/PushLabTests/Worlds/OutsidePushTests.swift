import Basics
import FeedService
import PushGateway
import Testing

@testable import PushLab

@Suite("Pushes from outside")
struct OutsidePushTests {
    /// A lab with one phone, and a sender with a connection of its own whose clock is real.
    private struct Street {
        let lab: Lab
        let device: LabDevice
        var connection = PushConnection(.production)
        var key = LabSigningKey(die: Die(seed: 7))
        var pass = ProviderPass(key: "TEAMKEY001", team: "TEAM000001")
        let ahead = Interval.days(300)

        init() throws {
            self.lab = Lab(seed: 1)
            self.device = self.lab.user("alice").device("phone")
            self.lab.admitPushes(GatewayKeys([.init("TEAMKEY001", team: "TEAM000001")]))
            try self.lab.settle()
        }

        mutating func send(
            _ payload: String, to token: String? = nil, _ more: [(String, String)] = []
        ) throws -> Answer {
            var headers: HeaderList = [
                ":method": "POST", ":scheme": "https",
                ":path": "/3/device/" + (token ?? self.lab.world.people.devices[0].pushToken),
                "authorization": self.pass.authorization(at: self.lab.world.clock.now + self.ahead, self.key),
                "apns-topic": self.lab.world.people.appId, "apns-push-type": "background", "apns-priority": "5",
                "apns-id": "eabeae54-14a8-11e5-b60b-1697f925ec7b",
            ]
            for (name, value) in more { headers.set(name, value) }
            let request = PushRequest(headers: headers, body: Array(payload.utf8))
            let orders = try self.lab.receive(
                request, on: &self.connection, senderIsAhead: self.ahead, &self.key)
            let answers = orders.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
            return try #require(answers.count == 1 ? answers[0] : nil)
        }

        func kinds(of kind: HistoryEvent.Kind) -> [HistoryEvent] { self.lab.view.events.filter { $0.kind == kind } }
    }

    private static let foreign = #"{"aps":{"content-available":1},"somebody":"else"}"#

    @Test("a push that is no tap wakes the app, which finishes it and asks nobody")
    func foreign() throws {
        var street = try Street()
        let requests = street.kinds(of: .requestSent).count
        #expect(try street.send(Self.foreign).status == 200)
        // Not settled: that opens the app, which reads then.
        try street.lab.advance(by: .seconds(60))
        let push = try #require(street.kinds(of: .pushTaken).first)
        #expect(push.status == 200 && push.actor.device == 0)
        let arrival = try #require(street.kinds(of: .pushArrived).first { $0.push == push.push })
        #expect(arrival.isStrange)
        #expect(street.kinds(of: .finished).contains { $0.push == push.push })
        #expect(street.kinds(of: .requestSent).count == requests)
    }

    @Test(
        "what is refused reaches nobody",
        arguments: [("apns-topic", "com.other.app", 400), (":path", "/3/device/00", 400)])
    func refused(name: String, value: String, status: Int) throws {
        var street = try Street()
        #expect(try street.send(Self.foreign, to: nil, [(name, value)]).status == status)
        try street.lab.settle()
        #expect(street.kinds(of: .pushTaken).map(\.status) == [status])
        #expect(street.kinds(of: .pushArrived).isEmpty)
    }

    @Test("the time of a 410 and the end of a push are those of the sender's clock")
    func clocks() throws {
        var street = try Street()
        let old = street.lab.world.people.devices[0].pushToken
        street.device.rotatePushToken()
        let died = street.lab.world.clock.now
        try street.lab.advance(by: .seconds(120))
        let answer = try street.send(Self.foreign, to: old)
        #expect(answer.status == 410 && answer.refusal?.timestamp == died + street.ahead)
        let past = (street.lab.world.clock.now + street.ahead - .seconds(5)).seconds
        #expect(try street.send(Self.foreign, to: nil, [("apns-expiration", String(past))]).status == 200)
        try street.lab.settle()
        #expect(street.kinds(of: .pushArrived).isEmpty, "its end was over when it was sent")
        let soon = (street.lab.world.clock.now + street.ahead + .minutes(1)).seconds
        #expect(try street.send(Self.foreign, to: nil, [("apns-expiration", String(soon))]).status == 200)
        try street.lab.settle()
        #expect(street.kinds(of: .pushArrived).count == 1)
    }
}
