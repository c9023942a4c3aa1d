import Basics
import PushServer

/// A stream of server-sent events of a world.
final class EventFeed {
    static let mediaType = "text/event-stream"
    /// The interval of keep-alive comments on an idle stream.
    static let pulse = Interval.seconds(15)
    /// The number of unsent bytes at which writing to a slow reader pauses.
    private static let roomyBelow = 256 * 1_024
    private static let batch = 500

    private let stream: ResponseStream
    private unowned let world: ServedWorld
    private var last: Int

    /// Begins the answer, or returns nil when the reader has disconnected.
    init?(_ exchange: Exchange, _ world: ServedWorld, after number: Int) {
        let headers: HeaderList = ["content-type": Self.mediaType, "cache-control": "no-store"]
        guard let stream = exchange.stream(Response(200, headers)) else { return nil }
        (self.stream, self.world, self.last) = (stream, world, number)
        self.stream.write(Array(": events\n\n".utf8))
    }

    var isOver: Bool { self.stream.isOver }

    /// Writes the new events. If there are no new events, and `isOver` says that the interval between keep-alive
    /// comments has passed, writes a keep-alive comment.
    func send(isOver: Bool) {
        var hasWritten = false
        while self.last < self.world.events.last, self.stream.unsentCount < Self.roomyBelow, !self.isOver {
            let events = self.world.eventTexts(after: self.last, most: Self.batch)
            guard let end = events.last else { break }
            let text = events.map { "id: \($0.number)\nevent: \($0.kind)\ndata: \($0.json)\n\n" }.joined()
            self.stream.write(Array(text.utf8))
            self.last = end.number
            hasWritten = true
        }
        if isOver, !hasWritten { self.stream.write(Array(":\n\n".utf8)) }
    }

    func finish() { self.stream.finish() }
}
