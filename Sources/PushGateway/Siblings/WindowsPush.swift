package import Basics

/// A model of Microsoft's service for raw wakes.
///
/// Modelled: channel URIs, which live for 30 days and can be closed (410); unknown channel URIs (404); the 5000-byte
/// limit (413); offline devices; the cache policy; the time to live; the two headers for status and connection. With
/// the cache policy, only the newest raw wake of each channel waits, and only if the sender asks for it.
///
/// Not modelled: tiles, badges, toasts, throttling, access tokens.
package struct WindowsPush: MailCarrier {
    struct Channel: Hashable {
        var expiresAt: Instant
        var isConnected = true
        var waiting: UInt32?
    }

    /// The value of `X-WNS-Status`.
    package enum Status: String, Hashable, Sendable { case received, dropped }

    /// The value of `X-WNS-DeviceConnectionStatus`.
    package enum Connection: String, Hashable, Sendable { case connected, disconnected }

    package static let channelLife = Interval.days(30)
    package static let payloadLimit = 5_000

    /// Whether `X-WNS-Cache-Policy: cache` is sent; raw wakes are not stored without it.
    package var isCaching: Bool
    var mail = Mail()
    var channels: [Channel] = []
    var uris = TextNumbers()

    package init(isCaching: Bool = false) { self.isCaching = isCaching }

    /// Opens a channel for an app with a new URI and returns its endpoint.
    package mutating func openChannel(_ uri: String, at now: Instant) -> UInt32 {
        let endpoint = self.uris.intern(uri)
        precondition(endpoint == self.channels.count, "the channel URI was given out before")
        self.channels.append(Channel(expiresAt: now.later(by: Self.channelLife)))
        return endpoint
    }

    /// Whether the channel has ended.
    package func isClosed(_ endpoint: UInt32, at now: Instant) -> Bool {
        self.channels[Int(endpoint)].expiresAt <= now
    }

    /// Closes a channel early because the app was removed or requested another channel.
    package mutating func closeChannel(_ endpoint: UInt32, at now: Instant, into sink: inout some WakeSink) {
        self.channels[Int(endpoint)].expiresAt = min(now, self.channels[Int(endpoint)].expiresAt)
        if let slot = self.channels[Int(endpoint)].waiting { self.drop(slot, .addressGone, into: &sink) }
    }

    package mutating func setConnected(
        _ isConnected: Bool, _ endpoint: UInt32, at now: Instant, into sink: inout some WakeSink
    ) {
        self.channels[Int(endpoint)].isConnected = isConnected
        guard isConnected, let slot = self.channels[Int(endpoint)].waiting else { return }
        self.forget(slot)
        self.mail.letters[slot].isWaiting = false
        if let timer = self.mail.letters.disarm(slot) { sink.take(.cancelTimer(timer)) }
        self.arrive(slot, at: now, into: &sink)
    }

    package mutating func send(
        _ wake: Wake, fate: Fate = .ideal, at now: Instant, into sink: inout some WakeSink
    ) -> SendAnswer {
        guard let endpoint = self.uris.find(wake.address) else { return .refused(SendRefusal(404, "Not Found")) }
        guard now < self.channels[Int(endpoint)].expiresAt else { return .refused(SendRefusal(410, "Gone")) }
        guard wake.payload.count <= Self.payloadLimit else {
            return .refused(SendRefusal(413, "Request Entity Too Large"))
        }
        let channelEnd = self.channels[Int(endpoint)].expiresAt
        let life = wake.lifetime ?? (channelEnd - now)
        let end = life > .zero ? min(now.later(by: life), channelEnd) : nil
        return .accepted(self.post(wake, to: endpoint, expiresAt: end, fate, at: now, into: &sink))
    }

    /// Returns the two headers of the answer to a wake for this endpoint, in its current state.
    package func headers(for endpoint: UInt32) -> (status: Status, connection: Connection) {
        let isConnected = self.channels[Int(endpoint)].isConnected
        return (isConnected || self.isCaching ? .received : .dropped, isConnected ? .connected : .disconnected)
    }

    mutating func arrive(_ slot: UInt32, at now: Instant, into sink: inout some WakeSink) {
        let letter = self.mail.letters.look(at: slot) {
            (endpoint: $0.endpoint, expiresAt: $0.expiresAt, number: $0.number)
        }
        let channel = self.channels[Int(letter.endpoint)]
        guard now < channel.expiresAt else { return self.drop(slot, .addressGone, into: &sink) }
        if let end = letter.expiresAt, end <= now { return self.drop(slot, .expired, into: &sink) }
        if channel.isConnected { return self.hand(slot, into: &sink) }
        guard self.isCaching, letter.expiresAt != nil else { return self.drop(slot, .deviceOffline, into: &sink) }
        if let waiting = channel.waiting {
            guard self.mail.letters[waiting].number < letter.number else {
                return self.drop(slot, .collapsed, into: &sink)
            }
            self.drop(waiting, .collapsed, into: &sink)
        }
        self.channels[Int(letter.endpoint)].waiting = slot
        self.wait(slot, into: &sink)
    }

    mutating func forget(_ slot: UInt32) {
        self.channels[Int(self.mail.letters[slot].endpoint)].waiting = nil
    }
}
