import Basics
import FeedContract

/// Holds writes whose outcome is unknown, because the connection broke or the process ended.
///
/// The requested state is shown in the meantime. The next complete read shows whether the write was carried out, is
/// still to be sent, or was overruled.
extension DeviceMachine {
    /// Returns the state on which a write is based, as far as this device knows it.
    @inline(__always)
    func ground(of job: Job) -> Job.Ground? {
        guard let id = job.writes else { return nil }
        guard let feed = self.feeds.place(of: job.feed), let item = self.feeds[feed].cached(id) else { return nil }
        var ground = Job.Ground(
            readState: item.readState, userActionState: item.userActionState, version: item.version,
            epoch: self.feeds[feed].position?.epoch)
        // The service made the changes on earlier pages before this write, although readers cannot see them yet.
        for change in self.feeds[feed].pages.first?.changes ?? []
        where change.id == id && change.generation == item.generation && change.version > ground.version {
            (ground.readState, ground.userActionState) = (change.readState, change.userActionState)
            ground.version = change.version
        }
        return ground
    }

    /// Whether the job waits for a read, or is a write that waits for an earlier write.
    func isHeldUp(_ index: Int) -> Bool {
        self.jobs[index].isHeld || self.jobs[index].lane == .writing && self.isBlocked(index)
    }

    /// Holds the first write of each feed, because a new process does not know whether it was sent. Later writes were
    /// not sent.
    mutating func holdFirstWrites() {
        for index in self.jobs.indices where self.jobs[index].lane == .writing && !self.isBlocked(index) {
            self.jobs[index].hold = .read
        }
    }

    /// Makes a write wait for the next read. Does not start a read.
    mutating func hold(_ index: Int, _ actions: inout [DeviceAction]) {
        guard let feed = self.feeds.place(of: self.jobs[index].feed) else {
            preconditionFailure("work on a feed ends before the feed does")
        }
        self.jobs[index].recall()
        self.jobs[index].hold = self.feeds[feed].isSyncing ? .nextRead : .read
        self.feeds[feed].isStale = true
        // The wait may be long, so readers get the current state now and not only after the wait.
        if let id = self.jobs[index].writes, self.feeds[feed].showAgain(id, order: &self.order) {
            actions.append(.store)
            self.tellReaders(feed, &actions)
        }
    }

    /// Holds a write and starts the read that it waits for.
    mutating func hold(_ index: Int, _ now: Instant, _ actions: inout [DeviceAction]) {
        let number = self.jobs[index].feed
        self.hold(index, &actions)
        // If a read is already scheduled for later, no other read is needed.
        guard let feed = self.feeds.place(of: number), self.feeds[feed].retryAt == nil else { return }
        self.startSync(number, now, &actions)
    }

    /// Holds a write that a busy service refused. The wait gets longer with each refusal, and a read follows the wait.
    mutating func hold(
        _ index: Int, retryAfter: Int?, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard let feed = self.feeds.place(of: self.jobs[index].feed) else {
            preconditionFailure("work on a feed ends before the feed does")
        }
        let refusals = self.jobs[index].refusals
        self.jobs[index].refusals = min(refusals, 29) + 1
        let time = context.uptime.adding(context.wait(beforeRetry: refusals, retryAfter))
        self.jobs[index].notBefore = time
        if !self.feeds[feed].isSyncing, self.feeds[feed].retryAt == nil { self.feeds[feed].retryAt = time }
        self.hold(index, context.now, &actions)
    }

    /// Decides after a complete read what happens to the held writes. The read must have begun after the writes were
    /// held.
    mutating func resolveHeld(_ feed: Int, _ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let number = self.feeds[feed].number
        var place = 0
        while place < self.jobs.count {
            guard self.jobs[place].feed == number, self.jobs[place].hold == .read else {
                place += 1
                continue
            }
            if let time = self.jobs[place].notBefore, context.uptime < time {
                // Another read at that time shows whether the write took effect in the meantime.
                self.feeds[feed].retryAt = min(self.feeds[feed].retryAt ?? time, time)
                place += 1
                continue
            }
            switch self.fate(of: self.jobs[place]) {
            case .open(let kind):
                let isLess = self.jobs[place].kind != kind
                self.jobs[place].kind = kind
                self.jobs[place].hold = .nothing
                self.jobs[place].isRest = self.jobs[place].isRest || isLess
                if isLess { self.planLateRead(feed, context) }
                if isLess, let id = self.jobs[place].writes, self.feeds[feed].showAgain(id, order: &self.order) {
                    self.tellReaders(feed, &actions)
                }
                place += 1
            case .over(let stands):
                let job = self.remove(place)
                if !stands, self.isStanding(job, feed) { self.planLateRead(feed, context) }
                self.end(job, stands: stands, &actions)
                Self.complete(job.call, .saved(stands), &actions)
            }
        }
    }

    /// Whether the notification that a write refers to still exists, so that the service would apply the write.
    private func isStanding(_ job: Job, _ feed: Int) -> Bool {
        job.writes.flatMap { self.feeds[feed].cached($0) }.map { $0.phase == .active && job.concerns($0) } ?? false
    }

    /// Plans a read for the time when an overruled write can no longer arrive.
    ///
    /// Until then, the write may still arrive and win. The service sends no tap for a device's own write, so the device
    /// must read again.
    private mutating func planLateRead(_ feed: Int, _ context: DeviceContext) {
        let record = self.feeds[feed]
        for index in self.feeds.indices where index == feed || self.feeds[index].isTwin(of: record) {
            self.feeds[index].lateReadAt = context.uptime.adding(context.rules.lateWriteLimit)
            self.feeds[index].isStale = true
        }
    }

    private enum Fate {
        /// The write has ended. It took effect, or it was overruled.
        case over(stands: Bool)
        /// The write, or the rest of it, still has to be sent.
        case open(Job.Kind)
    }

    private func fate(of job: Job) -> Fate {
        guard let id = job.writes, let feed = self.feeds.place(of: job.feed), let item = self.feeds[feed].cached(id)
        else {
            return .open(job.kind)
        }
        guard case .save(_, let generation, let read, let action) = job.kind else {
            return job.concerns(item) && item.phase == .active ? .open(job.kind) : .over(stands: true)
        }
        guard job.concerns(item), item.phase == .active else { return .over(stands: false) }
        guard !job.isTrue(of: item) else { return .over(stands: true) }
        // If another device changed the same state later, its change wins.
        let readStands = job.ground.map { $0.readState == item.readState } ?? true
        let actionStands = job.ground.map { $0.userActionState == item.userActionState } ?? true
        let (leftRead, leftAction) = (readStands ? read : nil, actionStands ? action : nil)
        guard leftRead != nil || leftAction != nil else { return .over(stands: false) }
        // An action is never reset to none. So if the action is still none, no other device has changed it.
        let mayBeBack = read != nil || item.userActionState != .noInteraction
        let isTouched = job.ground?.isLeft(for: item, epoch: self.feeds[feed].position?.epoch) ?? false
        if mayBeBack, readStands, actionStands, isTouched { return .over(stands: false) }
        return .open(.save(id, generation, leftRead, leftAction))
    }
}
