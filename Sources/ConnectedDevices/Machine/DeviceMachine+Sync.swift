import Basics
import FeedContract

extension DeviceMachine {
    /// Starts a sync for the app. Calls during a sync cause one more sync in total.
    mutating func startSync(_ number: FeedNumber, _ now: Instant, _ actions: inout [DeviceAction]) {
        guard let index = self.feeds.place(of: number) else { return }
        guard !self.feeds[index].isSyncing else { return self.feeds[index].wantsTrailing = true }
        self.beginSync(index, now, &actions)
    }

    /// Starts a sync that the SDK itself needs.
    mutating func syncIfThere(_ number: FeedNumber, _ now: Instant, _ actions: inout [DeviceAction]) {
        guard let index = self.feeds.place(of: number) else { return }
        self.feeds[index].isStale = true
        self.startSync(number, now, &actions)
    }

    mutating func beginSync(_ index: Int, _ now: Instant, _ actions: inout [DeviceAction]) {
        let number = self.feeds[index].number
        let account = self.feeds[index].account
        guard let owner = self.accounts.place(of: account), self.accounts[owner].phase != .removing else { return }
        self.feeds[index].isSyncing = true
        self.feeds[index].wantsTrailing = false
        self.feeds[index].readBegan = self.order
        self.feeds[index].renewalWait = nil
        self.feeds[index].retryAt = nil
        for place in self.processings.indices where self.processings[place].feed == number {
            self.processings[place].waitsForNext = false
        }
        for place in self.jobs.indices where self.jobs[place].feed == number && self.jobs[place].hold == .nextRead {
            self.jobs[place].hold = .read
        }
        self.setSynchronized(index, false, &actions)
        let (subscription, end) = (self.feeds[index].subscription, self.feeds[index].subscriptionEnd)
        if !subscription.isNone, RegistrationState(end: end, now: now) != .registered,
            !self.jobs.contains(where: { $0.feed == number && $0.isSubscribe })
        {
            self.jobs.append(self.renewal(ofSubscription: index))
        }
        self.jobs.append(Job(.sync, account, feed: number, .nobody))
    }

    private mutating func setSynchronized(_ index: Int, _ value: Bool, _ actions: inout [DeviceAction]) {
        guard self.feeds[index].isSynchronized != value else { return }
        self.feeds[index].isSynchronized = value
        actions.append(.syncStatusChanged(self.feeds[index].number))
    }

    /// Handles one page. The pages of a read take effect together, after the last page has arrived.
    mutating func read(
        _ page: DevicePage, _ index: Int, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard let feed = self.feeds.place(of: self.jobs[index].feed) else { return }
        switch page.next {
        case .more(let cursor):
            if self.feeds[feed].pages.isEmpty {
                self.feeds[feed].pages = [OpenRead(from: self.feeds[feed].cursor)]
            }
            guard self.feeds[feed].pages[0].goesOn(to: cursor) else {
                return self.fail(index, .strangeAnswer, context, &actions)
            }
            self.feeds[feed].pages[0].changes += page.changes
            self.jobs[index].recall()
        case .done(let cursor):
            self.remove(index)
            var changes = page.changes
            // Most reads have only one page, which is used without a copy.
            if !self.feeds[feed].pages.isEmpty {
                changes = self.feeds[feed].pages[0].changes + changes
                self.feeds[feed].pages = []
            }
            let folding = self.feeds[feed].fold(changes, page, at: context.now, order: &self.order)
            self.feeds[feed].forgetMarks(at: context.now, life: context.rules.markLife)
            self.feeds[feed].cursor = self.feeds[feed].isUndecided ? nil : cursor
            self.syncSucceeded(feed, folding, context, &actions)
        }
    }

