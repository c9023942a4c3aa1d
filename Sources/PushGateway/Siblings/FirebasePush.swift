package import Basics

/// A model of Google's service for data messages.
///
/// Modelled: registration tokens; `UNREGISTERED` for dead tokens after a lag; a time to live of up to 28 days, which is
/// the default; priority normal and high; doze, which holds messages that are not urgent; the 4096-byte limit. The
/// messages that wait for an app have at most four different collapse keys. In addition, at most 100 messages without a
/// collapse key wait. If another message without a key would have to wait, this message and all waiting messages are
/// dropped. The documentation does not say which collapse key a fifth key replaces. Here it replaces the key that has
/// waited longest.
///
/// Not modelled: notification messages, topics, access tokens, quotas.
package struct FirebasePush: MailCarrier {
    struct Registration: Hashable {
        var isOnline = true
        var isDozing = false
        var diesAt = Instant.distantFuture
        var answeredAt = Instant.distantFuture
        /// The slots of waiting messages, oldest first.
        var waiting: [UInt32] = []

        /// Whether a wake reaches the device now.
        func isReached(urgently isUrgent: Bool) -> Bool { self.isOnline && (isUrgent || !self.isDozing) }
    }

    package static let longestLife = Interval.days(28)
    package static let payloadLimit = 4_096
    package static let mostCollapseKeys = 4
    package static let mostWaiting = 100

    var mail = Mail()
    var registrations: [Registration] = []
    var tokens = TextNumbers()

    package init() {}

    /// Registers an app with a new token and returns its endpoint.
    package mutating func register(_ token: String) -> UInt32 {
        let endpoint = self.tokens.intern(token)
        precondition(endpoint == self.registrations.count, "the registration token was given out before")
        self.registrations.append(Registration())
        return endpoint
    }

    /// Ends a registration because the app was removed or has another token. Senders are informed after `lag`.
    package mutating func unregister(
        _ endpoint: UInt32, answerLag lag: Interval = .zero, at now: Instant, into sink: inout some WakeSink
    ) {
        self.registrations[Int(endpoint)].diesAt = now
        self.registrations[Int(endpoint)].answeredAt = now.later(by: lag)
        for slot in self.registrations[Int(endpoint)].waiting { self.drop(slot, .addressGone, into: &sink) }
        precondition(self.registrations[Int(endpoint)].waiting.isEmpty, "wakes wait for an address that is gone")
    }

    package mutating func setOnline(
        _ isOnline: Bool, _ endpoint: UInt32, at now: Instant, into sink: inout some WakeSink
    ) {
        self.registrations[Int(endpoint)].isOnline = isOnline
        self.release(endpoint, at: now, into: &sink)
    }

    package mutating func setDozing(
        _ isDozing: Bool, _ endpoint: UInt32, at now: Instant, into sink: inout some WakeSink
    ) {
        self.registrations[Int(endpoint)].isDozing = isDozing
        self.release(endpoint, at: now, into: &sink)
    }

    package mutating func send(
        _ wake: Wake, fate: Fate = .ideal, at now: Instant, into sink: inout some WakeSink
    ) -> SendAnswer {
        guard let endpoint = self.tokens.find(wake.address) else {
            return .refused(SendRefusal(400, "INVALID_ARGUMENT"))
        }
        guard now < self.registrations[Int(endpoint)].answeredAt else {
            return .refused(SendRefusal(404, "UNREGISTERED"))
        }
        let life = wake.lifetime ?? Self.longestLife
        guard wake.payload.count <= Self.payloadLimit, .zero...Self.longestLife ~= life else {
            return .refused(SendRefusal(400, "INVALID_ARGUMENT"))
        }
        let end = life > .zero ? now.later(by: life) : nil
        return .accepted(self.post(wake, to: endpoint, expiresAt: end, fate, at: now, into: &sink))
    }

    mutating func arrive(_ slot: UInt32, at now: Instant, into sink: inout some WakeSink) {
        let letter = self.mail.letters.look(at: slot) {
            (endpoint: $0.endpoint, expiresAt: $0.expiresAt, isUrgent: $0.isUrgent)
        }
        // The registration is read in place, because taking it out of the array would copy it.
        guard now < self.registrations[Int(letter.endpoint)].diesAt else {
            return self.drop(slot, .addressGone, into: &sink)
        }
        if let end = letter.expiresAt, end <= now { return self.drop(slot, .expired, into: &sink) }
        if self.registrations[Int(letter.endpoint)].isReached(urgently: letter.isUrgent) {
            return self.hand(slot, into: &sink)
        }
        guard letter.expiresAt != nil else { return self.drop(slot, .deviceOffline, into: &sink) }
        self.store(slot, into: &sink)
    }

    private mutating func store(_ slot: UInt32, into sink: inout some WakeSink) {
        let letter = self.mail.letters[slot]
        let waiting = self.registrations[Int(letter.endpoint)].waiting
        if let key = letter.collapseKey {
            let keyed = waiting.filter { self.mail.letters[$0].collapseKey != nil }
            if let same = keyed.first(where: { self.mail.letters[$0].collapseKey == key }) {
                guard self.mail.letters[same].number < letter.number else {
                    return self.drop(slot, .collapsed, into: &sink)
                }
                self.drop(same, .collapsed, into: &sink)
            } else if keyed.count == Self.mostCollapseKeys {
                self.drop(keyed[0], .overflow, into: &sink)
            }
        } else if waiting.count(where: { self.mail.letters[$0].collapseKey == nil }) == Self.mostWaiting {
            for old in waiting { self.drop(old, .overflow, into: &sink) }
            return self.drop(slot, .overflow, into: &sink)
        }
        self.registrations[Int(letter.endpoint)].waiting.append(slot)
        precondition(
            self.registrations[Int(letter.endpoint)].waiting.count <= Self.mostWaiting + Self.mostCollapseKeys,
            "more wakes wait than the service keeps")
        self.wait(slot, into: &sink)
    }

    private mutating func release(_ endpoint: UInt32, at now: Instant, into sink: inout some WakeSink) {
        for slot in self.registrations[Int(endpoint)].waiting {
            let letter = self.mail.letters[slot]
            if let end = letter.expiresAt, end <= now {
                self.drop(slot, .expired, into: &sink)
            } else if self.registrations[Int(endpoint)].isReached(urgently: letter.isUrgent) {
                self.hand(slot, into: &sink)
            }
        }
    }

    mutating func forget(_ slot: UInt32) {
        self.registrations[Int(self.mail.letters[slot].endpoint)].waiting.removeAll { $0 == slot }
    }
}
