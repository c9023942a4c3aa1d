import Basics
import FeedContract

/// Writes whose fate nobody knows: the connection broke, or the process died. What the user wanted is shown all the
/// while, and the next complete read says whether it came true, is still to be sent, or was overruled meanwhile.
extension DeviceMachine {
    /// What a write stands on, as far as it is known here.
    @inline(__always)
    func ground(of job: Job) -> Job.Ground? {
        guard let id = job.writes else { return nil }
        guard let feed = self.feeds.place(of: job.feed), let item = self.feeds[feed].cached(id) else { return nil }
        return Job.Ground(
            readState: item.readState, userActionState: item.userActionState, version: item.version,
            epoch: self.feeds[feed].position?.epoch)
    }

    /// Whether it waits for a read, or is a write that stands behind another.
    func isHeldUp(_ index: Int) -> Bool {
        self.jobs[index].isHeld || self.jobs[index].lane == .writing && self.isBlocked(index)
    }

    /// A new process does not know whether the first write of a feed was sent. Those behind it never were.
    mutating func holdFirstWrites() {
        for index in self.jobs.indices where self.jobs[index].lane == .writing && !self.isBlocked(index) {
            self.jobs[index].hold = .read
        }
    }

    /// Lets a write wait for the next read that somebody wants.
    mutating func hold(_ index: Int, _ actions: inout [DeviceAction]) {
        guard let feed = self.feeds.place(of: self.jobs[index].feed) else {
            preconditionFailure("work on a feed ends before the feed does")
        }
        self.jobs[index].recall()
        self.jobs[index].hold = self.feeds[feed].isSyncing ? .nextRead : .read
        self.feeds[feed].isStale = true
        // It may take long, so that readers see now what they would else see when it is done.
        if let id = self.jobs[index].writes, self.feeds[feed].showAgain(id, order: &self.order) {
            actions.append(.store)
            self.tellReaders(feed, &actions)
        }
    }

    /// The same, and begins that read.
    mutating func hold(_ index: Int, _ now: Instant, _ actions: inout [DeviceAction]) {
        let number = self.jobs[index].feed
        self.hold(index, &actions)
        // A read that waits for its time already will do.
        guard let feed = self.feeds.place(of: number), self.feeds[feed].retryAt == nil else { return }
        self.startSync(number, now, &actions)
    }

    /// Lets a write that the service is too busy for wait, longer each time, and for a read behind that.
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

    /// A read that is younger than the doubt is complete.
    mutating func resolveHeld(_ feed: Int, _ context: DeviceContext, _ actions: inout [DeviceAction]) {
        let number = self.feeds[feed].number
        var place = 0
        while place < self.jobs.count {
            guard self.jobs[place].feed == number, self.jobs[place].hold == .read else {
                place += 1
                continue
            }
            if let time = self.jobs[place].notBefore, context.uptime < time {
                // Another read tells what has become of it meanwhile.
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
                if isLess, let id = self.jobs[place].writes, self.feeds[feed].showAgain(id, order: &self.order) {
                    self.tellReaders(feed, &actions)
                }
                place += 1
            case .over(let stands):
                let job = self.remove(place)
                self.end(job, stands: stands, &actions)
                Self.complete(job.call, .saved(stands), &actions)
            }
        }
    }

    private enum Fate {
        /// Whether what it asked for stands, or was overruled.
        case over(stands: Bool)
        /// To be sent, with what is left of it.
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
        // Somebody else's word about the same thing came after this one, and stands.
        let readStands = job.ground.map { $0.readState == item.readState } ?? true
        let actionStands = job.ground.map { $0.userActionState == item.userActionState } ?? true
        let (leftRead, leftAction) = (readStands ? read : nil, actionStands ? action : nil)
        guard leftRead != nil || leftAction != nil else { return .over(stands: false) }
        // Nobody makes untouched what somebody touched, so that a word on that is known by what it says.
        let mayBeBack = read != nil || item.userActionState != .noInteraction
        let isTouched = job.ground?.isLeft(for: item, epoch: self.feeds[feed].position?.epoch) ?? false
        if mayBeBack, readStands, actionStands, isTouched { return .over(stands: false) }
        return .open(.save(id, generation, leftRead, leftAction))
    }
}
