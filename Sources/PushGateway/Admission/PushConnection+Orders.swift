extension PushConnection {
    /// Opens the connection. Sends the settings, and closes the connection at once if its certificate is for the other
    /// environment.
    package mutating func opened(into actions: inout [AdmissionAction]) {
        actions.append(.settings(Settings(maxConcurrentStreams: self.streamLimit)))
        guard let certificate, certificate.isValid, !certificate.environments.contains(.init(self.environment)) else {
            return
        }
        self.phase = .closed
        self.closingReason = .badCertificateEnvironment
        actions.append(.goAway(GoAway(.none, for: .badCertificateEnvironment)))
        actions.append(.close)
    }

    /// Whether new requests are no longer served.
    ///
    /// This does not cover a certificate for the other environment, which a separate check reports.
    var isGone: Bool {
        self.phase == .finishing || self.phase == .closed && self.closingReason != .badCertificateEnvironment
    }

    /// Opens a stream. Returns false when the limit is reached. The caller must then refuse the stream.
    ///
    /// The limit can be exceeded because the sender may not have read the settings yet.
    package mutating func streamOpened() -> Bool {
        guard self.openStreams < self.streamLimit, self.phase == .open || self.phase == .leaving else { return false }
        self.openStreams += 1
        return true
    }

    /// Ends an open stream, whether it was answered or not.
    package mutating func streamEnded(into actions: inout [AdmissionAction]) {
        precondition(self.openStreams > 0, "a stream ended that never began")
        self.openStreams -= 1
        self.closeWhenFinished(&actions)
    }

    /// Begins to close the connection in two steps, so that requests in transit are not lost.
    package mutating func leave(
        for reason: Refusal, _ rules: AdmissionRules, into actions: inout [AdmissionAction]
    ) {
        guard self.phase == .open else { return }
        self.phase = .leaving
        self.closingReason = reason
        actions.append(.goAway(GoAway(.any, for: reason)))
        actions.append(.awaitGrace(rules.closingGrace))
    }

    /// Continues closing after the time of `awaitGrace`.
    package mutating func graceEnded(into actions: inout [AdmissionAction]) {
        guard self.phase == .leaving, let reason = self.closingReason else { return }
        self.phase = .finishing
        actions.append(.goAway(GoAway(.served, for: reason)))
        self.closeWhenFinished(&actions)
    }

    private mutating func closeWhenFinished(_ actions: inout [AdmissionAction]) {
        guard self.phase == .finishing, self.openStreams == 0 else { return }
        self.phase = .closed
        actions.append(.close)
    }

    mutating func allow(_ streams: Int, _ actions: inout [AdmissionAction]) {
        guard self.streamLimit != streams else { return }
        self.streamLimit = streams
        actions.append(.allowStreams(streams))
    }

    mutating func pushAccepted(_ actions: inout [AdmissionAction]) {
        self.refusals = 0
        self.badDeviceTokens = 0
        self.allow(AdmissionRules.streamLimit, &actions)
    }

    mutating func pushRefused(_ refusal: Refusal, _ rules: AdmissionRules, _ actions: inout [AdmissionAction]) {
        if rules.refusalDropsToOneStream { self.allow(1, &actions) }
        guard 400..<500 ~= refusal.status, refusal.status != 410 else { return }
        self.refusals += 1
        if refusal == .badDeviceToken { self.badDeviceTokens += 1 }
        if self.badDeviceTokens >= rules.badDeviceTokenLimit || self.refusals >= rules.refusalLimit {
            self.leave(for: refusal, rules, into: &actions)
        }
    }
}
