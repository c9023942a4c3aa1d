import FeedContract

extension DeviceMachine {
    mutating func save(
        _ feed: FeedNumber, _ id: Name, _ generation: UInt64?, _ read: ReadState?, _ action: UserActionState?,
        _ call: CallNumber, _ actions: inout [DeviceAction]
    ) {
        let known = self.generation(generation, of: id, in: feed)
        guard read == nil, action == nil else {
            return self.write(.save(id, known, read, action), id, feed, call, &actions)
        }
        let (read, action) = self.asked(of: id, known, in: feed)
        guard read != nil || action != nil else {
            return Self.complete(call, self.standing(of: id, generation, in: feed), &actions)
        }
        // A state that is shown but not confirmed yet cannot be reported as saved.
        self.enqueue(.confirmation(id, known, read, action), feed, call, &actions)
    }

    /// Returns the states that pending saves request for a notification.
    private func asked(of id: Name, _ generation: UInt64?, in feed: FeedNumber) -> (ReadState?, UserActionState?) {
        var asked: (read: ReadState?, action: UserActionState?) = (nil, nil)
        for job in self.jobs where job.feed == feed {
            if case .save(id, generation, let read, let action) = job.kind {
                asked = (read ?? asked.read, action ?? asked.action)
            }
        }
        return asked
    }

    /// Tells the caller of a confirmation whether the earlier saves took effect. Called after these saves have ended.
    mutating func confirm(_ job: Job, _ actions: inout [DeviceAction]) {
        guard case .confirmation(let id, _, _, _) = job.kind else { preconditionFailure("another job was to confirm") }
        let item = self.feeds.place(of: job.feed).flatMap { self.feeds[$0].cached(id) }
        let stands = item.map { $0.phase == .active && job.concerns($0) && job.isTrue(of: $0) } ?? false
        Self.complete(job.call, .saved(stands), &actions)
    }

    /// Returns the outcome of a save that changes nothing. The save succeeds if the notification exists.
    private func standing(of id: Name, _ generation: UInt64?, in number: FeedNumber) -> DeviceOutcome {
        guard let feed = self.feeds.place(of: number) else { return .failed(.feedNotFound) }
        guard let account = self.accounts.place(of: self.feeds[feed].account), self.accounts[account].phase == .ready
        else {
            return .failed(.accountNotFound)
        }
        guard let item = self.feeds[feed].cached(id), item.phase == .active else { return .saved(false) }
        return .saved(generation == nil || generation == item.generation)
    }

    mutating func delete(
        _ feed: FeedNumber, _ id: Name, _ generation: UInt64?, _ call: CallNumber, _ actions: inout [DeviceAction]
    ) {
        self.write(.delete(id, self.generation(generation, of: id, in: feed)), id, feed, call, &actions)
    }

    /// Returns the generation that a call refers to. The default is the current generation.
    private func generation(_ given: UInt64?, of id: Name, in feed: FeedNumber) -> UInt64? {
        given
            ?? self.feeds.place(of: feed).flatMap { self.feeds[$0].cached(id) }.flatMap {
                $0.phase == .active ? $0.generation : nil
            }
    }

    /// Appends a save or a delete to the queue. Readers see its result from then on.
    private mutating func write(
        _ kind: Job.Kind, _ id: Name, _ feed: FeedNumber, _ call: CallNumber, _ actions: inout [DeviceAction]
    ) {
        let count = self.jobs.count
        self.enqueue(kind, feed, call, &actions)
        guard self.jobs.count > count, let index = self.feeds.place(of: feed) else { return }
        // If the write must wait, the state on which it is based is recorded later, when the write can be sent.
        if !self.isBlocked(count) { self.jobs[count].ground = self.ground(of: self.jobs[count]) }
        self.feeds[index].doubt(id)
        // The write is stored first. So a crash loses no change that the user has seen as done.
        actions.append(.store)
    }

    /// Removes a finished write from the stored state, and informs readers when it did not take effect.
    mutating func end(_ job: Job, stands: Bool, _ actions: inout [DeviceAction]) {
        let withdrawn = self.settle(job, stands: stands)
        actions.append(.store)
        if withdrawn, let index = self.feeds.place(of: job.feed) { self.tellReaders(index, &actions) }
    }