    private mutating func syncSucceeded(
        _ index: Int, _ folding: FeedRecord.Folding, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        self.feeds[index].readEnds()
        self.feeds[index].isStale =
            self.feeds[index].wantsTrailing || self.feeds[index].lateReadAt != nil || self.isAwaitingNextRead(index)
        // The feed is up to date even if the subscription was not renewed. But after the subscription has ended, no tap
        // reports later changes.
        if let wait = self.feeds[index].renewalWait.take() {
            self.feeds[index].isStale = true
            self.tryAgainLater(index, wait, context)
        } else {
            self.feeds[index].attempts = 0
        }
        actions.append(.store)
        self.setSynchronized(index, true, &actions)
        if folding.hasNews { self.tellReaders(index, &actions) }
        self.resolveHeld(index, context, &actions)
        let position = self.feeds[index].position
        let number = self.feeds[index].number
        self.finish(of: number, .done, &actions) { processing in
            guard !folding.isUnfinished else { return false }
            guard processing.waitsForNext else { return true }
            return processing.head.map { position?.covers($0) ?? false } ?? false
        }
        self.beginTrailingSync(index, context.now, &actions)
    }

    /// Whether a write waits for the next read and not for the read that has just ended.
    private func isAwaitingNextRead(_ index: Int) -> Bool {
        for job in self.jobs where job.feed == self.feeds[index].number && job.hold == .nextRead { return true }
        return false
    }

    private mutating func beginTrailingSync(_ index: Int, _ now: Instant, _ actions: inout [DeviceAction]) {
        let number = self.feeds[index].number
        guard self.feeds[index].wantsTrailing || self.processings.contains(where: { $0.feed == number }) else { return }
        self.beginSync(index, now, &actions)
    }

    mutating func tellReaders(_ index: Int, _ actions: inout [DeviceAction]) {
        let readers = self.feeds[index].readers
        for reader in readers.indices { actions.append(.dataChanged(readers[reader].number)) }
    }

    mutating func syncFailed(
        _ job: Job, _ failure: DeviceFailure, _ retryAfter: Int?, _ context: DeviceContext,
        _ actions: inout [DeviceAction]
    ) {
        guard let index = self.feeds.place(of: job.feed) else { return }
        self.feeds[index].readEnds()
        self.feeds[index].isStale = true
        self.feeds[index].renewalWait = nil
        self.feeds[index].pages = []
        let isPassing = failure.isPassing
        self.finish(of: job.feed, .failed(failure), &actions) { isPassing || !$0.waitsForNext }
        guard isPassing else {
            // A failure that the app must solve is not retried. Requests that arrived in the meantime still start a
            // sync.
            self.feeds[index].attempts = 0
            return self.beginTrailingSync(index, context.now, &actions)
        }
        self.tryAgainLater(index, retryAfter, context)
    }

    /// Starts a read that shows the outcome of a write. A busy service refused this write, so the read starts only when
    /// the service allows it.
    mutating func readWhenWelcome(
        _ number: FeedNumber, _ retryAfter: Int?, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard let index = self.feeds.place(of: number) else { return }
        self.feeds[index].isStale = true
        if !self.feeds[index].isSyncing {
            guard self.feeds[index].retryAt == nil else { return }
            if retryAfter != nil { return self.tryAgainLater(index, retryAfter, context) }
        }
        self.startSync(number, context.now, &actions)
    }

    private mutating func tryAgainLater(_ index: Int, _ retryAfter: Int?, _ context: DeviceContext) {
        let attempts = self.feeds[index].attempts
        self.feeds[index].attempts = min(attempts, 29) + 1
        self.feeds[index].retryAt = context.uptime.adding(context.wait(beforeRetry: attempts, retryAfter))
    }

    /// Prepares a sync to start again without a cursor. Returns false if the sync must not start again.
    mutating func readsAgainFromNothing(_ index: Int, _ rules: DeviceRules) -> Bool {
        guard let feed = self.feeds.place(of: self.jobs[index].feed), Int(self.jobs[index].resyncs) < rules.mostResyncs
        else {
            return false
        }
        self.feeds[feed].cursor = nil
        self.feeds[feed].pages = []
        self.jobs[index].resyncs += 1
        self.jobs[index].recall()
        return true
    }
}
