import Basics
import FeedContract
import NotificationFeed

extension ReferenceService {
    mutating func publish(_ publication: Publication, _ key: FeedKey, _ command: FeedCommand) -> Result {
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
        let expiration = wanted.expiration ?? now + .days(7)
        if expiration <= now || expiration > now + .days(30) { return Self.refused(.invalidRequest) }

        let id = wanted.appNotificationId ?? command.fresh.id
        let serverId = feed.last(id)?.serverId ?? command.fresh.id
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
