import Basics
import FeedContract
import NotificationFeed

/// Random commands that are likely to conflict: few users, few ids, and clocks that jump.
struct RandomFeedCommands {
    static let feeds = [
        FeedKey(host: "contoso.com", user: "alice"), FeedKey(host: "contoso.com", user: "bob"),
        FeedKey(host: "contoso.net", user: "alice"),
    ]
    /// The last id is too long for a collapse id: it has 66 bytes, although only 33 characters.
    private static let ids = ["n1", "n2", "n\u{E9}", "ne\u{301}", String(repeating: "\u{E9}", count: 33)]
    /// A body that fits into a notification but is too long for a push.
    static let longBody = String(repeating: "long \u{E9}\u{1F600} ", count: 400)
    static let devices = ["d1", "d2", "d3"]
    private static let tokens = ["0a", "b1"].map { String(repeating: $0, count: 32) }

    var dice: RollingDie
    private(set) var now = Instant(microseconds: 1_600_000_000_000_000)
    private var made = 0
    /// Values that earlier answers contained: subscriptions, generations and places.
    private(set) var subscriptions: [String] = ["unknown"]
    private var generations: [UInt64] = [1]
    private var places: [ReadingPlace] = [.start]
    /// The addresses that were registered, and when.
    private var addresses: [(user: String, device: String, token: String, time: Instant)] = []
    /// The next acts of a sequence, each with its pause after the act before.
    private var planned: [(pause: Interval, act: FeedCommand.Act)] = []

    init(_ dice: RollingDie) { self.dice = dice }

    mutating func limits() -> FeedLimits {
        var limits = FeedLimits()
        limits.pageSize = 1 + self.dice.below(5)
        if self.dice.coin() { limits.pageBytes = 4 + self.dice.below(40) }
        if self.dice.coin() { limits.markLife = .hours(Int64(1 + self.dice.below(300))) }
        if self.dice.coin() { limits.subscriptionLife = .hours(Int64(1 + self.dice.below(200))) }
        if self.dice.coin() { limits.registrationLife = .hours(Int64(1 + self.dice.below(200))) }
        if self.dice.below(4) == 0 { limits.userThrottle = self.throttle() }
        if self.dice.below(4) == 0 { limits.appThrottle = self.throttle() }
        return limits
    }

    private mutating func throttle() -> Throttle {
        Throttle(Int64(1 + self.dice.below(5)), each: .seconds(Int64(1 + self.dice.below(10_000))))
    }

    mutating func next() -> FeedCommand {
        if self.planned.isEmpty, self.dice.below(16) == 0 { self.planFallback() }
        if !self.planned.isEmpty {
            let (pause, act) = self.planned.removeFirst()
            self.now = self.now + pause
            return self.command(act)
        }
        switch self.dice.below(12) {
        case 0: self.now = self.now + .days(Int64(self.dice.below(12)))
        case 1, 2: self.now = self.now + .hours(Int64(self.dice.below(30)))
        case 3, 4: self.now = self.now + .seconds(Int64(self.dice.below(700)))
        default: self.now = self.now + .microseconds(Int64(self.dice.below(3)))
        }
        return self.command(self.act())
    }

    /// Plans a notification with a fallback alert that is read twice before the alert is due. Independent acts almost
    /// never produce this sequence.
    private mutating func planFallback() {
        let feed = Self.feeds[0]
        var new = NewNotification(host: feed.host, appNotificationId: self.dice.pick(Self.ids), raw: "raw")
        let delay = Interval.seconds(Int64(60 + self.dice.below(541)))
        new.fallback = .init(delay: delay, visual: .init(title: "f"))
        self.planned.append((.zero, .publish(feed, Publication(new))))
        for _ in 0..<2 {
            let reader = self.dice.pick(Array(self.subscriptions.suffix(3)))
            let pause = Interval.seconds(Int64(self.dice.below(20)))
            self.planned.append((pause, .fetch(feed, Reading(.start, reader: reader))))
        }
        self.planned.append((delay, .sweep(feed)))
    }

    /// Returns the acts after which the devices of the first feed have a subscription and an address.
    mutating func beginning() -> [FeedCommand.Act] {
        let feed = Self.feeds[0]
        return Self.devices.enumerated().flatMap { place, device in
            let channel = PushChannel(place < 2 ? .apns : .fcm, token: Self.tokens[min(place, 1)])
            self.addresses.append((feed.user, device, channel.token, self.now))
            return [
                FeedCommand.Act.subscribe(feed, device: device, appId: "app"),
                .register(user: feed.user, RegisterRequest(device: device, channel: channel, appId: "app")),
            ]
        }
    }

    mutating func command(_ act: FeedCommand.Act) -> FeedCommand {
        self.made += 1
        return FeedCommand(act, now: self.now, fresh: Fresh(id: "fresh-\(self.made)", number: self.dice.next()))
    }

    /// Records the values that a client would learn from an outcome.
    mutating func learn(_ outcome: FeedOutcome) {
        switch outcome {
        case .published(let receipt): self.generations.append(receipt.generation)
        case .subscribed(let row): self.subscriptions.append(row.id)
        case .page(let page): self.places.append(page.next)
        default: break
        }
    }

