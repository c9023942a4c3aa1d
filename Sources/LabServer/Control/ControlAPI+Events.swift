import Basics
import PushServer
import ShoulderTap

/// Operations for the events of a world, as JSON or as a stream of server-sent events, and for the verdict of the
/// judges.
extension ControlAPI {
    var eventOperations: [Operation] {
        [
            Operation(
                "GET", "/lab/events",
                "List the events in order. With `accept: text/event-stream`, stream them.",
                query: [
                    Self.worldField,
                    Field("after", .integer(0...Int.max), "only events with a higher number; 0 by default"),
                    Field("timeout", .time, "how long to wait for the first event, at most 60s; 0s by default"),
                    Field(
                        "limit", .integer(1...Self.mostEvents),
                        "the maximum number of events; \(Self.mostEvents) by default"),
                ],
                (200, "the events; `dropped` is the number of the last event that was discarded"), .events,
                failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                world.run(at: self.worlds.loop.uptime)
                if request.exchange.head["accept"]?.contains(EventFeed.mediaType) == true {
                    self.stream(request, world)
                } else {
                    self.list(request, world)
                }
            },
            Operation(
                "GET", "/lab/verdict", "Check what happened against the promises to users.",
                query: [Self.worldField], (200, "the verdict; `complete` says whether every event and push was judged"),
                .verdict,
                failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                world.run(at: self.worlds.loop.uptime)
                let verdict = WorldVerdict(world)
                request.answer { verdict.write(into: &$0) }
                self.worlds.schedule()
            },
        ]
    }

    private static let mostEvents = 1_000

    private func list(_ request: ControlRequest, _ world: ServedWorld) {
        let (after, limit) = (request.query.integer("after") ?? 0, request.query.integer("limit") ?? Self.mostEvents)
        let time = min(request.query.time("timeout") ?? .zero, Self.longestWait)
        world.wait(
            Waiter(until: self.worlds.loop.uptime + time) { isOver in
                guard world.events.last > after || time == .zero || isOver || request.exchange.isOver else {
                    return false
                }
                let events = world.eventTexts(after: after, most: limit)
                request.answer { writer in
                    writer.array("events") { writer in for event in events { writer.raw(event.json) } }
                    writer.member("last", number: events.last?.number ?? min(after, world.events.last))
                    writer.member("dropped", number: world.events.dropped)
                }
                return true
            })
        self.worlds.schedule()
    }

    private func stream(_ request: ControlRequest, _ world: ServedWorld) {
        let last = request.exchange.head["last-event-id"].flatMap { Int($0) }
        guard let feed = EventFeed(request.exchange, world, after: last ?? request.query.integer("after") ?? 0) else {
            return
        }
        self.keep(feed)
        request.exchange.onCancel = { [weak self, weak feed] in if let feed { self?.forget(feed) } }
        self.follow(feed, world)
    }

    /// Sends new events to the feed, now and whenever something happens, until the reader disconnects.
    private func follow(_ feed: EventFeed, _ world: ServedWorld) {
        world.wait(
            Waiter(until: self.worlds.loop.uptime + EventFeed.pulse) { [weak self, weak feed] isOver in
                guard let self, let feed, !feed.isOver else { return true }
                feed.send(isOver: isOver)
                guard isOver else { return false }
                // If the reader is slow or the world is idle, the feed continues in a later turn of the loop.
                guard self.feeds[ObjectIdentifier(feed)] != nil, self.worlds[world.name] === world else {
                    feed.finish()
                    self.forget(feed)
                    return true
                }
                self.follow(feed, world)
                return true
            })
        self.worlds.schedule()
    }
}
