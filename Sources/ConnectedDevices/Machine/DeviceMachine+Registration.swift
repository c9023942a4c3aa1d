package import Basics
package import FeedContract

extension DeviceMachine {
    /// Returns the state of an account's registration. The state is unregistered if the account never had a
    /// registration.
    package func registrationState(of key: AccountKey) -> RegistrationState {
        self.accounts.place(of: key).flatMap { self.accounts[$0].registration?.state } ?? .unregistered
    }

    /// Returns the last channel that was registered for an account.
    package func registeredChannel(of key: AccountKey) -> DeviceChannel? {
        self.accounts.place(of: key).flatMap { self.accounts[$0].registration?.channel }
    }

    mutating func registered(
        _ job: Job, _ channel: DeviceChannel, until end: Instant, _ context: DeviceContext,
        _ actions: inout [DeviceAction]
    ) {
        for place in self.jobs.indices where self.jobs[place].lane == .registering {
            let (ticket, kind) = (self.jobs[place].ticket, self.jobs[place].kind)
            if ticket != .none, ticket.number < job.ticket.number, kind != job.kind { self.jobs[place].isOutrun = true }
        }
        guard let index = self.accounts.place(of: job.account) else { return }
        let known = self.accounts[index].registration?.state
        let state = RegistrationState(end: end, now: context.now)
        self.accounts[index].registration = RegistrationRecord(channel: channel, end: end, state: state)
        actions.append(.store)
        // With a wrong clock or a short lifetime, a registration may seem to end at once. Reporting that state each
        // time would make the app renew it forever.
        if state == .registered || state != known { actions.append(.registrationStateChanged(job.account)) }
        Self.complete(job.call, .done, &actions)
    }

    /// Reports registrations that are about to end.
    mutating func ageRegistrations(_ now: Instant, _ actions: inout [DeviceAction]) {
        for index in self.accounts.indices {
            guard let registration = self.accounts[index].registration else { continue }
            let state = RegistrationState(end: registration.end, now: now)
            guard state != registration.state else { continue }
            self.accounts[index].registration?.state = state
            actions.append(.store)
            // If the clock was set back, nothing has to be renewed. The clock may reach this time again.
            guard state.rawValue > registration.state.rawValue else { continue }
            actions.append(.registrationStateChanged(self.accounts[index].key))
        }
    }

    mutating func subscribe(
        _ number: FeedNumber, _ appId: Name, isQuiet: Bool, _ call: CallNumber, _ actions: inout [DeviceAction]
    ) {
        self.enqueue(.subscribe(appId: appId, isQuiet: isQuiet), number, call, &actions)
    }

    mutating func subscribed(
        _ job: Job, _ name: Name, until end: Instant, _ appId: Name, isQuiet: Bool, _ actions: inout [DeviceAction]
    ) {
        guard let index = self.feeds.place(of: job.feed) else { return }
        self.feeds[index].subscription = name
        self.feeds[index].subscriptionEnd = end
        self.feeds[index].renewalWait = nil
        self.feeds[index].appId = appId
        self.feeds[index].isQuiet = isQuiet
        actions.append(.store)
        Self.complete(job.call, .done, &actions)
    }

    /// Inserts a renewal of the subscription before a request. The service refused that request because the
    /// subscription had ended.
    mutating func renewsSubscription(before index: Int, _ actions: inout [DeviceAction]) -> Bool {
        let job = self.jobs[index]
        guard let feed = self.feeds.place(of: job.feed), !self.feeds.standingSubscription(at: feed).isNone else {
            return false
        }
        self.jobs[index].hasRenewedSubscription = true
        self.jobs[index].recall()
        self.feeds[feed].subscriptionEnd = KeptFeed.longAgo
        actions.append(.store)
        self.jobs.insert(self.renewal(ofSubscription: feed), at: index)
        return true
    }

    /// Returns a job that renews the subscription of a feed. If a subscription is being requested already, the job
    /// repeats that request.
    func renewal(ofSubscription index: Int) -> Job {
        let number = self.feeds[index].number
        var kind = Job.Kind.subscribe(appId: self.feeds[index].appId, isQuiet: self.feeds[index].isQuiet)
        for job in self.jobs where job.feed == number && job.isSubscribe { kind = job.kind }
        return Job(kind, self.feeds[index].account, feed: number, .nobody)
    }

    /// Returns two values: the id that the app's own server uses for this user, and the time when the subscription
    /// ends.
    package func subscription(of number: FeedNumber) -> (name: Name, end: Instant)? {
        guard let index = self.feeds.place(of: number), !self.feeds.standingSubscription(at: index).isNone else {
            return nil
        }
        return (self.feeds[index].subscription, self.feeds[index].subscriptionEnd)
    }
}
