import Basics
import FeedContract
import NotificationFeed

extension ReferenceService {
    mutating func publish(
        _ publication: Publication, _ key: FeedKey, _ command: FeedCommand, like found: FeedOutcome
    ) -> Result {
        let now = command.now
        let wanted = publication.notification
        var feed = self.feed(key) ?? ReferenceFeed(command.fresh)
        if let name = publication.requestId,
            let before = feed.requests.last(where: { $0.id == name && now < $0.time + self.limits.requestLife })
        {
            return Result(outcome: .published(before.receipt))
        }
        if let addressee = publication.addressee,
            !feed.subscriptions.contains(where: { $0.id == addressee && now < $0.expiration })
        {
            return Self.refused(.notAuthorized)
        }
        if wanted.raw == nil, wanted.visual == nil { return Self.refused(.invalidRequest) }
        for case let visual? in [wanted.visual, wanted.fallback?.visual] where visual.title.unicodeScalars.count > 256 {
            return Self.refused(.invalidRequest)
        }
        let texts = [wanted.raw, wanted.visual?.title, wanted.visual?.body].compactMap(\.self)
        if Array(texts.joined().utf8).count > 100 * 1_024 { return Self.refused(.tooLarge) }
        let expiration = wanted.expiration ?? now + .days(7)
        if expiration <= now || expiration > now + .days(30) { return Self.refused(.invalidRequest) }
        let ofHost = self.accepted[key.host] ?? []
        let waits = [
            Self.wait(self.limits.userThrottle, after: feed.accepted, at: now),
            Self.wait(self.limits.appThrottle, after: ofHost, at: now),
        ]
        if let wait = waits.compactMap(\.self).max() {
            return Result(outcome: .refused(FeedRefusal(.throttled, "", retryAfter: wait)))
        }
        feed.accepted.append(now)
        self.accepted[key.host] = ofHost + [now]

        let id = wanted.appNotificationId ?? command.fresh.id
        var chosen: String?
        if case .published(let receipt) = found { chosen = receipt.serverId }
        let serverId = feed.last(id)?.serverId ?? self.newId(chosen, else: command.fresh.id)
        var tended = self.tend(&feed, now)
        var step = ReferenceFeed.Step(
            kind: .new, id: id, serverId: serverId, generation: feed.head + 1, expiration: expiration, time: now)
        step.content = Content(raw: wanted.raw, visual: wanted.visual)
        step.group = wanted.groupName
        step.priority = wanted.visual == nil ? wanted.priority : .high
        step = feed.add(step)
        tended.steps.append(step)
        tended.targets[step.version] = wanted.targets
        if let visual = wanted.visual, wanted.targets.contains(.iOS) {
            tended.alerts.append((self.alert(visual, step), []))
        }
        if let fallback = wanted.fallback {
            feed.fallbacks.append(
                ReferenceFeed.Fallback(
                    generation: step.generation, due: now + fallback.delay, visual: fallback.visual))
        }
        let receipt = PublishReceipt(
            id: id, serverId: serverId, generation: step.generation, created: now, expiration: expiration,
            displayTimeToLive: wanted.displayTimeToLive, groupName: wanted.groupName, priority: step.priority,
            visual: wanted.visual)
        if let name = publication.requestId {
            feed.requests.append(ReferenceFeed.Request(id: name, time: now, receipt: receipt))
        }
        self.feeds.removeAll { $0.key == key }
        self.feeds.append((key, feed))
        return Result(
            outcome: .published(receipt), steps: tended.steps, pushes: self.pushes(tended, feed, key, now))
    }

    /// Returns the seconds that a publisher must wait under a rate limit; nil if it need not wait.
    ///
    /// The limit is replayed from the first publication. Each publication takes an equal share of the interval, and
    /// publishers may take the shares of at most one interval in advance.
    private static func wait(_ throttle: Throttle?, after accepted: [Instant], at now: Instant) -> Int? {
        guard let throttle else { return nil }
        let share = Interval(microseconds: throttle.interval.microseconds / throttle.count)
        var free = now
        for (place, time) in accepted.enumerated() { free = (place == 0 ? time : max(free, time)) + share }
        let wait = max(free, now) - now - share * (throttle.count - 1)
        return wait > .zero ? Int((wait.microseconds + 999_999) / 1_000_000) : nil
    }

    mutating func change(
        _ id: String, _ generation: UInt64?, _ key: FeedKey, _ command: FeedCommand,
        _ edit: (inout ReferenceFeed.Step) -> Void
    ) -> Result {
        let failed = Result(outcome: .updated(UpdateResult(id: id, succeeded: false)))
        guard var feed = self.feed(key), let last = feed.last(id) else { return failed }
        guard last.kind == .new || last.kind == .updated, command.now < last.expiration else { return failed }
        if let generation, generation != last.generation { return failed }
        var step = last
        edit(&step)
        if step.kind == .updated, step.read == last.read, step.action == last.action {
            return Result(outcome: .updated(UpdateResult(id: id, succeeded: true, version: last.version)))
        }
        var tended = self.tend(&feed, command.now)
        step.time = command.now
        step = feed.add(step)
        tended.steps.append(step)
        self.feeds.removeAll { $0.key == key }
        self.feeds.append((key, feed))
        return Result(
            outcome: .updated(UpdateResult(id: id, succeeded: true, version: step.version)), steps: tended.steps,
            pushes: self.pushes(tended, feed, key, command.now))
    }

    /// A refusal without text: refusals are compared by their codes, because the text is for humans.
    static func refused(_ code: FeedRefusal.Code) -> Result { Result(outcome: .refused(FeedRefusal(code, ""))) }
}
