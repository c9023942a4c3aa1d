import Basics
import FeedService
import PushGateway
import Testing

@testable import PushLab

/// A lab with one phone, and a sender with a connection of its own whose clock is real.
struct Street {
    /// A silent push of somebody else's.
    static let foreign = #"{"aps":{"content-available":1},"somebody":"else"}"#
    static let alert = #"{"aps":{"alert":"Sale!"},"id":"offer"}"#

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
        _ payload: String, to token: String? = nil, _ more: [(String, String)] = [], without name: String? = nil
    ) throws -> Answer {
        var headers: HeaderList = [
            ":method": "POST", ":scheme": "https",
            ":path": "/3/device/" + (token ?? self.lab.world.people.devices[0].pushToken),
            "authorization": self.pass.authorization(at: self.lab.world.clock.now + self.ahead, self.key),
            "apns-topic": self.lab.world.people.appId, "apns-push-type": "background", "apns-priority": "5",
            "apns-id": "eabeae54-14a8-11e5-b60b-1697f925ec7b",
        ]
        for (name, value) in more { headers.set(name, value) }
        if let name { headers = HeaderList(headers.fields.filter { $0.name != name }) }
        let request = PushRequest(headers: headers, body: Array(payload.utf8))
        let orders = try self.lab.receive(
            request, on: &self.connection, senderIsAhead: self.ahead, &self.key)
        let answers = orders.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
        return try #require(answers.count == 1 ? answers[0] : nil)
    }

    /// Sends a push of another type than a silent one.
    mutating func send(_ payload: String, as type: PushType, suffix: String = "") throws -> Answer {
        try self.send(
            payload, to: nil,
            [
                ("apns-push-type", type.rawValue), ("apns-topic", self.lab.world.people.appId + suffix),
                ("apns-priority", "10"),
            ])
    }

    func kinds(of kind: HistoryEvent.Kind) -> [HistoryEvent] { self.lab.view.events.filter { $0.kind == kind } }

    /// The promises that the judges find broken once all has settled.
    func violations() throws -> [Violation] {
        try self.lab.settle()
        var court = Court(self.lab.view)
        court.read(self.lab.view)
        return court.violations
    }
}
