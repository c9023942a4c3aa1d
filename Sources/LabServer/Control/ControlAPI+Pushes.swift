import Basics
import PushServer
import ShoulderTap

/// Operations for the pushes that senders have sent.
extension ControlAPI {
    var pushOperations: [Operation] {
        [
            Operation(
                "GET", "/lab/pushes", "List received pushes, each with the verdict of the parser, or wait for pushes.",
                query: [
                    Self.worldField,
                    Field("await", .integer(1...Self.mostPushes), "the number of matching pushes to wait for"),
                    Field("timeout", .time, "how long to wait, at most 60s; 10s by default"),
                    Field("after", .integer(0...Int.max), "only pushes with a higher number"),
                    Field(
                        "limit", .integer(1...Self.mostPushes),
                        "the maximum number of pushes, the latest ones; 1000 by default"),
                    .name("device", "only pushes to the device with this id"),
                    Field("token", .text(most: 2_000), "only pushes to this token"),
                    .name("topic", "only pushes with this apns-topic"),
                    Field("status", .integer(100...599), "only pushes that got this status"),
                ],
                (200, "the pushes; `complete` says whether enough pushes matched"), .pushes,
                failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in try self.listPushes(request) },
            Operation(
                "POST", "/lab/reports",
                "Say that the backend reports its failed pushes to a token instead of sending them again.",
                query: [Self.worldField],
                body: [Field("token", .text(most: 2_000), "the device token", isRequired: true)],
                (204, "the verdict no longer requires a retry"), nil, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                self.receiver.excuse(request.body.text("token") ?? "", in: try self.world(request))
                request.answer()
            },
        ]
    }

    private static let mostPushes = 10_000
    static let longestWait = Interval.seconds(60)

    private func listPushes(_ request: ControlRequest) throws(ControlFailure) {
        let world = try self.world(request)
        let filter = PushFilter(request.query)
        let (wanted, limit) = (request.query.integer("await") ?? 0, request.query.integer("limit") ?? 1_000)
        let time = min(request.query.time("timeout") ?? .seconds(10), Self.longestWait)
        world.wait(
            Waiter(until: self.worlds.loop.uptime + time) { isOver in
                let matching = world.pushes.filter(filter.matches)
                guard matching.count >= wanted || isOver || request.exchange.isOver else { return false }
                request.answer { writer in
                    writer.member("pushes", objects: matching.suffix(limit)) { $0.write(into: &$1, world: world.name) }
                    writer.member("count", number: matching.count)
                    writer.member("complete", flag: matching.count >= wanted)
                    writer.member("last", number: world.pushes.count)
                }
                return true
            })
        self.worlds.schedule()
    }
}

/// The filter of a request for pushes.
private struct PushFilter {
    private let device: String?
    private let token: String?
    private let topic: String?
    private let status: Int?
    private let after: Int

    init(_ query: FieldValues) {
        (self.device, self.token) = (query.text("device"), query.text("token")?.lowercased())
        (self.topic, self.status) = (query.text("topic"), query.integer("status"))
        self.after = query.integer("after") ?? 0
    }

    func matches(_ push: ReceivedPush) -> Bool {
        if push.number <= self.after { return false }
        if let device, push.device != device { return false }
        if let token, push.token.lowercased() != token { return false }
        if let topic, push.topic != topic { return false }
        if let status, push.status != status { return false }
        return true
    }
}