    private mutating func act() -> FeedCommand.Act {
        // Most commands use one feed, because otherwise they would hardly ever affect each other.
        let feed = Self.feeds[max(0, self.dice.below(9) - 6)]
        switch self.dice.below(20) {
        case 0...4: return .publish(feed, self.publication(feed.host))
        case 5...7:
            return .update(
                feed,
                StateUpdate(
                    id: self.dice.pick(Self.ids), generation: self.generation(),
                    readState: self.dice.coin() ? nil : self.dice.pick([.unread, .read]),
                    userActionState: self.dice.coin()
                        ? nil : self.dice.pick([.noInteraction, .activated, .dismissed, .snoozed]),
                    author: self.someone()))
        case 8, 9:
            return .delete(
                feed, Deletion(id: self.dice.pick(Self.ids), generation: self.generation(), author: self.someone()))
        case 10...13:
            return .fetch(
                feed,
                Reading(
                    self.dice.below(3) == 0 ? .start : self.dice.pick(Array(self.places.suffix(6))),
                    limit: self.dice.coin() ? nil : self.dice.below(5),
                    days: self.dice.below(4) == 0 ? self.dice.below(12) : nil, reader: self.someone()))
        case 14, 15: return .sweep(feed)
        case 16:
            return .subscribe(
                feed, device: self.dice.pick(Self.devices), appId: "app", serial: self.serial(),
                isQuiet: self.dice.below(4) == 0)
        case 17:
            let kind = self.dice.pick(PushChannel.Kind.allCases + [.apns, .apns])
            let channel = PushChannel(kind, token: self.dice.below(8) == 0 ? "" : self.dice.pick(Self.tokens))
            let device = self.dice.pick(Self.devices)
            self.addresses.append((feed.user, device, channel.token, self.now))
            return .register(
                user: feed.user,
                RegisterRequest(device: device, channel: channel, appId: "app", serial: self.serial()))
        case 18: return self.dice.below(4) == 0 ? .invalidateCursors(feed) : .sweep(feed)
        default:
            switch self.dice.below(3) {
            case 0:
                return .unsubscribe(
                    feed, subscription: self.dice.pick(self.subscriptions), serial: self.serial())
            case 1:
                return .unregister(user: feed.user, device: self.dice.pick(Self.devices), serial: self.serial())
            default:
                if self.dice.below(4) > 0, !self.addresses.isEmpty {
                    // Just before or after the address was registered.
                    let address = self.dice.pick(Array(self.addresses.suffix(4)))
                    let since = address.time + .seconds(Int64(self.dice.below(3)) - 1)
                    return .retire(user: address.user, device: address.device, token: address.token, since: since)
                }
                return .retire(
                    user: feed.user, device: self.dice.pick(Self.devices), token: self.dice.pick(Self.tokens),
                    since: self.now - .hours(Int64(self.dice.below(40))))
            }
        }
    }

    private mutating func someone() -> String? { self.dice.coin() ? self.dice.pick(self.subscriptions) : nil }

    private mutating func serial() -> UInt64? {
        self.dice.below(3) == 0 ? nil : UInt64(self.made / 8 + self.dice.below(6))
    }

    private mutating func generation() -> UInt64? {
        self.dice.below(3) == 0 ? self.dice.pick(self.generations) : nil
    }

    private mutating func publication(_ host: String) -> Publication {
        var new = NewNotification(host: host)
        if self.dice.below(10) > 0 { new.appNotificationId = self.dice.pick(Self.ids) }
        if self.dice.below(8) > 0 { new.raw = String(repeating: "r", count: self.dice.below(30)) }
        if self.dice.below(3) == 0 { new.visual = .init(title: "t", body: self.dice.pick([nil, "b", Self.longBody])) }
        self.stretch(&new)
        switch self.dice.below(6) {
        case 0: new.expiration = self.now + .hours(Int64(self.dice.below(31 * 24)))
        case 1: new.expiration = self.now + .seconds(Int64(self.dice.below(900)) - 30)
        default: break
        }
        new.priority = self.dice.pick([.none, .high, .low])
        if self.dice.coin() { new.groupName = "g" }
        if self.dice.coin() { new.displayTimeToLive = Int32(self.dice.below(100)) }
        if self.dice.coin() { new.targets = PlatformSet(rawValue: UInt8(self.dice.below(16))) }
        if self.dice.below(3) == 0 {
            let title = self.dice.below(30) == 0 ? Self.letters(256 + self.dice.below(2)) : "f"
            new.fallback = .init(delay: .seconds(Int64(60 + self.dice.below(541))), visual: .init(title: title))
        }
        var publication = Publication(
            new, requestId: self.dice.below(4) == 0 ? self.dice.pick(["r1", "r2"]) : nil,
            appId: self.dice.pick([nil, "app", "other"]))
        publication.addressee = self.dice.below(8) == 0 ? self.dice.pick(self.subscriptions) : nil
        return publication
    }

    /// Sometimes makes a text exactly as long as allowed, or longer by one.
    private mutating func stretch(_ new: inout NewNotification) {
        guard self.dice.below(30) == 0 else { return }
        let extra = self.dice.below(2)
        if new.visual != nil {
            new.visual?.title = Self.letters(256 + extra)
        } else {
            new.raw = Self.letters(100 * 1_024 + extra)
        }
    }

    private static func letters(_ count: Int) -> String { String(repeating: "l", count: count) }
}
