import Basics
package import FeedContract

extension FeedRules {
    func publish(
        _ publication: Publication, in feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows
    ) -> FeedDecision {
        let notification = publication.notification
        if let request = rows.request, command.now < request.expiration {
            return FeedDecision(.published(request.receipt))
        }
        if let refusal = self.refusal(publication, in: feed, command.now, rows) {
            return FeedDecision(.refused(refusal))
        }
        var draft = self.draft(feed, command, rows)
        if let refusal = self.charge(&draft, rows) { return FeedDecision(.refused(refusal)) }

        let id = notification.appNotificationId ?? command.fresh.id
        var row = NotificationRow(
            id: id, serverId: rows.notification?.serverId ?? command.fresh.id, generation: draft.feed.head + 1,
            expiration: notification.expiration ?? command.now + self.limits.defaultLife, time: command.now)
        row.content = Content(raw: notification.raw, visual: notification.visual)
        row.groupName = notification.groupName
        row.priority = notification.effectivePriority
        row.fallback = notification.fallback.map { fallback in
            PendingFallback(due: command.now + fallback.delay, visual: fallback.visual)
        }
        draft.enter(&row, .new, author: nil, wakes: notification.targets)
        if let visual = row.content?.visual, notification.targets.contains(.iOS) {
            draft.alert(OutboxRow.Alert(visual, of: row))
        }
        let receipt = PublishReceipt(row, displayTimeToLive: notification.displayTimeToLive)
        if let request = publication.requestId {
            draft.remember(
                RequestRow(id: request, receipt: receipt, expiration: command.now + self.limits.requestLife))
        }
        return FeedDecision(.published(receipt), draft.finish())
    }

    private func refusal(
        _ publication: Publication, in feed: FeedKey, _ now: Instant, _ rows: FeedRows
    ) -> FeedRefusal? {
        let notification = publication.notification
        // A tap cannot carry an empty id, so the notification would wake no device.
        if let id = notification.appNotificationId,
            let refusal = FeedRefusal.unusable(ids: [("appNotificationId", id)])
        {
            return refusal
        }
        guard !feed.host.isEmpty, self.directory.knows(host: feed.host) else { return .unknownHost }
        if let app = publication.appId, !self.directory.admits(app: app, to: feed.host) { return .strangeApp }
        if let addressee = publication.addressee {
            let isLive = rows.subscriptions.contains { $0.id == addressee && $0.expiration > now }
            guard isLive else { return .unreachableUser }
        }
        guard notification.raw != nil || notification.visual != nil else { return .emptyPayload }
        if let refusal = Self.refusal(ofSize: notification) { return refusal }
        guard let expiration = notification.expiration else { return nil }
        guard expiration > now else { return .expirationPast }
        guard expiration <= now + self.limits.longestLife else { return .expirationTooFar(self.limits.longestLife) }
        return nil
    }

    /// Checks the size of a notification that did not arrive in a request, and so was not checked before.
    package static func refusal(ofSize notification: NewNotification) -> FeedRefusal? {
        for case let visual? in [notification.visual, notification.fallback?.visual] {
            if let refusal = FeedRefusal.overlong("title", visual.title, PublishLimits.title) { return refusal }
        }
        let size = Content(raw: notification.raw, visual: notification.visual).size
        guard size > PublishLimits.body else { return nil }
        return FeedRefusal(.tooLarge, "the payload is over the limit of \(PublishLimits.body) bytes; shorten it.")
    }

    /// If publishing is rate-limited, charges the publisher for one notification.
    private func charge(_ draft: inout FeedDraft, _ rows: FeedRows) -> FeedRefusal? {
        let user = self.limits.userThrottle?.attempt(paidUntil: draft.feed.paidUntil, now: draft.now)
        let app = self.limits.appThrottle?.attempt(paidUntil: rows.app?.paidUntil, now: draft.now)
        var paid: [Instant?] = []
        var wait = 0
        for verdict in [user, app] {
            switch verdict {
            case .pass(let until): paid.append(until)
            case .wait(let seconds): wait = max(wait, seconds)
            case nil: paid.append(nil)
            }
        }
        guard wait == 0 else { return .throttled(seconds: wait) }
        draft.pay(user: paid[0], app: paid[1])
        return nil
    }
}

extension FeedRefusal {
    static let unknownHost = FeedRefusal(
        .notAuthorized, "The host is not registered as a cross-device app; register it, or correct targetHostName.")
    static let strangeApp = FeedRefusal(
        .notAuthorized, "The app does not belong to this host; add its id to the host's cross-device app.")
    static let unreachableUser = FeedRefusal(
        .notAuthorized, "The subscription in X-UNS-ID is unknown or has ended; ask the device to subscribe again.")
    static let emptyPayload = FeedRefusal(
        .invalidRequest, "The payload has neither rawContent nor visualContent; give at least one of them.")
    static let expirationPast = FeedRefusal(
        .invalidRequest, "expirationDateTime lies in the past; give a later one, or leave it out.")

    static func expirationTooFar(_ longest: Interval) -> FeedRefusal {
        let days = longest.microseconds / Interval.days(1).microseconds
        return FeedRefusal(
            .invalidRequest, "expirationDateTime lies more than \(days) days ahead; give an earlier one.")
    }

    static func throttled(seconds: Int) -> FeedRefusal {
        FeedRefusal(.throttled, "Too many notifications; try again in \(seconds) seconds.", retryAfter: seconds)
    }
}
