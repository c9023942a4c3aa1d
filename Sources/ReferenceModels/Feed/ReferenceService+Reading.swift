import Basics
import FeedContract
import NotificationFeed

extension ReferenceService {
    /// - Parameter until: The place where the service ended the page, or nil when it said that nothing follows. The
    ///   service may end a page earlier than its limits require.
    mutating func fetch(_ reading: Reading, _ key: FeedKey, _ command: FeedCommand, until: UInt64?) -> Result {
        let now = command.now
        var feed = self.feed(key) ?? ReferenceFeed(command.fresh)
        if let reader = reading.reader,
            !feed.subscriptions.contains(where: { $0.id == reader && now < $0.expiration })
        {
            return Self.refused(.unknownSubscription)
        }
        let before = feed
        let tended = self.tend(&feed, now)
        var session = ReadingPlace.Session(from: 0, position: 0, anchor: feed.head, isFull: true)
        switch reading.place {
        case .start: break
        case .after(let epoch, let sequence):
            if epoch != feed.epoch || sequence > before.head { return Self.refused(.resyncRequired) }
            // A forgotten deletion or expiration after the cursor can no longer be reported.
            if feed.forgotten.contains(where: { $0 > sequence }) { return Self.refused(.resyncRequired) }
            session = ReadingPlace.Session(from: sequence, position: sequence, anchor: feed.head, isFull: false)
        case .within(let epoch, let going):
            if epoch != feed.epoch || going.position > before.head { return Self.refused(.resyncRequired) }
            let isLost = feed.forgotten.contains {
                $0 > going.position && (!going.isFull || $0 > going.anchor)
            }
            if isLost { return Self.refused(.resyncRequired) }
            session = going
        }

        let page = self.page(reading, session, feed, before, now, until)
        for step in page.steps {
            guard let reader = reading.reader else { break }
            if let index = feed.fallbacks.firstIndex(where: { $0.generation == step.generation }) {
                feed.fallbacks[index].fetched.append(reader)
            }
        }
        self.feeds.removeAll { $0.key == key }
        self.feeds.append((key, feed))
        var next = ReadingPlace.after(epoch: feed.epoch, sequence: page.end)
        if page.hasMore {
            session.position = page.end
            next = .within(epoch: feed.epoch, session)
        }
        let open = OpenPage(
            changes: page.steps.map { Self.change($0, session, reading) }, next: next,
            position: FeedPosition(epoch: feed.epoch, mark: page.end + feed.mask), isFull: session.isFull)
        return Result(outcome: .page(open), steps: tended.steps, pushes: self.pushes(tended, feed, key, now))
    }

    private struct Page {
        var steps: [ReferenceFeed.Step] = []
        var end: UInt64
        var hasMore = false
    }

    /// A page has at most as many changes as the reader asked for. It has no more bytes than allowed, unless it has a
    /// single change.
    private func page(
        _ reading: Reading, _ session: ReadingPlace.Session, _ feed: ReferenceFeed, _ before: ReferenceFeed,
        _ now: Instant, _ until: UInt64?
    ) -> Page {
        let most = reading.limit.map { $0 > 0 ? $0 : Int.max } ?? Int.max
        let waiting = before.lasts.filter { step in
            step.version > session.position
                && !(session.isFull && step.kind == .expired && step.version <= session.anchor)
        }
        let tended = feed.steps.dropFirst(before.steps.count)
        var page = Page(end: session.position, hasMore: until != nil)
        for step in waiting + tended where step.version <= until ?? .max {
            guard feed.lasts.contains(where: { $0.version == step.version }) else {
                page.end = step.version
                continue
            }
            let size = page.steps.reduce(0) { $0 + ($1.content?.size ?? 0) } + (step.content?.size ?? 0)
            if page.steps.count == most || !page.steps.isEmpty && size > self.limits.pageBytes {
                page.hasMore = true
                return page
            }
            page.end = step.version
            if session.isFull, step.version <= session.anchor {
                if step.kind == .expired { continue }
                if let days = reading.days, days > 0, step.time < now - .days(Int64(days)) { continue }
            }
            page.steps.append(step)
        }
        if !page.hasMore { page.end = feed.head }
        return page
    }

    private static func change(
        _ step: ReferenceFeed.Step, _ session: ReadingPlace.Session, _ reading: Reading
    ) -> Change {
        var kind = step.kind
        if kind == .new || kind == .updated { kind = step.generation > session.from ? .new : .updated }
        return Change(
            kind, id: step.id, serverId: step.serverId, generation: step.generation, version: step.version,
            readState: step.read, userActionState: step.action, content: step.content, groupName: step.group,
            priority: step.priority, expiration: step.expiration, time: step.time,
            isOwn: step.author != nil && step.author == reading.reader)
    }
}
