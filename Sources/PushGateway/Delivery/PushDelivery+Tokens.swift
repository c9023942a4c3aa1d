package import Basics

/// The registration, rotation and removal of tokens.
extension PushDelivery {
    /// Gives an app a token whose bytes the caller has created. The topic is the bundle id by default.
    ///
    /// If another app had this token, the token moves to the new app. This happens when a backup carries a token to
    /// another device. Returns false and does nothing if the app is not installed or the token is too long.
    @discardableResult
    package mutating func register(
        _ app: AppNumber, _ token: DeviceToken, in environment: PushEnvironment = .production, topic: String? = nil,
        expiresAt: Instant? = nil, at now: Instant, into sink: inout some DeliverySink
    ) -> Bool {
        self.check(app)
        guard self.apps[Int(app.value)].isInstalled, token.text.utf8.count <= TokenTable.longestToken else {
            return false
        }
        if let known = self.directory.number(of: token) { self.unchain(known, into: &sink) }
        let topic = self.directory.intern(topic: topic ?? self.bundles[self.apps[Int(app.value)].bundle])
        var record = TokenDirectory.Record(
            topic: topic, app: app.value, previous: self.apps[Int(app.value)].lastToken, environment: environment,
            registeredAt: now)
        if let expiresAt {
            (record.endCause, record.diesAt, record.answeredAt) = (.expired, expiresAt, expiresAt)
        }
        guard let number = self.directory.register(token, record) else { return false }
        self.apps[Int(app.value)].lastToken = number
        sink.changed(DeliveryRowChange(.registration(number)))
        return true
    }

    /// Gives the app of `old` a new token for the same topic. The old token dies after `lag`.
    ///
    /// If `environment` is nil, the new token has the same environment as the old token.
    @discardableResult
    package mutating func rotate(
        _ old: DeviceToken, to new: DeviceToken, in environment: PushEnvironment? = nil, _ lag: TokenLag = .none,
        at now: Instant, into sink: inout some DeliverySink
    ) -> Bool {
        guard let number = self.directory.number(of: old), old != new else { return false }
        let record = self.directory.records[Int(number)]
        let topic = self.directory.topics[record.topic]
        guard
            self.register(
                AppNumber(record.app), new, in: environment ?? record.environment, topic: topic, at: now, into: &sink)
        else { return false }
        self.retire(number, lag, at: now, into: &sink)
        return true
    }

    mutating func retireTokens(
        of app: AppNumber, _ lag: TokenLag, at now: Instant, into sink: inout some DeliverySink
    ) {
        var next = self.apps[Int(app.value)].lastToken
        while let number = next {
            self.retire(number, lag, at: now, into: &sink)
            next = self.directory.records[Int(number)].previous
        }
    }

    private mutating func retire(
        _ number: UInt32, _ lag: TokenLag, at now: Instant, into sink: inout some DeliverySink
    ) {
        let death = now.later(by: lag.death)
        self.directory.retire(number, .unregistered, diesAt: death, answeredAt: death.later(by: lag.answer))
        sink.changed(DeliveryRowChange(.registration(number)))
    }

    /// Removes a token from the list of its app.
    private mutating func unchain(_ number: UInt32, into sink: inout some DeliverySink) {
        let record = self.directory.records[Int(number)]
        let app = Int(record.app)
        guard self.apps[app].lastToken != number else { return self.apps[app].lastToken = record.previous }
        var next = self.apps[app].lastToken
        while let later = next {
            let previous = self.directory.records[Int(later)].previous
            if previous == number {
                self.directory.setPrevious(record.previous, of: later)
                return
            }
            next = previous
        }
    }
}
