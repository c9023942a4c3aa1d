import Basics
import PushGateway

/// A slow model of a push service that stores little: Google's or Microsoft's.
struct ReferenceMail {
    enum Kind { case firebase, windows, cachingWindows }

    struct Endpoint {
        var address: String
        var isOnline = true
        var isDozing = false
        var end: Instant
        /// The time from which the service tells senders that the endpoint has ended.
        var toldAt: Instant
    }

    struct Message {
        var number: UInt64
        var endpoint: Int
        var wake: Wake
        var end: Instant?
        var isLost: Bool
        /// The time of the message's next attempt; nil while the message waits.
        var due: Instant?
    }

    let kind: Kind
    var endpoints: [Endpoint] = []
    /// The messages that are under way or waiting, in the order in which they began to wait.
    var messages: [Message] = []
    var words: [String] = []
    private var lastNumber: UInt64 = 0

    init(_ kind: Kind) { self.kind = kind }

    mutating func add(_ address: String, _ now: Instant) {
        let end = self.kind == .firebase ? Instant.distantFuture : now + .days(30)
        self.endpoints.append(Endpoint(address: address, end: end, toldAt: end))
    }

    mutating func close(_ endpoint: Int, _ lag: Interval, _ now: Instant) {
        self.endpoints[endpoint].end = min(now, self.endpoints[endpoint].end)
        self.endpoints[endpoint].toldAt = self.kind == .firebase ? now + lag : self.endpoints[endpoint].end
        for message in self.waiting(endpoint) { self.end(message, "addressGone") }
    }

    mutating func set(_ endpoint: Int, isOnline: Bool, isDozing: Bool, _ now: Instant) {
        self.endpoints[endpoint].isOnline = isOnline
        self.endpoints[endpoint].isDozing = isDozing
        for message in self.waiting(endpoint) {
            if let end = message.end, end <= now {
                self.end(message, "expired")
            } else if self.isReached(message) {
                self.hand(message, now)
            }
        }
    }

    /// Sends a wake, and returns the answer of the service as text.
    mutating func send(_ wake: Wake, _ fate: DrawnFate, _ now: Instant) -> String {
        let limit = self.kind == .firebase ? 4_096 : 5_000
        guard let place = self.endpoints.firstIndex(where: { $0.address == wake.address }) else {
            return self.kind == .firebase ? "400 INVALID_ARGUMENT" : "404 Not Found"
        }
        let endpoint = self.endpoints[place]
        if endpoint.toldAt <= now { return self.kind == .firebase ? "404 UNREGISTERED" : "410 Gone" }
        if wake.payload.count > limit {
            return self.kind == .firebase ? "400 INVALID_ARGUMENT" : "413 Request Entity Too Large"
        }
        var life = wake.lifetime ?? .days(28)
        if self.kind == .firebase {
            if life < .zero || life > .days(28) { return "400 INVALID_ARGUMENT" }
        } else {
            life = min(wake.lifetime ?? .days(30), endpoint.end - now)
        }
        let end = life > .zero ? now + life : nil
        let due = now + fate.delay
        self.lastNumber += 1
        let first = self.lastNumber
        var times = [due]
        if let gap = fate.copyAfter {
            self.lastNumber += 1
            times.append(due + gap)
        }
        for (number, time) in zip(first..., times) {
            self.messages.append(
                Message(number: number, endpoint: place, wake: wake, end: end, isLost: fate.isLost, due: time))
        }
        self.settle(now)
        return "accepted \(first)"
    }

    /// Handles everything that is due, earliest first.
    mutating func settle(_ now: Instant) {
        func time(_ message: Message) -> Instant { message.due ?? message.end ?? .distantFuture }
        while let next = self.messages.filter({ time($0) <= now })
            .min(by: { (time($0), $0.number) < (time($1), $1.number) })
        {
            if next.due == nil { self.end(next, "expired") } else { self.arrive(next, time(next)) }
        }
    }

    private func waiting(_ endpoint: Int) -> [Message] {
        self.messages.filter { $0.endpoint == endpoint && $0.due == nil }
    }

    private func isReached(_ message: Message) -> Bool {
        let endpoint = self.endpoints[message.endpoint]
        return endpoint.isOnline && !(self.kind == .firebase && endpoint.isDozing && !message.wake.isUrgent)
    }

    private mutating func arrive(_ message: Message, _ now: Instant) {
        if self.endpoints[message.endpoint].end <= now { return self.end(message, "addressGone") }
        if let end = message.end, end <= now { return self.end(message, "expired") }
        if self.isReached(message) { return self.hand(message, now) }
        if message.end == nil || self.kind == .windows { return self.end(message, "deviceOffline") }
        guard self.makesRoom(for: message) else { return }
        self.messages.removeAll { $0.number == message.number }
        var waiting = message
        waiting.due = nil
        self.messages.append(waiting)
    }

    /// Drops the messages that must give way to a new message. Returns whether the new message may wait.
    private mutating func makesRoom(for message: Message) -> Bool {
        let others = self.waiting(message.endpoint)
        let key = message.wake.collapseKey
        if self.kind == .cachingWindows || key != nil {
            let same = others.first { self.kind == .cachingWindows || $0.wake.collapseKey == key }
            if let same {
                self.end(same.number < message.number ? same : message, "collapsed")
                return same.number < message.number
            }
            let keyed = others.filter { $0.wake.collapseKey != nil }
            if keyed.count == 4 { self.end(keyed[0], "overflow") }
            return true
        }
        guard others.filter({ $0.wake.collapseKey == nil }).count == 100 else { return true }
        for other in others + [message] { self.end(other, "overflow") }
        return false
    }

    private mutating func hand(_ message: Message, _ now: Instant) {
        guard !message.isLost else { return self.end(message, "lost") }
        self.messages.removeAll { $0.number == message.number }
        self.words.append("wake \(message.endpoint) \(message.number) \(message.wake.payload.count)")
    }

    private mutating func end(_ message: Message, _ reason: String) {
        self.messages.removeAll { $0.number == message.number }
        self.words.append("drop \(message.number) \(reason)")
    }
}
