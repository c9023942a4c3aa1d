import Basics
import FeedContract

extension DeviceMachine {
    /// Fetches the changes that a tap announces, unless the device already has them.
    ///
    /// A tap completes at once if it is for no feed of this device.
    mutating func process(
        _ arrival: TapArrival, _ call: CallNumber, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        let deadline = context.rules.processingLimit.flatMap(context.uptime.adding)
        let isLost = self.isSubscriptionLost(arrival)
        for index in self.feeds.indices where self.isMeant(index, arrival, isSubscriptionLost: isLost) {
            let (position, isSyncing) = (self.feeds[index].position, self.feeds[index].isSyncing)
            let isReached = arrival.head.map { position?.covers($0) ?? false } ?? false
            guard !isReached || self.feeds[index].isStale else { continue }
            self.processings.append(
                Processing(
                    call: call, feed: self.feeds[index].number, head: arrival.head, deadline: deadline,
                    waitsForNext: isSyncing))
            if !isSyncing { self.beginSync(index, context.now, &actions) }
        }
        if !self.isAwaited(call) { Self.complete(call, .done, &actions) }
    }

    /// Whether no feed has the subscription of a tap.
    ///
    /// The subscription may still belong to a feed. If the process ended just after it received the id, the feed does
    /// not know its subscription.
    private func isSubscriptionLost(_ arrival: TapArrival) -> Bool {
        guard let subscription = arrival.subscription else { return false }
        return subscription.isNone || !self.feeds.contains { $0.subscription == subscription }
    }

    /// Whether a tap is for this feed. False if the account is being removed.
    private func isMeant(_ feed: Int, _ arrival: TapArrival, isSubscriptionLost isLost: Bool) -> Bool {
        guard let owner = self.accounts.place(of: self.feeds[feed].account), self.accounts[owner].phase == .ready else {
            return false
        }
        let subscription = self.feeds[feed].subscription
        return arrival.host.map { $0 == self.feeds[feed].host } ?? true
            && arrival.subscription.map { isLost ? subscription.isNone : $0 == subscription } ?? true
    }

    /// Whether no later entry in `processings` belongs to the same call.
    func isLast(_ index: Int) -> Bool {
        let call = self.processings[index].call
        return call == .nobody || !self.processings[(index + 1)...].contains { $0.call == call }
    }

    /// Ends the handling of pushes that waited for a feed. A push has one entry for each feed that it waits for. If the
    /// outcome is a failure, all entries of the push end at once.
    mutating func finish(
        of feed: FeedNumber, _ outcome: DeviceOutcome, _ actions: inout [DeviceAction],
        where isMeant: (Processing) -> Bool
    ) {
        var index = 0
        while index < self.processings.count {
            let processing = self.processings[index]
            guard processing.feed == feed, isMeant(processing) else {
                index += 1
                continue
            }
            self.processings.remove(at: index)
            if case .failed = outcome {
                self.giveUp(processing.call)
                index = 0
            } else if self.isAwaited(processing.call) {
                continue
            }
            Self.complete(processing.call, outcome, &actions)
        }
    }

    private func isAwaited(_ call: CallNumber) -> Bool {
        call != .nobody && self.processings.contains { $0.call == call }
    }

    /// Ends the wait of a push. Its changes are still fetched.
    private mutating func giveUp(_ call: CallNumber) {
        guard call != .nobody else { return }
        for processing in self.processings where processing.call == call && processing.waitsForNext {
            if let index = self.feeds.place(of: processing.feed) { self.feeds[index].wantsTrailing = true }
        }
        self.processings.removeAll { $0.call == call }
    }

    /// Times out pushes that exceed the system's limit. The sync itself continues.
    mutating func callOff(_ now: Instant, _ actions: inout [DeviceAction]) {
        while let index = self.processings.firstIndex(where: { $0.deadline.map { $0 <= now } ?? false }) {
            let late = self.processings.remove(at: index)
            if late.waitsForNext, let feed = self.feeds.place(of: late.feed) { self.feeds[feed].wantsTrailing = true }
            self.giveUp(late.call)
            Self.complete(late.call, .failed(.connection(.timedOut)), &actions)
        }
    }
}
