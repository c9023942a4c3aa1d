import Basics

extension DeviceMachine {
    mutating func doWhatIsDue(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let now = context.uptime
        self.ageRegistrations(context.now, &actions)
        for index in self.feeds.indices where self.feeds[index].lateReadAt.map({ $0 <= now }) ?? false {
            self.feeds[index].lateReadAt = nil
            // A planned retry reads too, when the service allows it.
            guard self.feeds[index].retryAt == nil else { continue }
            self.startSync(self.feeds[index].number, context.now, &actions)
        }
        for index in self.feeds.indices where self.feeds[index].retryAt.map({ $0 <= now }) ?? false {
            self.beginSync(index, context.now, &actions)
        }
    }

    mutating func giveUpWhatIsLate(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let now = context.uptime
        if context.rules.answerLimit != nil {
            self.fail(.connection(.timedOut), context, &actions) { machine, index in
                machine.jobs[index].deadline.map { $0 <= now } ?? false
            }
        }
        self.callOff(now, &actions)
    }

    /// Starts a sync of each feed that may have missed changes. Called when the app is in the foreground or when a
    /// network is available.
    ///
    /// This includes feeds whose last sync failed, even if the app had to solve the problem.
    mutating func foreground(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        for index in self.feeds.indices where self.feeds[index].isStale && !self.feeds[index].isSyncing {
            self.beginSync(index, context.now, &actions)
        }
    }

    mutating func setAlarm(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let isRunning = self.phase == .running
        let work = isRunning ? self.nextWork : nil
        let due = isRunning ? Self.earlier(work, self.nextAging(context)) : nil
        guard due != self.alarm || (work != nil) != self.isAlarmForWork else { return }
        self.alarm = due
        self.isAlarmForWork = work != nil
        actions.append(.timer(due))
    }

    /// The time of the next retry or timeout.
    private var nextWork: Instant? {
        var due: Instant?
        for index in self.feeds.indices {
            due = Self.earlier(due, Self.earlier(self.feeds[index].retryAt, self.feeds[index].lateReadAt))
        }
        for job in self.jobs { due = Self.earlier(due, job.deadline) }
        for processing in self.processings { due = Self.earlier(due, processing.deadline) }
        return due
    }

    /// Returns the next time at which a registration changes its state.
    ///
    /// The end of a registration is a time of the service. It is compared with the device's clock.
    private func nextAging(_ context: DeviceContext) -> Instant? {
        var due: Instant?
        for index in self.accounts.indices {
            let change = self.accounts[index].registration?.nextChange
            due = Self.earlier(due, change.flatMap { context.uptime.adding($0 - context.now) })
        }
        return due
    }

    private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