    /// Handles the end of a write to a notification. If no other write to the notification is pending, its state is
    /// certain again. Returns whether readers must be shown that the write did not take effect.
    private mutating func settle(_ job: Job, stands: Bool) -> Bool {
        guard let index = self.feeds.place(of: job.feed), let id = job.writes else { return false }
        // A write to an earlier publication is not shown on the publication that replaced it.
        let isSeen = self.feeds[index].cached(id).map { job.concerns($0) } ?? false
        let withdrawn = stands || !isSeen ? false : self.feeds[index].showAgain(id, order: &self.order)
        let isAwaited = self.jobs.contains { $0.feed == job.feed && $0.writes == id }
        if !isAwaited { self.feeds[index].trust(id) }
        return withdrawn
    }

    /// Handles the service's answer to a write. Applies the change on this device, or withdraws it.
    mutating func saved(
        _ job: Job, _ version: UInt64?, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard let index = self.feeds.place(of: job.feed) else { return }
        guard let version else {
            self.end(job, stands: false, &actions)
            Self.complete(job.call, .saved(false), &actions)
            // The service has a state that this device does not know.
            return self.syncIfThere(job.feed, context.now, &actions)
        }
        switch job.kind {
        case .save(let id, let generation, let read, let action):
            self.feeds[index].fold(saved: id, generation: generation, version: version, order: &self.order) {
                $0.readState = read ?? $0.readState
                $0.userActionState = action ?? $0.userActionState
            }
        case .delete(let id, let generation):
            self.feeds[index].fold(saved: id, generation: generation, version: version, order: &self.order) {
                $0.phase = .deleted
                $0.facts = .none
                $0.time = context.now
            }
        default: preconditionFailure("only saves and deletes are saved")
        }
        // A later change by another device may have won, but readers have seen the state that this device requested.
        let isOverruled = job.writes.flatMap { self.feeds[index].cached($0) }.map { !job.isTrue(of: $0) } ?? false
        _ = self.settle(job, stands: !isOverruled)
        actions.append(.store)
        self.tellReaders(index, &actions)
        Self.complete(job.call, .saved(true), &actions)
        // The new version may contain changes that this device does not know. After a change of epoch, a write may seem
        // to be overruled although it was not, because its version is compared with versions of another epoch.
        if job.isRest || isOverruled { self.syncIfThere(job.feed, context.now, &actions) }
        // The service does not report a device's own changes to the device's other feeds of the same user.
        guard self.feeds.count > 1 else { return }
        let feed = self.feeds[index]
        for twin in self.feeds where twin.isTwin(of: feed) { self.syncIfThere(twin.number, context.now, &actions) }
    }

    /// Returns a cached notification as the app should see it, including pending writes.
    func shown(_ item: CachedNotification, in feed: FeedNumber) -> ReadNotification {
        var shown = ReadNotification(
            id: item.id, facts: item.facts, isDeleted: item.phase != .active, readState: item.readState,
            userActionState: item.userActionState, generation: item.generation, version: item.version,
            time: item.time)
        for job in self.jobs where job.feed == feed && job.lane == .writing && item.phase == .active {
            switch job.kind {
            case .save(item.id, item.generation, let read, let action):
                shown.readState = read ?? shown.readState
                shown.userActionState = action ?? shown.userActionState
            case .delete(item.id, item.generation): shown.isDeleted = true
            default: break
            }
        }
        return shown
    }
}

extension Job {
    /// Whether the job refers to this publication of a notification.
    func concerns(_ item: CachedNotification) -> Bool {
        switch self.kind {
        case .save(_, let generation, _, _), .delete(_, let generation), .confirmation(_, let generation, _, _):
            generation == nil || generation == item.generation
        default: false
        }
    }

    /// Whether a notification has the state that the job requests.
    func isTrue(of item: CachedNotification) -> Bool {
        switch self.kind {
        case .save(_, _, let read, let action), .confirmation(_, _, let read, let action):
            (read ?? item.readState) == item.readState && (action ?? item.userActionState) == item.userActionState
        case .delete: item.phase != .active
        default: true
        }
    }
}
