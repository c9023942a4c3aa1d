import Basics
import FeedContract

extension DeviceMachine {
    /// Appends work of an account to the queue, if the account exists.
    mutating func enqueue(_ job: Job, _ actions: inout [DeviceAction]) {
        guard let index = self.accounts.place(of: job.account), self.accounts[index].phase == .ready else {
            return Self.complete(job.call, .failed(.accountNotFound), &actions)
        }
        self.jobs.append(job)
    }

    /// Appends work on a feed to the queue, if the feed exists.
    mutating func enqueue(
        _ kind: Job.Kind, _ number: FeedNumber, _ call: CallNumber, _ actions: inout [DeviceAction]
    ) {
        guard let index = self.feeds.place(of: number) else {
            return Self.complete(call, .failed(.feedNotFound), &actions)
        }
        self.enqueue(Job(kind, self.feeds[index].account, feed: number, call), &actions)
    }

    /// Sends the jobs that can be sent, and requests missing tokens and connections.
    mutating func pump(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        var index = 0
        while index < self.jobs.count {
            if self.jobs[index].isSent || self.jobs[index].isHeld || self.isBlocked(index) {
                index += 1
            } else if self.jobs[index].isConfirmation {
                self.confirm(self.remove(index), &actions)
            } else if !self.isEquipped(index, &actions) {
                index += 1
            } else if self.jobs[index].kind == .addAccount {
                self.accountAdded(self.remove(index), &actions)
            } else {
                self.send(index, context, &actions)
                index += 1
            }
        }
        self.jobs.letGoWhenEmpty()
        self.processings.letGoWhenEmpty()
    }

    /// Whether an earlier job of the same lane is in the queue.
    @inline(__always)
    func isBlocked(_ index: Int) -> Bool {
        let lane = self.jobs[index].lane
        guard lane != .account else { return false }
        for place in 0..<index
        where self.jobs[place].feed == self.jobs[index].feed && self.jobs[place].lane == lane
            && self.jobs[place].account == self.jobs[index].account
        { return true }
        return false
    }

    /// Whether the job has both a token and a connection. Requests the first of them that is missing.
    private mutating func isEquipped(_ index: Int, _ actions: inout [DeviceAction]) -> Bool {
        guard let account = self.accounts.place(of: self.jobs[index].account) else {
            preconditionFailure("work of an account ends before the account does")
        }
        if self.accounts[account].token.isNone {
            guard !self.accounts[account].isAskingForToken, !self.accounts[account].isTokenRefused else {
                return false
            }
            self.accounts[account].isAskingForToken = true
            actions.append(.askForToken(self.accounts[account].key))
            return false
        }
        if self.connection == .closed {
            self.connection = .opening
            actions.append(.connect)
        }
        return self.connection == .open
    }

    private mutating func send(_ index: Int, _ context: DeviceContext, _ actions: inout [DeviceAction]) {
        guard let account = self.accounts.place(of: self.jobs[index].account) else { return }
        self.lastTicket = self.lastTicket == .max ? 1 : self.lastTicket + 1
        var job = self.jobs[index]
        job.ticket = TicketNumber(self.lastTicket)
        job.token = self.accounts[account].token
        job.isTokenRefused = false
        job.deadline = context.rules.answerLimit.flatMap(context.uptime.adding)
        if job.lane == .writing, case let ground = self.ground(of: job), ground != job.ground {
            job.ground = ground
            // The state is stored before the write is sent. Otherwise a restored write would be compared with an older
            // state and would seem overruled.
            actions.append(.store)
        }
        if job.lane == .registering, !self.accounts[account].mayBeRegistered {
            self.accounts[account].mayBeRegistered = true
            actions.append(.store)
        }
        self.jobs[index] = job
        let request = self.request(of: job, context)
        actions.append(.request(job.ticket, job.account, token: job.token, request))
    }

    /// The number of the next request.
    ///
    /// The number grows with each request and each start. A start is stored before any request is sent. The getter is
    /// marked as mutating although it changes nothing. Otherwise the machine would be borrowed for reading and copied
    /// for each call.
    @inline(__always)
    var serial: UInt64 { mutating get { self.serial(of: self.lastTicket) } }

    /// Returns the number of the request with this ticket. The result is correct only if the count was not advanced
    /// after that request.
    @inline(__always)
    mutating func serial(of ticket: UInt32) -> UInt64 { UInt64(self.starts) << 32 | UInt64(ticket) }

    /// Counts a start. The count never exceeds its maximum and never starts again from zero. Requests are refused when
    /// the maximum is reached.
    mutating func countStart() {
        if self.starts < RegisterRequest.mostSerial >> 32 { self.starts += 1 }
    }

    /// Advances the count beyond the highest number that the service has seen. This is needed when a restored backup
    /// has reset the count.
    mutating func catchUp(with serial: UInt64, _ actions: inout [DeviceAction]) {
        self.starts = max(self.starts, UInt32(clamping: min(serial, RegisterRequest.mostSerial) >> 32))
        self.countStart()
        actions.append(.store)
    }

    // This function is mutating for the same reason as ``serial``.
    @inline(__always)
    private mutating func request(of job: Job, _ context: DeviceContext) -> DeviceRequest {
        let feed = self.feeds.place(of: job.feed)
        var (host, subscription) = (Name.none, Name.none)
        if let feed { (host, subscription) = (self.feeds[feed].host, self.feeds.standingSubscription(at: feed)) }
        switch job.kind {
        case .addAccount, .confirmation: preconditionFailure("for this nothing is sent")
        case .register(let channel): return .register(device: self.device, channel, serial: self.serial)
        case .unregister: return .unregister(device: self.device, serial: self.serial)
        case .subscribe(let appId, let isQuiet):
            return .subscribe(
                host: host, device: self.device, appId: appId, serial: self.serial, isQuiet: isQuiet)
        case .unsubscribe(let host, let subscription):
            return .unsubscribe(host: host, subscription: subscription, serial: self.serial)
        case .sync:
            var (cursor, days) = (Cursor?.none, Int?.none)
            if let feed {
                if self.feeds[feed].pages.isEmpty {
                    cursor = self.feeds[feed].cursor
                } else {
                    cursor = self.feeds[feed].pages[0].next
                }
                // The number of days is sent with each page of a full read, because the service keeps no state of a
                // read.
                if self.feeds[feed].cursor == nil { days = self.feeds[feed].daysToRead(at: context.now) }
            }
            return .fetch(
                host: host, subscription: subscription, cursor: cursor, limit: context.rules.pageLimit, days: days)
        case .save(let id, let generation, let read, let action):
            return .save(
                host: host, subscription: subscription, id: id, generation: generation, readState: read,
                userActionState: action)
        case .delete(let id, let generation):
            return .delete(host: host, subscription: subscription, id: id, generation: generation)
        }
    }

    @discardableResult
    mutating func remove(_ index: Int) -> Job { self.jobs.remove(at: index) }
}
