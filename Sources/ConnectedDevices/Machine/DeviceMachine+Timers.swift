import Basics

extension DeviceMachine {
    mutating func doWhatIsDue(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let now = context.uptime
        self.ageRegistrations(context.now, &actions)
        for index in self.feeds.indices where self.feeds[index].retryAt.map({ $0 <= now }) ?? false {
            self.beginSync(index, context.now, &actions)
        }
        if context.rules.answerLimit != nil {
            self.fail(.connection(.timedOut), context, &actions) { machine, index in
                machine.jobs[index].deadline.map { $0 <= now } ?? false
            }
        }
        self.callOff(now, &actions)
    }

    /// The user looks: what waits for a retry is tried at once.
    mutating func foreground(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        for index in self.feeds.indices where self.feeds[index].retryAt != nil {
            self.beginSync(index, context.now, &actions)
        }
    }

    mutating func setAlarm(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let due = self.phase == .running ? self.nextDue(context) : nil
        guard due != self.alarm else { return }
        self.alarm = due
        actions.append(.timer(due))
    }

    private func nextDue(_ context: DeviceContext) -> Instant? {
        var due: Instant?
        func consider(_ other: Instant?) {
            guard let other else { return }
            due = due.map { min($0, other) } ?? other
        }
        for index in self.accounts.indices {
            // The end of a registration is the service's word, and is compared with the device's clock.
            consider(self.accounts[index].registration?.nextChange.flatMap { context.uptime.adding($0 - context.now) })
        }
        for index in self.feeds.indices { consider(self.feeds[index].retryAt) }
        for job in self.jobs { consider(job.deadline) }
        for processing in self.processings { consider(processing.deadline) }
        return due
    }
}
