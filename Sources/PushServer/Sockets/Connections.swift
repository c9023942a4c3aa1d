import Basics

/// All connections of a server.
///
/// It counts them, and makes them check their deadlines four times a second.
final class Connections {
    private let loop: EventLoop
    private let limit: Int
    private var all: [ObjectIdentifier: Connection] = [:]
    private var timer: LoopTimer?
    /// A closure that is called when a connection ends.
    var onChange: () -> Void = {}

    static let pace = Interval.milliseconds(250)

    init(_ loop: EventLoop, limit: Int) {
        self.loop = loop
        self.limit = limit
    }

    var count: Int { self.all.count }
    var isFull: Bool { self.all.count >= self.limit }

    func add(_ connection: Connection) {
        self.all[ObjectIdentifier(connection)] = connection
        connection.onEnd = { [weak self] connection in
            guard let self else { return }
            self.all[ObjectIdentifier(connection)] = nil
            self.onChange()
        }
        if self.timer == nil { self.wait() }
    }

    private func wait() {
        self.timer = self.loop.timer(after: Self.pace) { [unowned self] in
            self.timer = nil
            let now = self.loop.uptime
            for connection in Array(self.all.values) { connection.tick(now) }
            if !self.all.isEmpty, self.timer == nil { self.wait() }
        }
    }

    /// Drains every connection. Each one ends once its pending requests are finished.
    func drainAll() {
        for connection in Array(self.all.values) {
            if let control = connection.handler as? any PeerControl { control.drain() } else { connection.close() }
        }
    }

    func finishAll() { for connection in Array(self.all.values) { connection.finish(.dropped) } }
}
